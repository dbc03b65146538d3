import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const everything = globSync('{contract,server,scripts,web}/**/*.test.ts').map((file) => file.replaceAll('\\', '/'));
/** A test that imports a world opens a site on a database: these run again on a real PostgreSQL. */
const integration = everything.filter((file) => /from '[^']*\/world\.ts'/.test(readFileSync(file, 'utf8')));

/** Small tests (`unit`) and tests through the doors on a database (`integration`). */
export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: './scripts/test-databases.ts',
    pool: 'forks',
    maxWorkers: 2,
    allowOnly: false,
    passWithNoTests: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      { extends: true, test: { name: 'unit', include: everything.filter((file) => !integration.includes(file)) } },
      {
        extends: true,
        test: { name: 'integration', include: integration },
      },
    ],
  },
});
