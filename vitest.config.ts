import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const everything = globSync('{bench,platform,people,content,features,site,scripts}/**/*.test.ts').map((file) =>
  file.replaceAll('\\', '/'),
);
const texts = new Map(everything.map((file) => [file, readFileSync(file, 'utf8')]));
const having = (pattern: RegExp): string[] => everything.filter((file) => pattern.test(texts.get(file)!));
/** A test that imports a world, or makes a database, needs a server. */
const allIntegration = having(/from '[^']*\/(?:world|testing\/database)\.ts'/);
/** `TEST_TENTH`: a tenth of them, the same ones until a name changes, for a further version of PostgreSQL. */
const isChosen = (file: string): boolean =>
  !process.env['TEST_TENTH'] || createHash('sha256').update(file).digest()[0]! % 10 === 0;
const integration = allIntegration.filter(isChosen);
/** What a file has mocked stays so in its process. */
const mocking = having(/\bvi\.mock\(/);
const mocked = (files: readonly string[]): string[] => files.filter((file) => mocking.includes(file));
const shared = (files: readonly string[]): string[] => files.filter((file) => !mocking.includes(file));
/** Small files that take long, for their time goes to other programs. */
const programs = having(/findDecoder|\/recordings\.ts'/).filter((file) => !allIntegration.includes(file));
const unit = everything.filter((file) => !allIntegration.includes(file) && !programs.includes(file));

const runFolder = './scripts/test-run-folder.ts';

/** Vite knows which files a change concerns; Node loads the program in half the time, and mocks no module. */
const isWatching = !process.argv.some((argument) => argument === 'run' || argument === '--run');

const onServer = [runFolder, './scripts/test-server.ts'];

/**
 * Small tests (`unit`), tests of and with other programs, and tests through the endpoints on a database (`integration`).
 * Projects run in the order of their names, large files of each first: what takes long must not begin last.
 */
export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: runFolder,
    setupFiles: ['./site/testing/setup.ts'],
    pool: 'forks',
    // One more than processors: some files wait for programs, leases and clocks most of their time.
    maxWorkers: 3,
    allowOnly: false,
    passWithNoTests: false,
    // Of a machine that does other things as well: nothing waits for them when all is well.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      // One process for many files: each has a site and a database of its own, and the program is loaded once.
      {
        extends: true,
        test: {
          name: 'integration',
          globalSetup: onServer,
          include: shared(integration),
          isolate: false,
          experimental: { viteModuleRunner: isWatching, nodeLoader: false },
        },
      },
      { extends: true, test: { name: 'integration-mocked', globalSetup: onServer, include: mocked(integration) } },
      { extends: true, test: { name: 'programs', include: shared(programs), isolate: false } },
      { extends: true, test: { name: 'unit', include: shared(unit), isolate: false } },
      { extends: true, test: { name: 'unit-mocked', include: mocked([...programs, ...unit]) } },
    ],
  },
});
