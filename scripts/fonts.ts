import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import { packageRoot } from '#platform/server/config.ts';

/**
 * Makes subsets of the site's two main fonts: the Latin glyphs that pages use, and the weights and widths that the
 * design uses. What nearly every page shows is in one file, the rest in another: browsers fetch that where a page has
 * such a character. Run by hand after a change of the font packages; the results are stored beside the styles, and the
 * characters of each are those of its `unicode-range` in `platform/web/styles/fonts.css`.
 */
const root = packageRoot();
const range = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at));
const without = (text: string, other: string): string =>
  [...text].filter((character) => !other.includes(character)).join('');
const ascii = range(0x20, 0x7e);
// On a keyboard, but seldom in a sentence.
const seldom = '*<=>\\^`{|}~€←↑→↓';
const everyday = without(`${ascii}\u{a0}¢·×–—‘’“”•…€←↑→↓−▒`, seldom);
// And the characters of `replies`.
const counters = ' %+,-./0123456789:KMeilprsy·×−';

const archivo = {
  from: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
  axes: { wght: { min: 400, max: 800 }, wdth: { min: 100, max: 125 } },
  features: ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum'],
};
// Without accents there are no marks to place, and no browser reads what names the styles of a family.
const unused = ['GDEF', 'STAT'];
// Its ligatures of f look like the single glyphs, and weigh 0.9 KB.
const plain = { ...archivo, features: ['kern', 'tnum'], without: unused };
const mono = {
  from: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  axes: { wght: { min: 400, max: 700 } },
  // Its ligatures make one sign of two: in code that is worse than none.
  features: [],
  without: unused,
};
const fonts = [
  { ...plain, to: 'archivo-latin.woff2', text: everyday },
  { ...plain, to: 'archivo-seldom.woff2', text: seldom },
  { ...archivo, without: [], to: 'archivo-accents.woff2', text: without(`${range(0xa0, 0xff)}ŒœŸ‚„‹›™`, everyday) },
  { ...mono, to: 'jetbrains-mono-counters.woff2', text: counters },
  { ...mono, to: 'jetbrains-mono-latin.woff2', text: without(`${ascii}–…`, counters) },
];

const folder = path.join(root, 'platform/web/styles/fonts');
mkdirSync(folder, { recursive: true });
for (const font of fonts) {
  const whole = readFileSync(path.join(root, 'node_modules', font.from));
  // Apart, because the package's types do not know `keepFeatures` and `dropTables` yet.
  const options = {
    targetFormat: 'woff2',
    variationAxes: font.axes,
    keepFeatures: font.features,
    dropTables: font.without,
  } as const;
  const small = await subsetFont(whole, font.text, options);
  writeFileSync(path.join(folder, font.to), small);
  process.stdout.write(`${font.to}: ${whole.length} to ${small.length} bytes\n`);
}

// What the server draws itself (`features/previews/server`): one weight, as the drawing library reads it.
const drawn = path.join(root, 'features/previews/server/fonts');
mkdirSync(drawn, { recursive: true });
for (const [from, text] of [
  ['latin', ascii + range(0xa0, 0xff) + '–—‘’“”•…‚„‹›€™ıŒœ'],
  ['latin-ext', range(0x100, 0x24f) + range(0x1e00, 0x1eff)],
] as const) {
  const whole = readFileSync(
    path.join(root, `node_modules/@fontsource-variable/archivo/files/archivo-${from}-wght-normal.woff2`),
  );
  const small = await subsetFont(whole, text, { targetFormat: 'truetype', variationAxes: { wght: 700 } });
  writeFileSync(path.join(drawn, `archivo-${from}.ttf`), small);
}

/** Where a fallback of the system comes from, as the main font has them (`platform/web/styles/fonts.css`). */
const systemFonts = {
  '': ["local('Arial'), local('Liberation Sans'), local('Helvetica Neue')", 'Arial Bold'],
  ' Roboto': ["local('Roboto'), local('Roboto-Regular')", 'Roboto Bold'],
  ' DejaVu': ["local('DejaVu Sans')", 'DejaVu Sans Bold'],
} as const;
/**
 * Fonts that an admin can choose for the site. Of each fallback: width in percent of text at weight 400, and of headings at
 * 750, measured on running text against Archivo; ascent and descent are the font's own, in thousandths.
 */
