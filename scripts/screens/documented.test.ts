import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#platform/server/config.ts';
import { documented, pictureName, screensPage } from './documented.ts';

const docs = path.join(packageRoot(), 'docs');

test('the repository holds the pictures of the documentation and no others', () => {
  const names = documented.map(({ screen, width, theme }) => pictureName(screen, width, theme));
  expect(readdirSync(path.join(docs, 'screens')).toSorted()).toEqual(names.toSorted());
  expect(new Set(documented.map(({ theme }) => theme))).toEqual(new Set(['dark', 'light']));
});

test('the page of pictures shows each of them under its caption', () => {
  expect(readFileSync(path.join(docs, 'screens.md'), 'utf8')).toBe(screensPage());
});
