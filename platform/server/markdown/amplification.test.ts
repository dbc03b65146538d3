import { describe, expect, it } from 'vitest';
import { expectLinear } from '#site/testing/cost.ts';
import { TooComplex, mentionsIn, plainHtml, plainText, renderMarkdown, splitTitle, tagsIn } from './render.ts';

const options = {
  knownUsernames: new Set(['ada', 'milo_the_second_of_lond']),
  siteUrl: 'https://site.example',
  hashtags: { take: () => true },
};
/** The promise: at most 8 bytes of HTML for a byte of source, 16 KiB for free, and 400,000 bytes in all. */
const promised = (source: string): number => Math.min(400_000, 16 * 1024 + 8 * Buffer.byteLength(source));

const long = (length: number): string => 'y'.repeat(length);
const table = (head: string, align: string, row: string, columns: number, rows: number): string =>
  `|${head.repeat(columns)}\n|${align.repeat(columns)}\n${`|${row.repeat(columns)}\n`.repeat(rows)}\n`;

/** Every construct that the parser knows, in the form that makes most of little, to be repeated. */
const constructs: Readonly<Record<string, string>> = {
  text: 'a ',
  'wide characters': '字👩🏽‍🎤 ',
  'characters that are escaped': '&<>"',
  entities: '&quot;&#34;&amp; ',
  'backslash escapes': '\\"\\<\\& ',
  emphasis: '*a* ',
  'strong emphasis': '***a*** ',
  strikethrough: '~~a~~ ',
  'mixed marks': '*a **b ~~c~~ d** e* ',
  'marks that never close': '*a **b _c ~~d ||e [f ',
  code: '`a` ',
  'code that never closes': '`a ``b ',
  spoilers: '||a|| ',
  'nested spoilers': '||a *b ||c|| d* e|| ',
  mentions: '@ada ',
  'long mentions': '@milo_the_second_of_lond ',
  hashtags: '#a ',
  'hashtags of wide letters': '#字 ',
  links: '[a](/b) ',
  'links outside': '[a](http://b) ',
  'links with titles': '[a](/b "c") ',
  'links to wide addresses': '[a](/字字字字) ',
  'links without words': '[](/a)',
  'links that lead nowhere': '[a](b:c) ',
  autolinks: 'http://a.b ',
  'autolinks in brackets': '<http://a.b> ',
  'autolinks of wide hosts': 'http://字.de ',
  'autolinks that are cut': 'http://a.b/(((((',
  pictures: '![a](/files/a.png) ',
  'pictures from outside': '![](http://a) ',
  'pictures in links': '[![a](/files/a)](/b) ',
  'pictures in pictures': '![![![a](/a)](/a)](/a) ',
  'line breaks': 'a\n',
  'hard line breaks': 'a  \n',
  paragraphs: 'a\n\n',
  headings: '# a\n',
  'underlined headings': 'a\n=\n',
  rules: '---\n',
  lists: '- a\n',
  'empty lists': '-\n',
  'loose lists': '- a\n\n',
  'numbered lists': '1. a\n',
  'lists of other marks': '- a\n+ a\n* a\n1) a\n',
  'lists in lists': '- - - - - - - - - - a\n',
  'deeper lists': '- a\n  - a\n    - a\n      - a\n        - a\n',
  tasks: '- [ ] a\n',
  'finished tasks': '- [x] a\n',
  quotes: '> a\n\n',
  'quotes in quotes': '>>>>>>>>>>a\n\n',
  'quotes of lists of quotes': '> - > - > - a\n\n',
  'code blocks': '    a\n\n',
  fences: '```js\n```\n',
  'fences that never close': '~~~a\n```b\n',
  players: 'https://youtu.be/dQw4w9WgXcQ\n\n',
  'players of many letters': 'https://soundcloud.com/a/b\n\n',
  tables: table('a|', '-|', 'a|', 4, 5),
  'aligned tables': table('a|', ':-:|', 'a|', 9, 9),
  'empty cells': table('|', '-:|', '|', 12, 9),
  'rows that are filled up': `${table('a|', ':-:|', 'a|', 20, 1).trimEnd()}\n${'a\n'.repeat(15)}\n`,
  'HTML that is not let in': '<b><!-- --><a href="x">',
  definitions: '[a]: /b "c"\n',
  'undefined references': '[a][b] [c] ',
  'control characters': '\u0001\u0000\u200B\t',
};

/** Definitions whose every use repeats what is defined. */
const definitions: Readonly<Record<string, readonly [definition: string, use: string]>> = {
  'a long address': [`[a]: http://x/${long(1980)}\n\n`, '[a] '],
  'a long address of ours': [`[a]: /${long(1990)}\n\n`, '[a]'],
  'a long wide address': [`[a]: http://x/${'字'.repeat(220)}\n\n`, '[b][a]'],
  'a long wide host': [`[a]: http://${'字'.repeat(60)}.de/\n\n`, '[a][]'],
  'a long address with entities': [`[a]: <http://x/?${'&quot;'.repeat(300)}>\n\n`, '[a] '],
  'a long picture': [`[a]: /files/${long(1980)}\n\n`, '![a]'],
  'a long picture from outside': [`[a]: http://x/${long(1980)}\n\n`, '![a] '],
  'a long title': [`[a]: /b "${long(1980)}"\n\n`, '[a] '],
  'a long address that leads nowhere': [`[a]: x:${long(1980)}\n\n`, '[a] '],
  'many long addresses': [
    Array.from({ length: 9 }, (_, at) => `[${at}]: http://x/${long(200)}\n`).join('') + '\n',
    '[0][1][2][3][4][5][6][7][8] ',
  ],
  'an address in a list': [`[a]: http://x/${long(1980)}\n\n`, '- [a]\n'],
  'an address in a table': [`[a]: http://x/${long(1980)}\n\n|a|\n|-|\n`, '|[a]|\n'],
};

