import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** British forms, and `e-mail`, that pages and messages must not mix with those of the specification. */
const british =
  /\b(colours?|coloured|favourites?|licences?|licenced|behaviours?|cancell(ed|ing)|recognis\w+|organis\w+|customis\w+|greyed?|centred?|e-mails?)\b/i;

/** Texts for people: what stands in quotes or between tags and is a sentence, several words or begins with a capital. */
function textsOf(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
  const quoted = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`([^`]*)`/g)].map(([, one, two, three]) =>
    (one ?? two ?? three ?? '').replaceAll(/\$\{[^}]*\}/g, ''),
  );
  const between = [...code.matchAll(/>([^<>{}=;]+)</g)].map(([, text]) => text!);
  return [...quoted, ...between].filter(
    (text) => /^\s*[A-Z]/.test(text) || /^[\w\s,.']+ [\w\s,.']+$/.test(text.trim()),
  );
}

test('pages and messages have one spelling, the American one of the specification', () => {
  const files = globSync('{platform,people,content,features,site}/**/{contract,web}/**/*.{ts,tsx}').filter(
    (file) => !/\.(test|gen)\./.test(file),
  );
  const faults = files.flatMap((file) =>
    textsOf(readFileSync(file, 'utf8'))
      .filter((text) => british.test(text))
      .map((text) => `${file}: ${text.trim().slice(0, 100)}`),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(faults).toEqual([]);
});
