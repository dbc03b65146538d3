/**
 * Integration tests that `npm test` runs on the embedded engine too, where it has a PostgreSQL server for all of them
 * (decision 0033): what a backend inside the process may do otherwise. Paths from the package's folder, or folders.
 */
export const embeddedTests: readonly string[] = [
  // What the platform builds on the engine: jobs, events, attempts, readiness, a database that is away.
  'server/platform/',
  // Many at once at the one backend: turns, locks, unique keys, transactions that wait.
  'server/testing/endpoints/at-once.test.ts',
  'server/features/ledger/ledger.test.ts',
  'server/features/ledger/storm.test.ts',
  'server/features/accounts/sign-in/throttle.test.ts',
  // Extensions, text search and the plans of lists; not how good an order is, nor what is known of sounds.
  'server/features/search/search.test.ts',
  'server/features/search/index.test.ts',
  'server/features/search/many.test.ts',
  'server/features/sharing/plans.test.ts',
  'server/features/moderation/queue/queue-plan.test.ts',
  // Migrations that move data.
  'server/features/moderation/queue/queue-migration.test.ts',
  'server/features/customization/activity-before.test.ts',
  // Commands, backups and restores of its folder, and bulk writes.
  'scripts/commands/',
  'scripts/demo/',
  // Every content type from draft to purge; every personal row in export and erasure.
  'server/features/content/content.test.ts',
  'server/features/content/lifecycle.test.ts',
  'server/features/accounts/leaving/',
  // Transfers that lock rows while bytes arrive.
  'server/features/media/transfers/transfers.test.ts',
  'server/testing/world.test.ts',
];

/**
 * Files of journeys whose sites have the embedded engine, where `npm test` has a PostgreSQL server for the others
 * (decision 0033): of each feature those that go through the most of it, and what that engine alone does.
 */
export const embeddedJourneys: readonly string[] = [
  // The first start, the first member, and a disk that is full.
  'setup',
  'first-post',
  'outages',
  'site-operations',
  'forum',
  'gallery',
  'profile',
  'notifications',
  'search',
  'archives',
  'sets',
  'parties',
  'payments',
  'admin-queue',
  'legal',
];
