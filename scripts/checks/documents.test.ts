import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot, settings } from '#server/config.ts';

const root = packageRoot();
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).map((file) => file.replaceAll('\\', '/'));
const files = globSync(['*.*', '.*.json', '{.ci,bench,contract,docs,e2e,scripts,server,web}/**/*.*'], {
  cwd: root,
}).map((file) => `/${file.replaceAll('\\', '/')}`);

/** What a pattern's first group finds in a text, each once. */
const all = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map((one) => one[1]!)),
];

/** Named as examples of what is still to be made, or made by the running site. */
const examples = /samples|NNNN|^openapi\.json$/;
/** Read by tests and tools, not by the site. */
const variablesOfTests = [
  'TEST_DATABASE_LOOPBACK',
  'TEST_DATABASE_URL',
  'TEST_LOG_LEVEL',
  'TEST_POSTGRES',
  'TEST_TENTH',
  'LATE_CODE',
  'LATE_ANSWERS',
];

test('there are documents to check', () => {
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/operating.md']));
});

describe.each(documents)('%s', (document) => {
  const text = read(document);

  test('links and pictures lead to files that are there', () => {
    const targets = all(text, /\]\(([^)\s]+)\)/g).filter((target) => !/^(https?:|mailto:|#)/.test(target));
    const missing = targets.filter(
      (target) => !existsSync(path.join(root, path.dirname(document), target.split('#', 1)[0]!)),
    );
    expect(missing).toEqual([]);
  });

  test('files that it names are there, under this name or the end of it', () => {
    const named = all(text, /`([\w.][\w./-]*\.(?:tsx?|json|md|css|sql))`/g).filter((name) => !examples.test(name));
    expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name.replace(/^\.?\//, '')}`)))).toEqual([]);
  });

  test('commands that it names are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...all(text, /npm run (?:--silent )?([a-z][\w:-]*)/g), ...all(text, /npm (start|test)\b/g)];
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    const tools = all(text, /npx ([\w-]+)/g);
    expect(tools.filter((name) => !existsSync(path.join(root, 'node_modules/.bin', name)))).toEqual([]);
  });
});

test.each(['README.md', 'CONTRIBUTING.md', 'docs/operating.md'])(
  'environment variables that %s sets or marks are read by the site',
  (document) => {
    const text = read(document);
    const named = [...all(text, /\b([A-Z][A-Z_]{2,})=/g), ...all(text, /`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`/g)];
    const known = new Set<string>([...settings.map(({ name }) => name), ...variablesOfTests]);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  },
);
