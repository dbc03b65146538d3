import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#platform/server/config.ts';

/**
 * Makes the table of confusable characters from `confusables.txt` of Unicode (UTS #39). Run by hand when
 * Unicode has a newer one: `node scripts/confusables.ts confusables.txt`. A change of the table needs a migration that
 * sets `profiles.name_skeleton` to null, so that the skeletons are computed again.
 */
const [, , file] = process.argv;
if (file === undefined) throw new Error('Usage: node scripts/confusables.ts confusables.txt');
const text = readFileSync(file, 'utf8');
const version = /^# Version: ([\d.]+)$/m.exec(text)?.[1];
if (version === undefined) throw new Error('This is no confusables.txt of Unicode.');

const word = (codes: string): string =>
  codes
    .trim()
    .split(' ')
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .join('');
const plain = (letters: string): string =>
  letters
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();

const sources = new Map<string, string>();
for (const line of text.split('\n')) {
  const [source, target] = line.split(';');
  if (source === undefined || target === undefined || !/^[\dA-F]/.test(line)) continue;
  const [from, to] = [word(source), plain(word(target))];
  // ASCII is compared by rules of its own; what a normal form makes plain needs no row; marks are left out anyway.
  if ([...from].length !== 1 || from <= '\u{7f}' || from.normalize('NFKD') !== from) continue;
  const isAscii = /^[a-z\d]+$/.test(to);
  const isLetter = /^[\p{L}\p{N}]+$/u.test(from) && /^[\p{L}\p{N}]+$/u.test(to);
  if ((isAscii && /[\p{L}\p{N}\p{S}]/u.test(from)) || (isLetter && to !== plain(from)))
    sources.set(to, (sources.get(to) ?? '') + from);
}

const lines = [''];
for (const [to, from] of [...sources].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
  const entry = `${to}:${from}`;
  if (lines.at(-1)!.length + entry.length > 100) lines.push('');
  lines[lines.length - 1] += `${lines.at(-1) === '' ? '' : ' '}${entry}`;
}
writeFileSync(
  path.join(packageRoot(), 'people/profiles/server/rules/confusables.ts'),
  `/**
 * Characters that look like others: what they look like, a colon, and the characters. Made by \`scripts/confusables.ts\`
 * from confusables.txt of Unicode ${version} (UTS #39), © Unicode, Inc., under the Unicode License v3
 * (https://www.unicode.org/license.txt).
 */
export const confusables = \`
${lines.join('\n')}
\`;
`,
);
console.log(
  `${[...sources.values()].reduce((sum, from) => sum + [...from].length, 0)} characters of Unicode ${version}`,
);
