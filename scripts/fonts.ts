import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import { packageRoot } from '#server/config.ts';

/**
 * Makes the site's two everyday fonts smaller: the Latin letters that pages use, and the weights and widths that the
 * look uses. Run by hand after a change of the font packages; the results are kept beside the styles.
 */
const root = packageRoot();
const range = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at));
const latin = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŸ–—‘’‚“”„•…‹›€™−×▒←↑→↓`;
const ascii = `${range(0x20, 0x7e)}−–…×·`;

const fonts = [
  {
    plain: false,
    from: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    to: 'archivo-latin.woff2',
    text: latin,
    axes: { wght: { min: 400, max: 800 }, wdth: { min: 100, max: 125 } },
  },
  {
    from: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    to: 'jetbrains-mono-latin.woff2',
    text: ascii,
    axes: { wght: { min: 400, max: 700 } },
    plain: true,
  },
];

const folder = path.join(root, 'web/styles/fonts');
mkdirSync(folder, { recursive: true });
for (const font of fonts) {
  const whole = readFileSync(path.join(root, 'node_modules', font.from));
  const small = await subsetFont(whole, font.text, {
    targetFormat: 'woff2',
    variationAxes: font.axes,
    noLayoutClosure: font.plain,
  });
  writeFileSync(path.join(folder, font.to), small);
  process.stdout.write(`${font.to}: ${whole.length} to ${small.length} bytes\n`);
}
