import { defineConfig } from 'drizzle-kit';

/** The tables of every feature; `npm run db:generate` compares them with the last snapshot and writes a migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./{people,content,features}/*/server/tables.ts', './platform/server/*/tables.ts'],
  // The check of `npm test` compares in a folder of its own.
  out: process.env['MIGRATIONS_OUT'] ?? './site/migrations',
});