/** HTML of a source, or null where it is refused. */
function rendered(source: string): string | null {
  try {
    return renderMarkdown(source, options).html;
  } catch (error) {
    if (error instanceof TooComplex) return null;
    throw error;
  }
}

function filled(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** The same numbers every time, so that what fails once fails again. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('HTML of a text', () => {
  it.each(Object.entries(constructs))('is bound by its source, whatever is repeated: %s', (_name, unit) => {
    for (const length of [unit.length, 400, 3000, 12_000]) {
      const source = filled(unit, length);
      expect(Buffer.byteLength(rendered(source) ?? '')).toBeLessThanOrEqual(promised(source));
    }
  });

  it.each(Object.entries(definitions))('is bound by its source, however often it is used: %s', (_name, [is, use]) => {
    for (const times of [1, 20, 900]) {
      const source = is + use.repeat(times);
      expect(Buffer.byteLength(rendered(source) ?? '')).toBeLessThanOrEqual(promised(source));
    }
  });

  it('is bound by its source for any mixture of constructs', () => {
    const next = numbersFrom(11);
    const units = [...Object.values(constructs), ...Object.values(definitions).flat()];
    const pick = (): string => units[Math.floor(next() * units.length)]!;
    let shown = 0;
    for (let round = 0; round < 80; round++) {
      let source = '';
      const parts = 1 + Math.floor(next() * 12);
      for (let part = 0; part < parts; part++) {
        // Now and then inside of another: in a quote, a list, a spoiler, bold.
        const wrap = ['', '', '> ', '- ', '||', '**', '    ', '|'][Math.floor(next() * 8)]!;
        source += wrap + pick().repeat(1 + Math.floor(next() ** 4 * 200)) + wrap + (next() < 0.5 ? '\n' : '');
      }
      const html = rendered(source.slice(0, 50_000));
      if (html !== null) shown++;
      expect(Buffer.byteLength(html ?? ''), source.slice(0, 200)).toBeLessThanOrEqual(
        promised(source.slice(0, 50_000)),
      );
    }
    // A bound that refuses everything would hold as well.
    expect(shown).toBeGreaterThan(40);
  });

  it('is never refused for what people write', () => {
    const texts = [
      '[A mix](https://soundcloud.example/artist/mix) and [stems](https://files.example/stems.zip)\n'.repeat(300),
      'https://a.example/track\n'.repeat(800),
      table(' 12 |', '-:|', ' 123 |', 8, 120),
      '- [x] kick\n- [ ] hat\n'.repeat(300),
      `# Notes\n\n> quoted\n\n${'- point\n  - detail\n'.repeat(400)}`,
      '"Quoted" & <tagged> words, as in C++ & C#. '.repeat(1000),
      '字'.repeat(50_000),
      '@ada @ada @ada thanks\n'.repeat(100),
      `[docs]: https://docs.example/a/long/enough/address\n\n${'See the [docs] for more of it. '.repeat(500)}`,
    ];
    for (const source of texts) expect(rendered(source.slice(0, 50_000)), source.slice(0, 60)).not.toBeNull();
  });

  it('is refused where a long address is used again and again, and shown as typed stays small', () => {
    const source = `[a]: https://x.example/${long(1970)}\n\n${'[a] '.repeat(900)}`;
    expect(() => renderMarkdown(source, options)).toThrow(TooComplex);
    expect(Buffer.byteLength(plainHtml(source))).toBeLessThan(promised(source));
    expect(plainHtml('<b>"\n')).toBe('<p>&lt;b&gt;&quot;<br></p>');
  });
});

describe('the time that a text takes', () => {
  /** All that a write makes of a text. */
  function write(source: string): void {
    rendered(source);
    splitTitle(source);
    plainText(source);
    mentionsIn(source);
    tagsIn(source, 10);
  }

  it.each([
    ...Object.entries(constructs).map(([name, unit]) => [name, (length: number) => filled(unit, length)] as const),
    ...Object.entries(definitions).map(
      ([name, [is, use]]) => [name, (length: number) => is + filled(use, length)] as const,
    ),
    // A row of one sign that ends with another, where an expression may begin again from each of them.
    ...[...'-=+!|:#>~`_*([/.@ \t'].flatMap((sign) =>
      ['', 'a|b\n|'].map(
        (before) => [`${before}${sign}${sign}…x`, (length: number) => `${before}${sign.repeat(length)}x`] as const,
      ),
    ),
  ])('grows with its length, not with the square of it: %s', async (_name, ofLength) => {
    await expectLinear((length) => write(ofLength(length)), 12_000);
  });
});
