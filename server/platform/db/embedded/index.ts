/** PostgreSQL inside the site's own process, for those who run no server; the application sees only a `pg.Pool`. */
export { DiskFullError } from './disk-watch.ts';
export type { FullDisk } from './full-disk-record.ts';
export { FolderInUseError } from './files/lock.ts';
export { openEmbeddedDatabase } from './open.ts';
export type { EmbeddedDatabase, EmbeddedDatabaseOptions } from './open.ts';
export { makeTemplate } from './template.ts';
export type { Log } from './worker/worker-host.ts';
