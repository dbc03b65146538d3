import { defineConfig } from 'drizzle-kit';

/** The tables of every feature; `npm run db:generate` compares them with the last snapshot and writes a migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/features/*/tables.ts', './server/platform/*/tables.ts'],
  out: './server/migrations',
});
