import { existsSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '#platform/server/config.ts';

/**
 * The folder in the data folder that a backup is unpacked into. It goes as the last step of a restore: while it is there,
 * the data folder holds a part of the backup at most.
 */
export function restoreFolder(dataDir: string): string {
  return path.join(dataDir, '.restore');
}

/** @throws {ConfigError} where a restore was interrupted: a site on half of its data would go on without the rest. */
export function refuseHalfRestored(dataDir: string): void {
  if (existsSync(restoreFolder(dataDir)))
    throw new ConfigError(
      `A restore into ${dataDir} is under way or was interrupted. Run the same restore command again; it starts from the beginning.`,
    );
}
