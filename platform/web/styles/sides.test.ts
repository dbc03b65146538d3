import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

/** Sides of the screen where a side of the text belongs. A waveform's time runs to the right in every script. */
const physical = {
  '.tsx':
    /(?<=[\s"'`:])-?(?:ml|mr|pl|pr|left|right)-[\d[(a]|(?<=[\s"'`:])(?:text-(?:left|right)|(?:border|rounded)-[lr])(?![\w])/,
  '.css': /(?:margin|padding|border)-(?:left|right)|^\s+(?:left|right):|text-align: (?:left|right)/m,
} as const;
/** Here a side of the screen is one of the text. */
const byDirection = /:dir\((?:ltr|rtl)\) \{[^}]*\}/g;
const excused = new Set(['platform/web/styles/player.css']);

it.each(Object.entries(physical))(
  'styles in %s files name sides of the text, not of the screen',
  async (ending, side) => {
    const mistakes: string[] = [];
    for await (const file of glob(`{platform,people,content,features,site}/**/web/**/*${ending}`, { cwd: root }))
      if (!excused.has(file) && side.test((await readFile(path.join(root, file), 'utf8')).replaceAll(byDirection, '')))
        mistakes.push(file);
    expect(mistakes).toEqual([]);
  },
);
