import { describe, expect, it } from 'vitest';
import { expectLinear } from '#site/testing/cost.ts';
import { frameHosts } from '#platform/contract/text-limits.ts';
import { TooComplex, excerpt, mentionsIn, placesOf, plainText, renderMarkdown, splitTitle } from './render.ts';

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

  it('emphasises beside Chinese, Japanese and Korean punctuation', () => {
    const texts: [string, string][] = [
      ['これは**「強調」**です', 'これは<strong>「強調」</strong>です'],
      ['**请注意：**这是重点', '<strong>请注意：</strong>这是重点'],
      ['가**(나)**다', '가<strong>(나)</strong>다'],
      ['これは*「斜体」*と~~（削除）~~です', 'これは<em>「斜体」</em>と<s>（削除）</s>です'],
      // CommonMark's rule elsewhere.
      ['a**"b"**c', 'a**&quot;b&quot;**c'],
    ];
    for (const [source, expected] of texts) expect(html(source).trim()).toBe(`<p>${expected}</p>`);
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
    expect(html('![a](/files/%2e%2e/secret)')).not.toContain('<img');
    expect(html('![*a* b](/files/a.png)')).toContain('alt="a b"');
    expect(html('[![a](https://o.example/x.png)](https://p.example)').match(/<a /g)).toHaveLength(1);
  });

  it('marks the places of files where they stand alone in the text, once each, and shows their names nowhere', () => {
    const [a, b] = ['0197a000-0000-7000-8000-00000000000a', '0197a000-0000-7000-8000-00000000000b'];
    const mark = (id: string): string => `<div data-file="${id}"></div>\n`;
    const ref = (id: string): string => `![name](attachment:${id})`;
    const cases: [source: string, expected: string, plain: string][] = [
      [ref(a), mark(a), ''],
      [`x\n\n${ref(a)}\n\ny`, `<p>x</p>\n${mark(a)}<p>y</p>\n`, 'x y'],
      [`${ref(b)}\n${ref(a)}`, mark(b) + mark(a), ''],
      [`${ref(a)}\n\n${ref(a)}`, mark(a), ''],
      [`x ${ref(a)}y`, '<p>x y</p>\n', 'x y'],
      [`> ${ref(a)}`, '', ''],
      ['>', '<blockquote></blockquote>\n', ''],
      [`> x\n>\n> ${ref(a)}`, '<blockquote>\n<p>x</p>\n</blockquote>\n', 'x'],
      [`- x\n\n- ${ref(a)}`, '<ul>\n<li>\n<p>x</p>\n</li>\n</ul>\n', 'x'],
      [`- ${ref(a)}`, '', ''],
      [`1. > ${ref(a)}`, '', ''],
      [`\`${ref(a)}\``, `<p><code>${ref(a)}</code></p>\n`, ref(a)],
      [`\`\`\`\n${ref(a)}\n\`\`\``, `<pre tabindex="0"><code>${ref(a)}\n</code></pre>\n`, ref(a)],
      [
        `<div data-file="${a}"></div>`,
        `<p>&lt;div data-file=&quot;${a}&quot;&gt;&lt;/div&gt;</p>\n`,
        `<div data-file="${a}"></div>`,
      ],
      ['![name](attachment:1)', '<p><span>name</span></p>\n', 'name'],
    ];
    for (const [source, expected, plain] of cases) {
      expect(renderMarkdown(source, { ...options, attachments: true }).html, source).toBe(expected);
      expect(plainText(source), source).toBe(plain);
      // A text that has no files has no places.
      expect(html(source), source).toBe(expected.replaceAll(/<div data-file="[\w-]+"><\/div>\n/g, ''));
      expect(placesOf(expected, new Set([b])), source).toBe(expected.replaceAll(mark(a), ''));
    }
  });

  it('takes no title from a line that names files, and loses none', () => {
    const ref = '![name](attachment:0197a000-0000-7000-8000-00000000000a)';
    expect(splitTitle(`${ref}\n\nTitle\ntext`)).toEqual({ title: 'Title', rest: `${ref}\n\ntext` });
    expect(splitTitle(ref, 'None')).toEqual({ title: 'None', rest: ref });
    expect(splitTitle(`Title\n\n${ref}`)).toEqual({ title: 'Title', rest: ref });
    expect(splitTitle(`Title ${ref}`).title).toBe('Title');
  });

  it('links inside without a new tab, outside without our good name, and never to a disguised host', () => {
    expect(html('[x](/forum)')).toContain('<a href="/forum">');
    expect(html('[x](https://site.example/forum?a=1#b)')).toContain('<a href="/forum?a=1#b">');
    expect(html('[x](https://o.example)')).toContain('rel="nofollow ugc noopener" target="_blank"');
    for (const address of [
      'https://site.example//o.example',
      'https://site.example@o.example',
      '//o.example',
      'ftp://o.example',
    ]) {
      expect(html(`[x](${address})`)).not.toContain('<a ');
      expect(html(`see ${address}`)).not.toMatch(/href="[^"]*o\.example/);
    }
    expect(html(`[x](https://o.example/${'a'.repeat(3000)})`)).not.toContain('<a ');
  });

  it('hides a spoiler to its own end, not to bars in code', () => {
    expect(html('||a `b || c` d|| e').match(/spoiler/g)).toHaveLength(1);
    expect(html('||a `b || c` d|| e')).toContain('<code>b || c</code> d</span> e');
    expect(html('a || b')).not.toContain('spoiler');
    expect(html('||||')).not.toContain('spoiler');
  });

  it('returns whom it links and the title', () => {
    const known = { ...options, knownUsernames: new Set(['milo', 'a_b_c']) };
    expect(renderMarkdown('Hi @Milo\n\n@a_b_c @other `@milo`', known)).toMatchObject({
      title: 'Hi @Milo',
      mentions: ['milo', 'a_b_c'],
    });
    expect(html('é@milo \\@milo @milo@host.example')).not.toContain('mention');
    expect(mentionsIn('[@ann](/x)\n\n    @bob\n\n`` ` @cat ``')).toEqual([]);
    expect(mentionsIn(Array.from({ length: 30 }, (_, at) => `@user${at}`).join(' '))).toHaveLength(20);
  });

  it('makes a frame of a known player only, and only when it stands alone', () => {
    expect(html('https://youtu.be/dQw4w9WgXcQ')).toContain(
      'data-src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"',
    );
    expect(html('https://youtu.be/dQw4w9WgXcQ?t=1m5s')).toContain('embed/dQw4w9WgXcQ?start=65"');
    expect(html('https://vimeo.com/123456789/abcdef0123')).toContain('video/123456789?dnt=1&amp;h=abcdef0123"');
    expect(html('https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC')).toContain('spotify.com/embed/track/4uLU');
    for (const [, src] of html('https://soundcloud.com/a/b\n\nhttps://youtu.be/dQw4w9WgXcQ').matchAll(
      /data-src="([^"]+)/g,
    ))
      expect(Object.values(frameHosts)).toContain(new URL(src!).host);
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
    '[x](https://site.example//evil.example)',
    '[x](https://site.example/\\\\evil.example)',
    '[x](/\t/evil.example)',
    '[x](<java\nscript:alert(1)>)',
    '[x](javascript&colon;alert(1))',
    '[x](java&#x09;script:alert(1))',
    '[x](&#x6A&#x61;vascript:alert(1))',
    '[x](jav\u200Bascript:alert(1))',
    '[x](ｊavascript:alert(1))',
    '[x](blob:https://a.example/1)',
    '[x](feed:javascript:alert(1))',
    '[x](view-source:javascript:1)',
    '![x](data:image/svg+xml;base64,PHN2Zz4=)',
    '![x](/files/a.svg"onload="x)',
    '![x](/files/a.png?"onload=x)',
    '![`"><script>`](/files/a.png)',
    '![[x](javascript:1)](/files/a.png)',
    '[![x](javascript:1)](javascript:2)',
    '[x]: https://a.example "\\"><script>"\n\n[x]',
    '[x]: <javascript:alert(1)>\n\n![x]',
    '<https://a.example/?"onclick=alert(1)>',
    'https://a.example/<script>',
    'https://a.example/`"\'onclick=x',
    '||[x](javascript:1) ![" onerror=x](/files/a.png)||',
    '||https://a.example/||" onclick=x',
    '- [x] <input onfocus=x autofocus>',
    '- [ ]"onclick=x',
    '1e5. <b>\n\n9999999999. x',
    '|a|\n|:-:|\n|<svg onload=x>|',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '&#60;script&#62;',
    '<!--><script>-->',
    '<![CDATA[<script>]]>',
    '<?php ?>',
    '<x:script xmlns:x="http://www.w3.org/1999/xhtml">',
    '\u2028<script>\u2029',
    '\u0000<scr\u0000ipt>',
    '\ud800"><script>',
    '@milo" onclick="x',
    '@milo<script>@milo',
    '~~~ "><img src=x>\nx\n~~~',
    '``` \u2028onload=x\nx\n```',
  ])('lets nothing run: %s', (source) => {
    expect(() => check(html(source))).not.toThrow();
  });

  it('the checker itself refuses what must not pass', () => {
    expect(() => check('<script>')).toThrow();
    expect(() => check('<a href="javascript:x">')).toThrow();
    expect(() => check('<p onclick="x">')).toThrow();
  });

  it('refuses bombs, and renders the rest at a cost that grows with its length', async () => {
    expect(() => html('> '.repeat(200))).toThrow(TooComplex);
    expect(() => html('['.repeat(50_000))).toThrow(TooComplex);
    expect(() => html(Array.from({ length: 200 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n'))).toThrow(TooComplex);
    for (const [open, close] of [
      ['*a ', 'b*'],
      ['~~a ', 'b~~'],
      ['*a _b ', 'b_ a*'],
    ] as const)
      expect(() => html(`${open.repeat(500)}x${close.repeat(500)}`)).toThrow(TooComplex);
    expect(() => html(`${'|'.repeat(300)}\n${'|-'.repeat(299)}|\n${'a\n'.repeat(3000)}`)).toThrow(TooComplex);
    expect(() => html('a\n'.repeat(6000))).toThrow(TooComplex);
    const long = `[a]: http://x/${'y'.repeat(25_000)}\n\n${'[a] '.repeat(2900)}`;
    expect(html(long).length).toBeLessThan(100_000);
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
      const read = (length: number): void => {
        const source = part.repeat(Math.ceil(length / part.length));
        plainText(source);
        splitTitle(source);
        mentionsIn(source);
        try {
          html(source);
        } catch (error) {
          expect(error).toBeInstanceOf(TooComplex);
        }
      };
      await expectLinear(read, 50_000, part);
    }
  });
});

describe('the title of a text', () => {
  it('is its first line without Markdown, and the rest begins after it', () => {
    expect(splitTitle('## Hello **there** you\n\nbody')).toEqual({ title: 'Hello there you', rest: 'body' });
    expect(splitTitle('Title\n=====\nbody')).toEqual({ title: 'Title', rest: 'body' });
    expect(splitTitle('snake_case_name & more').title).toBe('snake_case_name & more');
    expect(splitTitle('> - [ ] deep\nbody')).toEqual({ title: 'deep', rest: 'body' });
    expect(splitTitle('\n\n  First\nsecond')).toEqual({ title: 'First', rest: 'second' });
    expect(splitTitle('---')).toEqual({ title: 'New Post', rest: '---' });
    expect(splitTitle('```\ncode\n```').title).toBe('New Post');
    expect(splitTitle('a | b\n--|--\n1 | 2')).toEqual({ title: 'New Post', rest: 'a | b\n--|--\n1 | 2' });
    expect(splitTitle('')).toEqual({ title: 'New Post', rest: '' });
  });

  it('carries no picture, link or spoiler, so these begin the rest', () => {
    expect(splitTitle('Hear [my *track*](https://y.example/a)\n\nbody')).toEqual({
      title: 'Hear my track',
      rest: '[my track](<https://y.example/a>)\n\nbody',
    });
    expect(splitTitle('![cover](/files/a.png)').rest).toBe('![cover](</files/a.png>)');
    expect(splitTitle('end: ||she wins||')).toEqual({ title: 'end: ▒▒▒', rest: '||she wins||' });
    expect(html(splitTitle('https://youtu.be/dQw4w9WgXcQ').rest)).toContain('player-frame');
    expect(html(splitTitle('New: https://soundcloud.com/a/b').rest)).toContain('data-player="SoundCloud"');
    const hostile = splitTitle('[a](https://x.example/"><script>) [](javascript:1) ![\\](/files/a.png)').rest;
    expect(() => check(html(hostile))).not.toThrow();
  });

  it('is at most 120 characters, and what is cut begins the rest', () => {
    const words = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ');
    const { title, rest } = splitTitle(`${words}\nmore`);
    expect(title.length).toBeLessThanOrEqual(120);
    expect(title.endsWith('…')).toBe(true);
    expect(rest).toContain('word59');
    expect(rest).toContain('more');
  });

  it('is cut where no link or bold text is cut with it', () => {
    const long = 'word '.repeat(20);
    const link = splitTitle(`${long}[a label of some words](https://y.example) and ${long}`);
    expect(link.title).toBe(`${long.trim()}…`);
    expect(link.rest.startsWith('…[a label of some words](https://y.example) and word')).toBe(true);
    const bold = splitTitle(`**${long}${long.trim()}**`);
    expect(bold.title.length).toBeLessThanOrEqual(120);
    expect(`${bold.title.slice(0, -1)} ${bold.rest.slice(1)}`).toBe(`${long}${long}`.trim());
    // The only space leaves almost nothing.
    const early = splitTitle(`😀 ${'long'.repeat(50)}`);
    expect(early.title.length).toBeGreaterThan(100);
    expect(`${early.title.slice(0, -1)}${early.rest.slice(1)}`).toBe(`😀 ${'long'.repeat(50)}`);
    const unspaced = splitTitle('字'.repeat(3000));
    expect(`${unspaced.title.slice(0, -1)}${unspaced.rest.slice(1)}`).toBe('字'.repeat(3000));
  });

  it('turns nothing that follows it, and neither does a preview', () => {
    for (const sign of ['\u202a', '\u202b', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069\u202c']) {
      const text = `Mix ${sign}number one`;
      expect(splitTitle(text).title).toBe('Mix number one');
      expect(plainText(`${text}\n\n${sign}more`)).toBe('Mix number one more');
      expect(splitTitle(`${sign} ${sign}`).title).toBe(splitTitle('').title);
    }
    // Marks of direction, which end by themselves, and joiners stay.
    expect(splitTitle('نص\u200f می\u200cخواهم').title).toBe('نص\u200f می\u200cخواهم');
  });

  it('a preview never cuts a character in two', () => {
    const text = '👩🏽‍🎤'.repeat(40);
    const short = excerpt(text, 120);
    expect(short.length).toBeLessThanOrEqual(120);
    expect(text.startsWith(short.slice(0, -1))).toBe(true);
    expect([...short].includes('\uFFFD')).toBe(false);
  });

  it('a preview has the words of all blocks and none of the marks', () => {
    expect(
      plainText('# A\n\n- b **c *d* e**\n- [x] f_g_h\n\n> `*i*` &amp; [j [k]](/l)\n\n```\nm\n```\n\n|n|\n|-|\n|o|'),
    ).toBe('A b c d e f_g_h *i* & j [k] m n o');
    expect(plainText('a\u0001b \ud800 ![alt](/files/a.png)')).toBe('ab \uFFFD alt');
    expect(plainText('['.repeat(2000))).toBe('['.repeat(2000));
  });

  it('a preview keeps spoilers hidden', () => {
    expect(plainText('||a\nb `||` c|| d')).toBe('▒▒▒ d');
    expect(plainText('the end: ||she wins||')).not.toContain('she wins');
  });
});
