import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '#platform/server/config.ts';
import { newerThanBrowsers } from '#scripts/bundle/browsers.ts';
import { largeFolders, leftOutTests, machineMarks, missingFeatureFiles, rawColours } from './files.ts';
import { type Import, importsOf } from './imports.ts';
import { folderCycles, importCycles, importRuleOf, withImportTable } from './import-rules.ts';

const value = (target: string): Import => ({ target, typeOnly: false, dynamic: false });
const type = (target: string): Import => ({ target, typeOnly: true, dynamic: false });

describe('reading imports', () => {
  test('resolves aliases and neighbours, and distinguishes types from values', () => {
    const text = [
      "import { a } from '#features/forum/contract/limits.ts';",
      "import type { B } from './b.ts';",
      "import { type C } from '../c.ts';",
      "import D, { type E } from 'zod';",
      "export * from './f.ts';",
      "export type { G } from './g.ts';",
      "const h = await import('./h.ts');",
      "import './style.css';",
      "// import { no } from './comment.ts'",
    ].join('\n');
    expect(importsOf('web/lib/x.ts', text)).toEqual([
      value('features/forum/contract/limits.ts'),
      type('web/lib/b.ts'),
      type('web/c.ts'),
      value('zod'),
      value('web/lib/style.css'),
      value('web/lib/f.ts'),
      type('web/lib/g.ts'),
      { ...value('web/lib/h.ts'), dynamic: true },
    ]);
  });
});

describe('the import rules', () => {
  test.each([
    ['features/forum/contract/endpoints.ts', value('zod')],
    ['features/forum/contract/endpoints.ts', value('features/forum/contract/limits.ts')],
    ['features/forum/contract/endpoints.ts', value('content/core/contract/shapes.ts')],
    ['features/forum/server/routes.ts', value('content/moderation/server/actions.ts')],
    ['features/forum/server/routes.ts', value('content/moderation/server/rules/banned-words.ts')],
    ['features/forum/server/routes.ts', value('content/core/server/lifecycle/create.ts')],
    ['features/forum/server/routes.ts', value('features/sets/server/store.ts')],
    ['features/forum/server/routes.ts', value('platform/server/ids.ts')],
    ['features/forum/server/forum.test.ts', value('site/testing/world.ts')],
    ['features/forum/server/forum.test.ts', value('scripts/postgres/postgres.ts')],
    ['platform/server/http/route.ts', type('platform/server/context.ts')],
    ['platform/server/http/refusal.ts', value('site/contract/failures.ts')],
    ['platform/contract/errors.ts', value('features/forum/contract/limits.ts')],
    ['site/server/app.ts', value('features/forum/server/feature.ts')],
    ['features/forum/web/post.tsx', value('features/forum/contract/limits.ts')],
    ['features/forum/web/post.tsx', type('features/forum/contract/endpoints.ts')],
    ['features/forum/web/post.tsx', value('people/profiles/web/person-line.tsx')],
    ['features/feed/web/card.tsx', value('features/player/web/track-player.tsx')],
    ['features/feed/web/card.tsx', value('people/accounts/web/auth-context.tsx')],
    ['site/web/shell/layout.tsx', value('features/player/web/bar/player-bar.tsx')],
    ['site/web/routes/forum.tsx', value('features/forum/web/post.tsx')],
    ['e2e/forum.spec.ts', value('features/forum/server/fixtures.ts')],
    ['e2e/forum.spec.ts', value('platform/web/lib/call.ts')],
  ])('%s may import %o', (file, found) => {
    expect(importRuleOf(file, found)).toBeNull();
  });

  test.each([
    ['features/forum/contract/endpoints.ts', value('platform/server/config.ts')],
    ['features/forum/contract/endpoints.ts', value('react')],
    ['content/moderation/server/routes.ts', value('features/forum/server/store.ts')],
    ['content/moderation/contract/endpoints.ts', type('features/forum/contract/endpoints.ts')],
    ['people/profiles/web/card.tsx', value('content/core/web/content-menu.tsx')],
    ['features/forum/server/routes.ts', value('content/moderation/server/routes.ts')],
    ['features/forum/server/routes.ts', value('content/core/server/feature.ts')],
    ['features/forum/server/routes.ts', type('features/sets/server/lists.ts')],
    ['features/forum/server/routes.ts', value('people/accounts/server/fixtures.ts')],
    ['features/forum/server/routes.ts', value('site/server/app.ts')],
    ['features/forum/server/routes.ts', value('scripts/tool.ts')],
    ['features/forum/server/forum.test.ts', value('features/forum/web/post.tsx')],
    ['platform/server/http/route.ts', value('features/forum/server/store.ts')],
    ['platform/server/http/route.ts', value('platform/server/context.ts')],
    ['platform/server/http/route.ts', value('people/accounts/contract/limits.ts')],
    ['site/server/site.ts', value('site/web/entry-server.tsx')],
    ['features/forum/web/post.tsx', value('features/forum/contract/endpoints.ts')],
    ['features/forum/web/post.tsx', type('platform/server/context.ts')],
    ['features/forum/web/post.tsx', value('features/home/web/home-page.tsx')],
    ['features/feed/web/card.tsx', value('people/accounts/web/auth-page.tsx')],
    ['platform/web/ui/controls/button.tsx', value('features/forum/web/post.tsx')],
    ['platform/web/lib/call.ts', value('platform/web/ui/controls/button.tsx')],
    ['bench/run.ts', value('platform/web/lib/call.ts')],
  ])('%s may not import %o', (file, found) => {
    expect(importRuleOf(file, found)).not.toBeNull();
  });
});

