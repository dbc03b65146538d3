import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The file of the database template: an empty database with every migration applied, which makes a first start take
 * half a second instead of several. Its name carries the migrations' hash, so that a stale one is never used.
 * `npm run build` makes it; without it a first start migrates an empty database.
 */
export function templateFile(root: string, migrationsHash: string): string {
  return path.join(root, 'dist', `database-template-${migrationsHash}.tar`);
}

/** The template to start a new database from, if it has been made. */
export function madeTemplate(root: string, migrationsHash: string): string | undefined {
  const file = templateFile(root, migrationsHash);
  return existsSync(file) ? file : undefined;
}
