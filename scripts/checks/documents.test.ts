import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot, settings } from '#platform/server/config.ts';

const root = packageRoot();
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).map((file) => file.replaceAll('\\', '/'));
const files = globSync(
  ['*.*', '.*.json', '{.ci,bench,platform,people,content,features,site,docs,e2e,scripts}/**/*.*'],
  {
    cwd: root,
  },
).map((file) => `/${file.replaceAll('\\', '/')}`);

/** What a pattern's first group finds in a text, each once. */
const all = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map((one) => one[1]!)),
];

/** A text without its fenced code. */
const proseOf = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '');

/** Words as `wc -w` counts them, without what is generated between `<!-- name: … -->` and `<!-- /name -->`. */
const wordsOf = (text: string): number =>
  text
    .replaceAll(/<!-- (\w+): [\s\S]*?<!-- \/\1 -->/g, '')
    .split(/\s+/)
    .filter(Boolean).length;

/** The most words that a document may have, so that one person can know all of them. */
const budgets = { 'ARCHITECTURE.md': 2500, 'CONTRIBUTING.md': 1500, 'STYLE.md': 1200 } as const;
/** The same for all documents together but those that are generated whole. */
const TOTAL_BUDGET = 30_000;
const generated = new Set(['docs/permissions.md', 'docs/screens.md']);

/** All sources, in which the names of documents are looked for. */
const sources = files
  .filter((file) => /\.(?:tsx?|sql|json|css)$/.test(file) && !file.startsWith('/scripts/checks/documents'))
  .map((file) => read(file.slice(1)))
  .join('\n');
/** Where a link of a document can lead: its headings as the web shows them, and anchors that it sets. */
function anchorsOf(text: string): string[] {
  const headings = all(proseOf(text), /^#{1,6} (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...all(text, /<a id="([^"]+)">/g)];
}

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

  test('links and pictures lead to files that are there, and to headings in them', () => {
    const missing = all(text, /\]\(([^)\s]+)\)/g)
      .filter((target) => !/^(https?:|mailto:)/.test(target))
      .filter((target) => {
        const [name, anchor] = target.split('#', 2) as [string, string?];
        const file = name === '' ? document : path.join(path.dirname(document), name);
        if (!existsSync(path.join(root, file))) return true;
        return anchor !== undefined && !anchorsOf(read(file)).includes(anchor);
      });
    expect(missing).toEqual([]);
  });

  test('files that it names are there, under this name or the end of it', () => {
    const named = all(text, /`([\w.][\w./-]*\.(?:tsx?|json|md|css|sql))`/g).filter((name) => !examples.test(name));
    expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name.replace(/^\.?\//, '')}`)))).toEqual([]);
  });

  test('paths of the repository that it names are there', () => {
    const named = all(proseOf(text), /`((?:\.ci|bench|contract|docs|e2e|scripts|server|web)\/[\w./$-]*)`/g).filter(
      (name) => !examples.test(name),
    );
    expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  });

  test('what it places in a file stands in it: `name` in `file.ts`', () => {
    const placed = [...text.matchAll(/`([\w.]+)`(?:, `([\w.]+)`)*(?: and `([\w.]+)`)? (?:in|of) `([\w./-]+\.tsx?)`/g)];
    const wrong = placed.flatMap(([, first, second, third, file]) =>
      [first, second, third].filter((name) => {
        if (name === undefined || examples.test(file!)) return false;
        const places = files.filter((one) => one.endsWith(`/${file}`));
        return !places.some((one) => read(one.slice(1)).includes(name.split('.').at(-1)!));
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('functions, types and fields that it names are in the sources', () => {
    const named = all(proseOf(text), /`(?:[a-z]\w*\.)*([A-Za-z]\w*)(?:\([^`]*\))?`/g).filter((name) =>
      /[a-z][A-Z]/.test(name),
    );
    expect(named.filter((name) => !sources.includes(name))).toEqual([]);
  });

  test('commands that it names are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...all(text, /npm run (?:--silent )?([a-z][\w:-]*)/g), ...all(text, /npm (start|test)\b/g)];
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    const tools = all(text, /npx ([\w-]+)/g);
    expect(tools.filter((name) => !existsSync(path.join(root, 'node_modules/.bin', name)))).toEqual([]);
  });

  test('benchmarks that it names are there', () => {
    const options = all(read('bench/run.ts'), /^ {4}(\w+): \{ type: '/gm);
    const named = all(text, /(npm run bench -- [^`]*)`/g).flatMap((call) => all(call, /--([a-z][\w-]*)/g));
    expect(named.filter((name) => !options.includes(name))).toEqual([]);
  });
});

describe('the length of documents', () => {
  test.each(Object.entries(budgets))('%s has at most %i words', (document, most) => {
    expect(wordsOf(read(document))).toBeLessThanOrEqual(most);
  });

  test(`all together have at most ${TOTAL_BUDGET} words`, () => {
    const counted = documents.filter((document) => !generated.has(document));
    const total = counted.reduce((sum, document) => sum + wordsOf(read(document)), 0);
    expect(total).toBeLessThanOrEqual(TOTAL_BUDGET);
  });
});

describe('decisions', () => {
  const decisions = documents.filter((document) => document.startsWith('docs/decisions/'));

  test('have the number of their file, a date and a status', () => {
    const faults = decisions.filter((document) => {
      const number = path.basename(document).slice(0, 4);
      return !new RegExp(`^# ${number}: .+\\n\\nDate: \\d{4}-\\d{2}-\\d{2}\\. Status: (?:accepted|replaced)\\b`).test(
        read(document),
      );
    });
    expect(faults).toEqual([]);
  });

  test('say what was decided and what follows', () => {
    const parts = ['Context', 'Decision', 'Consequences'];
    const lacking = decisions.flatMap((document) =>
      parts.filter((part) => !read(document).includes(`\n## ${part}\n`)).map((part) => `${document}: ${part}`),
    );
    expect(lacking).toEqual([]);
  });
});

test('STYLE.md gives each term once', () => {
  const table = read('STYLE.md').split('\n## Terms\n')[1]!.split('\n## ')[0]!;
  const terms = [...table.matchAll(/^\| ([^|]+?) \|/gm)].slice(1).flatMap(([, cell]) => cell!.split(', '));
  expect(terms.length).toBeGreaterThan(20);
  expect(terms.filter((term, place) => terms.indexOf(term) !== place)).toEqual([]);
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
