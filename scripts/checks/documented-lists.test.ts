import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { topics } from '#site/contract/contract.ts';
import { features } from '#site/server/app.ts';
import { packageRoot } from '#platform/server/config.ts';

/** A part of a document: from a heading or the beginning of a line to the next heading or empty line. */
function partOf(file: string, begin: string, end: string): string {
  const text = readFileSync(path.join(packageRoot(), file), 'utf8').split(`\n${begin}`)[1];
  if (text === undefined) throw new Error(`${file} lacks "${begin}".`);
  return text.split(end, 1)[0]!;
}
const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);

test('ARCHITECTURE.md names every event and every query between features', () => {
  const named = (begin: string): string[] => quoted(partOf('ARCHITECTURE.md', begin, '\n')).toSorted();
  expect(named('The events: ')).toEqual(
    features.flatMap((feature) => (feature.emits ?? []).map(({ name }) => name)).toSorted(),
  );
  expect(named('The queries: ')).toEqual(
    features.flatMap((feature) => (feature.asks ?? []).map(({ name }) => name)).toSorted(),
  );
});

test('docs/api.md has every topic with its events', () => {
  const rows = partOf('docs/api.md', '| topic |', '\n\n').split('\n').slice(2);
  const line = (topic: string, events: readonly string[]): string => `${topic}: ${events.toSorted().join(', ')}`;
  const named = rows.flatMap((row) => {
    const [, names = '', , events = ''] = row.split('|');
    return quoted(names).map((name) => line(name, quoted(events)));
  });
  const declared = Object.values(topics).map(({ pattern, events }) => line(pattern, Object.keys(events)));
  expect(named.toSorted()).toEqual(declared.toSorted());
});

/** Icons and the like, which browsers find by themselves, and pages of development. */
const unlisted =
  /^\/(?:logo|look|previews|dev|manifest|offline|favicon|apple-touch|icon-|api\/v1\/(?:files|mail|payments)|unsubscribe)/;

test('docs/api.md has every address that does not answer JSON', () => {
  const named = new Set(quoted(partOf('docs/api.md', '| address |', '\n\n')).map((name) => name.replace(/\?.*$/, '')));
  const declared = features.flatMap((feature) => [
    ...(feature.documents ?? []).map((document) => document.path),
    ...(feature.rawRoutes ?? []).map((route) => route.path),
  ]);
  expect([...new Set(declared)].filter((address) => !unlisted.test(address) && !named.has(address))).toEqual([]);
});
