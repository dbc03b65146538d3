import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** The unit tests of what is mutated, as Stryker runs them: in one process, and without a database. */
export default defineConfig({
  root: path.join(import.meta.dirname, '../..'),
  test: {
    environment: 'node',
    include: [
      'content/core/server/policies.test.ts',
      'content/moderation/server/rules/staff.test.ts',
      'people/ledger/server/rules.test.ts',
      'features/{parties,payments}/server/rules.test.ts',
      'content/rights/server/rules.test.ts',
      'platform/server/archive/directory.test.ts',
      'features/parties/web/sync/{nudges,stage-times,sync}.test.ts',
    ],
    setupFiles: ['./site/testing/setup.ts'],
    restoreMocks: true,
  },
});
