import path from 'node:path';
import type { Config } from '#server/config.ts';
import { makeDiskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

/** Opens the storage that the settings name. The S3 library is loaded only where it is used: it is large. */
export async function openStorage(config: Pick<Config, 'dataDir' | 's3'>): Promise<Storage> {
  if (config.s3 === null) return makeDiskStorage(path.join(config.dataDir, 'files'));
  const { makeS3Storage } = await import('./s3.ts');
  return makeS3Storage(config.s3);
}
