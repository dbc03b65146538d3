import { describe, expect, it } from 'vitest';
import { TooComplex, excerpt, mentionsIn, plainText, renderMarkdown, splitTitle } from './render.ts';

const options = { knownUsernames: new Set(['milo']), siteUrl: 'https://site.example' };
const html = (source: string): string => renderMarkdown(source, options).html;

/** What may stand in rendered HTML: tags with their attributes, each with the shape of its value. */
const allowed: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  a: {
    href: /^(https?:\/\/|\/(?![/\\])|#[\w-]+$)/,
    class: /^mention$/,
    rel: /^nofollow ugc noopener$/,
    target: /^_blank$/,
  },
  img: { src: /^\/files\/[\w./-]+$/, alt: /^[^<>]*$/, loading: /^lazy$/, decoding: /^async$/ },
  span: {
    class: /^spoiler$/,
    role: /^button$/,
    tabindex: /^0$/,
    'aria-expanded': /^false$/,
  },
  div: {
    class: /^(player-frame|table-scroll)$/,
    'data-player': /^\w+$/,
    'data-src': /^https:\/\//,
    tabindex: /^0$/,
    role: /^group$/,
    'aria-label': /^Table$/,
  },
  input: { type: /^checkbox$/, disabled: /^$/, checked: /^$/, 'aria-label': /^(Open|Done)$/ },
  li: { class: /^task-list-item$/ },
  pre: { tabindex: /^0$/ },
  code: { class: /^language-[\w+#-]+$/ },
  ol: { start: /^\d+$/ },
  th: { style: /^text-align:(left|right|center)$/ },
  td: { style: /^text-align:(left|right|center)$/ },
  ...Object.fromEntries(
    [
      'p',
      'br',
      'hr',
      'em',
      'strong',
      's',
      'ul',
      'blockquote',
      'table',
      'thead',
      'tbody',
      'tr',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
    ].map((tag) => [tag, {}]),
  ),
};

/** Reads HTML strictly; anything that is not on the list throws. */
function check(output: string): void {
  for (const [tag] of output.matchAll(/<[^>]*>?/g)) {
    const parsed = /^<\/?([a-z0-9]+)((?:\s[a-z-]+="[^"<>]*")*)\s*\/?>$/.exec(tag);
    if (!parsed || !allowed[parsed[1]!]) throw new Error(`not allowed: ${tag}`);
    for (const [, name, value] of parsed[2]!.matchAll(/\s([a-z-]+)="([^"]*)"/g)) {
      if (!allowed[parsed[1]!]![name!]?.test(value!)) throw new Error(`not allowed: ${name}="${value}" in ${tag}`);
    }
  }
}

describe('Markdown', () => {
  it('renders what the forum promises', () => {
    expect(html('**a** ~~b~~ `c`')).toContain('<strong>a</strong> <s>b</s> <code>c</code>');
    expect(html('| a |\n|---|\n| 1 |')).toContain('<table>');
    expect(html('- [x] done')).toContain('type="checkbox" disabled="" aria-label="Done" checked=""');
    expect(html('```js\nx\n```')).toContain('<code class="language-js">x');
    expect(html('https://a.example/x')).toContain('href="https://a.example/x"');
    expect(html('before ||hidden *x*|| after')).toContain('aria-expanded="false">hidden <em>x</em></span> after');
    expect(html('# top')).toContain('<h2>top</h2>');
  });

  it('links members that exist, and nobody else, outside code and links', () => {
    expect(html('hi @Milo, @nobody')).toContain('<a class="mention" href="/profile/milo">@Milo</a>, @nobody');
    expect(html('`@milo`')).not.toContain('mention');
    expect(html('[@milo](https://a.example)')).not.toContain('mention');
    expect(html('a@milo.example')).not.toContain('mention');
    expect(mentionsIn('hi @Milo and @ann_b\n```\n@code\n```\n`@inline` mail@host')).toEqual(['milo', 'ann_b']);
  });

  it('shows our own pictures and turns others into links', () => {
    expect(html('![a](/files/images/x/b.png)')).toContain('<img src="/files/images/x/b.png" alt="a"');
    expect(html('![a](https://other.example/x.png)')).not.toContain('<img');
    expect(html('![a](/files/../secret)')).not.toContain('<img');
  });

  it('makes a frame of a known player only, and only when it stands alone', () => {
    expect(html('https://youtu.be/dQw4w9WgXcQ')).toContain(
      'data-src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"',
    );
    expect(html('look https://youtu.be/dQw4w9WgXcQ')).not.toContain('player-frame');
    expect(html('https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ')).not.toContain('player-frame');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:msgbox(1))',
    '[x](//evil.example)',
    '[x](/\\evil.example)',
    '[x](\\\\evil.example)',
    '<javascript:alert(1)>',
    '![x](javascript:alert(1))',
    '![" onerror="alert(1)](/files/a.png)',
    '[x](https://a.example "title\\" onmouseover=\\"alert(1)")',
    '```"><script>alert(1)</script>\nx\n```',
    '```js" onload="x\ny\n```',
    '||<b onclick=x>||',
    '@milo"><script>',
    'https://a.example/"onmouseover="alert(1)',
    '[a]: javascript:alert(1)\n\n[a]',
    '| <script> |\n|---|\n| <img> |',
    '<a href="https://a.example" onclick="x">y</a>',
    '[x](mailto:jane@host.example)',
    'https://www.youtube.com/watch?v="><script>x</script>',
  ])('lets nothing run: %s', (source) => {
    expect(() => check(html(source))).not.toThrow();
  });

  it('the checker itself refuses what must not pass', () => {
    expect(() => check('<script>')).toThrow();
    expect(() => check('<a href="javascript:x">')).toThrow();
    expect(() => check('<p onclick="x">')).toThrow();
  });

  it('refuses bombs and renders the rest in bounded time', () => {
    expect(() => html('> '.repeat(200))).toThrow(TooComplex);
    expect(() => html('['.repeat(50_000))).toThrow(TooComplex);
    expect(() => html(Array.from({ length: 200 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n'))).toThrow(TooComplex);
    const started = performance.now();
    for (const part of [
      '*a ',
      '_a_',
      '`a',
      '**a',
      'a\n',
      '@abc ',
      '| a ',
      '~~a',
      'http://a.b ',
      '1. a\n',
      '[ ] ',
      '\t',
      '*_',
      '[a]: b\n',
      '`',
      '||a||',
      '![](',
    ]) {
      const source = part.repeat(Math.ceil(50_000 / part.length));
      plainText(source);
      splitTitle(source);
      mentionsIn(source);
      try {
        html(source);
      } catch (error) {
        expect(error).toBeInstanceOf(TooComplex);
      }
    }
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('the title of a text', () => {
  it('is its first line without Markdown, and the rest begins after it', () => {
    expect(splitTitle('## Hello **there** [x](https://y.example)\n\nbody')).toEqual({
      title: 'Hello there x',
      rest: 'body',
    });
    expect(splitTitle('\n\n  First\nsecond')).toEqual({ title: 'First', rest: 'second' });
    expect(splitTitle('---')).toEqual({ title: 'New Post', rest: '---' });
    expect(splitTitle('```\ncode\n```').title).toBe('New Post');
  });

  it('is at most 120 characters, and what is cut begins the rest', () => {
    const words = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ');
    const { title, rest } = splitTitle(`${words}\nmore`);
    expect(title.length).toBeLessThanOrEqual(120);
    expect(title.endsWith('…')).toBe(true);
    expect(rest).toContain('word59');
    expect(rest).toContain('more');
  });

  it('a preview never cuts a character in two', () => {
    const text = '👩🏽‍🎤'.repeat(40);
    const short = excerpt(text, 120);
    expect(short.length).toBeLessThanOrEqual(120);
    expect(text.startsWith(short.slice(0, -1))).toBe(true);
    expect([...short].includes('\uFFFD')).toBe(false);
  });

  it('a preview keeps spoilers hidden', () => {
    expect(plainText('the end: ||she wins||')).not.toContain('she wins');
  });
});