test('ARCHITECTURE.md shows the layers that are checked (npm run import-table)', () => {
  const document = readFileSync(path.join(packageRoot(), 'ARCHITECTURE.md'), 'utf8');
  const folders = globSync('{people,content,features}/*', { cwd: packageRoot() }).toSorted();
  expect(withImportTable(document, folders)).toBe(document);
});

describe('import cycles', () => {
  const cycles = (folder: string, back: Import): string[][] =>
    importCycles(
      new Map([
        [`${folder}/a.ts`, [value(`${folder}/b.ts`)]],
        [`${folder}/b.ts`, [{ ...back, target: `${folder}/a.ts` }]],
      ]),
    );
  const [server, web] = ['content/media/server', 'content/media/web'];

  test('count where they exist at run time, on the server through import() too', () => {
    expect(cycles(server, value(''))).toEqual([[`${server}/a.ts`, `${server}/b.ts`, `${server}/a.ts`]]);
    expect(cycles(server, type(''))).toEqual([]);
    expect(cycles(server, { ...value(''), dynamic: true })).toHaveLength(1);
    expect(cycles(web, { ...value(''), dynamic: true })).toEqual([]);
  });

  test('of folders count among the servers of features', () => {
    const between = (back: Import): string[][] =>
      folderCycles(
        new Map([
          ['people/friends/server/a.ts', [value('people/accounts/server/store.ts')]],
          ['people/accounts/server/b.ts', [back]],
        ]),
      );
    expect(between(value('people/friends/server/store.ts'))).toEqual([
      ['people/friends', 'people/accounts', 'people/friends'],
    ]);
    expect(between(type('people/friends/server/store.ts'))).toEqual([]);
    expect(between(value('people/friends/contract/limits.ts'))).toEqual([]);
  });
});

test('a raw colour is found, but not in comments, anchors or the places for colours', () => {
  expect(rawColours('platform/web/ui/controls/button.tsx', "const c = '#ff6b35'; const d = '#1a2';")).toEqual([
    '#ff6b35',
    '#1a2',
  ]);
  expect(rawColours('platform/web/ui/controls/button.tsx', "// #ff6b35\n/* #ff6b35 */ const link = '#feed';")).toEqual(
    [],
  );
  expect(rawColours('platform/web/styles/tokens.css', '--a: #ff6b35')).toEqual([]);
});

test('a skipped or focused test is found', () => {
  const left = ['only', 'skip'].map((word) => `test.${word}('x', () => {})`).join('\n');
  expect(leftOutTests(left)).toHaveLength(2);
  expect(leftOutTests("test.skipIf(windows)('x', () => {}); test.describe.configure({})")).toEqual([]);
});

test('what the oldest browsers lack is found in sources for the browser', () => {
  expect(newerThanBrowsers('const a = URL.parse(b); map.values().map(f);')).toHaveLength(2);
  expect(newerThanBrowsers('// URL.parse(x)\nObject.values(x).map(f); [...map.values()].map(f)')).toEqual([]);
});

test('marks of one machine are found', () => {
  const home = ['', 'home', 'somebody', 'file'].join('/');
  const registry = ['https:/', 'registry.example.org', 'a.tgz'].join('/');
  expect(machineMarks(`${home} and ${registry}`)).toEqual([
    ['', 'home', 'somebody'].join('/'),
    ['https:/', 'registry.example.org'].join('/'),
  ]);
  expect(machineMarks('a relative/home/page and /homework')).toEqual([]);
});

test('a feature has a feature.ts, tests, and a store for its tables', () => {
  expect(missingFeatureFiles('kits', ['feature.ts', 'tables.ts', 'store.ts', 'kits.test.ts'])).toEqual([]);
  expect(missingFeatureFiles('kits', ['tables.ts'])).toEqual([
    'feature.ts',
    'store.ts (it has tables)',
    'kits.test.ts',
  ]);
});

test('a folder with more than 25 files is found, but no list of features or journeys', () => {
  const filesOf = (folder: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${folder}/file-${at}.ts`);
  expect(
    largeFolders([...filesOf('platform/web/lib', 25), ...filesOf('platform/web/lib/socket', 9), ...filesOf('e2e', 80)]),
  ).toEqual([]);
  expect(largeFolders(filesOf('platform/web/lib', 26))).toEqual([{ folder: 'platform/web/lib', count: 26 }]);
});
