import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '#platform/server/storage/s3.ts';

/** A server on this machine that speaks S3. */
export interface S3Server {
  readonly settings: S3Settings;
  /** The same for a site's environment. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts one with an empty bucket, or with none. Storages that talk to it are closed before it. */
export async function startS3Server(buckets: readonly string[] = ['looproom']): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 'looproom-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: buckets.map((name) => ({ name })),
    // It miscounts the signature of a query with a slash in it.
    allowMismatchedSignatures: true,
  });
  const { port } = await server.run();
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'looproom',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    forcePathStyle: true,
  };
  return {
    settings,
    environment: {
      S3_BUCKET: settings.bucket,
      S3_ENDPOINT: settings.endpoint ?? '',
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