const faces = [
  { key: 'inter', name: 'Inter', widths: [105, 107.5, 93, 101.7, 109.2, 85.4], up: 969, down: 241 },
  { key: 'nunito', name: 'Nunito', widths: [99.1, 101.4, 87.7, 97, 104.2, 81.5], up: 1011, down: 353 },
  {
    key: 'source-serif',
    name: 'Source Serif 4',
    widths: [105.3, 107.8, 93.2, 101.5, 109.1, 85.3],
    up: 1036,
    down: 335,
  },
  {
    key: 'atkinson',
    name: 'Atkinson Hyperlegible Next',
    widths: [97.3, 99.6, 86.1, 99.3, 106.7, 83.4],
    up: 984,
    down: 316,
  },
] as const;
const ranges = {
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2190-2193, U+2212, U+2215, U+FEFF, U+FFFD',
  'latin-ext':
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
} as const;
const chosen = path.join(root, 'site/web/public/fonts');
mkdirSync(chosen, { recursive: true });
const rule = (lines: readonly string[]): string => `@font-face {\n${lines.map((line) => `  ${line};\n`).join('')}}\n`;
const packageOf = (name: string): string =>
  path.join(root, 'node_modules/@fontsource-variable', name.toLowerCase().replaceAll(' ', '-'));
/** Twice the attribute, so that it goes before the tokens wherever the file is linked. */
const families = (key: string, text: string, display: string): string =>
  `[data-font][data-font='${key}'] {\n  --family-text: ${text};\n  --family-display: ${display};\n}\n`;

for (const { key, name, widths, up, down } of faces) {
  const folderOf = packageOf(name);
  const { version } = JSON.parse(readFileSync(path.join(folderOf, 'package.json'), 'utf8')) as { version: string };
  const own = Object.entries(ranges).map(([part, characters]) => {
    const file = `${key}-${version}-${part}.woff2`;
    writeFileSync(
      path.join(chosen, file),
      readFileSync(path.join(folderOf, `files/${path.basename(folderOf)}-${part}-wght-normal.woff2`)),
    );
    return rule([
      `font-family: '${name} Variable'`,
      'font-style: normal',
      'font-weight: 200 900',
      'font-display: swap',
      `src: url('/fonts/${file}') format('woff2')`,
      `unicode-range: ${characters}`,
    ]);
  });
  const fallbacks = Object.entries(systemFonts).flatMap(([system, [regular, bold]], at) =>
    [widths[at]!, widths[at + 3]!].map((width, isDisplay) =>
      rule([
        `font-family: '${name}${isDisplay ? ' Display' : ''} Fallback${system}'`,
        ...(isDisplay ? ['font-weight: 600 900', `src: local('${bold}'), ${regular}`] : [`src: ${regular}`]),
        `size-adjust: ${width}%`,
        `ascent-override: ${((up * 10) / width).toFixed(1)}%`,
        `descent-override: ${((down * 10) / width).toFixed(1)}%`,
        'line-gap-override: 0%',
      ]),
    ),
  );
  const generic = key === 'source-serif' ? 'serif' : 'sans-serif';
  const stack = (voice: string): string =>
    [
      `'${name} Variable'`,
      ...Object.keys(systemFonts).map((system) => `'${name}${voice} Fallback${system}'`),
      generic,
    ].join(', ');
  const css = [...own, ...fallbacks, families(key, stack(''), stack(' Display'))].join('');
  writeFileSync(path.join(chosen, `${key}.css`), css);
}
writeFileSync(
  path.join(chosen, 'LICENSE.txt'),
  faces.map(({ name }) => readFileSync(path.join(packageOf(name), 'LICENSE'), 'utf8').trim()).join('\n\n---\n\n') +
    '\n',
);
writeFileSync(path.join(chosen, 'system.css'), families('system', 'system-ui, sans-serif', 'system-ui, sans-serif'));
// For the sample in the admin panel of a site that has another.
const tokens = readFileSync(path.join(root, 'platform/web/styles/tokens.css'), 'utf8');
const stockOf = (name: string): string =>
  new RegExp(`--family-${name}:\\s*([^;]+);`).exec(tokens)![1]!.replaceAll(/\s+/g, ' ');
writeFileSync(path.join(chosen, 'archivo.css'), families('archivo', stockOf('text'), stockOf('display')));
