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
