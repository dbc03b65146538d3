import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { type StoreHealth, type StoreLimits, makeStoreHealth } from './s3-health.ts';
import { type FileMeta, type Storage, StorageFull, StorageGone, type StoredFile, checkKey } from './storage.ts';

/** The bucket and its credentials. */
export interface S3Settings {
  /** Null: Amazon's own, by region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Path-style addressing: the bucket is in the path instead of the host name. */
  readonly forcePathStyle: boolean;
}

/** Bytes of one part: 10,000 of them, the most that S3 takes, make 80 GB. At most two are in memory. */
const PART_BYTES = 8 * 1024 * 1024;

const MAX_SOCKETS = 2000;
/** Timeout in milliseconds of requests without a waiting reader: a list of a large bucket, the end of a multipart upload. */
const SLOW_MS = 60_000;
/** Timeout in milliseconds for sending a part: 50 KB/s. */
const sendingMs = (bytes: number): number => bytes / 50;

/**
 * Files in one bucket of an S3 store. The specification's buckets are the first part of the key, as on disk.
 * @param limits other than the usual ones, for tests
 */
export function makeS3Storage(settings: S3Settings, limits?: StoreLimits): Storage {
  const { bucket: Bucket } = settings;
  const client = clientOf(settings);
  const store = makeStoreHealth(
    (options) => client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }), options),
    limits,
  );
  const stat = async (Key: string): Promise<StoredFile | null> => {
    checkKey(Key);
    const head = await orMissing(store.ask((options) => client.send(new HeadObjectCommand({ Bucket, Key }), options)));
    return head
      ? {
          key: Key,
          bytes: head.ContentLength ?? 0,
          contentType: head.ContentType ?? 'application/octet-stream',
          modifiedAt: head.LastModified ?? new Date(0),
        }
      : null;
  };

  const put = makeUploader(client, Bucket, store, stat);
  const read: Storage['read'] = async (Key, range) => {
    checkKey(Key);
    const object = await orMissing(
      store.ask((options) =>
        client.send(
          new GetObjectCommand({ Bucket, Key, ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
          options,
        ),
      ),
    );
    if (!object?.Body) return null;
    const whole = Number(object.ContentRange?.split('/')[1] ?? object.ContentLength ?? 0);
    return { bytes: whole, body: store.guarded(object.Body as Readable) };
  };

  return {
    stat,
    read,
    async send(key, range, begin) {
      const stored = await read(key, range ?? undefined);
      if (!stored) return false;
      const target = begin();
      await pipeline(stored.body, target).catch(() => void target.destroy());
      return true;
    },
    put: (key, content, meta) => put(key, content instanceof Uint8Array ? one(content) : content, meta),
    async take(key, file, meta) {
      const stored = await put(key, createReadStream(file, { highWaterMark: 1024 * 1024 }), meta);
      await rm(file, { force: true });
      return stored;
    },
    async remove(Key) {
      checkKey(Key);
      await asStorageFull(store.ask((options) => client.send(new DeleteObjectCommand({ Bucket, Key }), options)));
    },
    async *list(Prefix) {
      let token: string | undefined;
      do {
        const page = await asStorageFull(
          store.ask(
            (options) =>
              client.send(
                new ListObjectsV2Command({ Bucket, Prefix, ...(token && { ContinuationToken: token }) }),
                options,
              ),
            SLOW_MS,
          ),
        );
        for (const object of page.Contents ?? []) {
          yield { key: object.Key ?? '', bytes: object.Size ?? 0, modifiedAt: object.LastModified ?? new Date(0) };
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
    async localFile(key, folder) {
      const stored = await read(key);
      if (!stored) return null;
      const file = path.join(folder, path.basename(key));
      await asStorageFull(pipeline(stored.body, createWriteStream(file, { mode: 0o600 })));
      return file;
    },
    async check(abortSignal) {
      try {
        await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }), { abortSignal });
      } catch (error) {
        const name = error instanceof Error ? error.name : '';
        const why = name === 'NoSuchBucket' ? 'there is no such bucket' : error instanceof Error ? error.message : name;
        throw new StorageGone(`The bucket ${Bucket} cannot be used: ${why}.`, { cause: error });
      }
    },
    space: () => Promise.resolve(null),
    close: () => client.destroy(),
    sweep: (before) => sweepParts(client, Bucket, store, before),
  };
}

function clientOf(settings: S3Settings): S3Client {
  return new S3Client({
    ...(settings.endpoint !== null && { endpoint: settings.endpoint }),
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Each body is signed with its SHA-256 as it is; the newer trailing checksums are unknown to many other stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 4,
    requestHandler: {
      // Each reader of a file holds a connection for as long as it plays: the usual 50 would be taken by paused
      // players.
      httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
      connectionTimeout: 5000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
    },
  });
}

/** Puts a content into the store. */
function makeUploader(
  client: S3Client,
  Bucket: string,
  store: StoreHealth,
  stat: (Key: string) => Promise<StoredFile | null>,
) {
  /** One request for what fits into one part, a multipart upload for the rest: either is there whole or not at all. */
  return async (Key: string, content: AsyncIterable<Uint8Array>, meta: FileMeta): Promise<StoredFile> => {
    checkKey(Key);
    const target = { Bucket, Key };
    let uploadId: string | undefined;
    const sent: { PartNumber: number; ETag: string | undefined }[] = [];
    let sending: Promise<void> | null = null;
    const send = async (number: number, Body: Buffer): Promise<void> => {
      uploadId ??= (
        await asStorageFull(
          store.ask((options) =>
            client.send(new CreateMultipartUploadCommand({ ...target, ContentType: meta.contentType }), options),
          ),
        )
      ).UploadId;
      const { ETag } = await asStorageFull(
        store.ask(
          (options) =>
            client.send(new UploadPartCommand({ ...target, UploadId: uploadId, PartNumber: number, Body }), options),
          sendingMs(Body.length),
        ),
      );
      sent.push({ PartNumber: number, ETag });
    };
    try {
      let number = 0;
      for await (const part of parts(content)) {
        if (part.last && number === 0) {
          await asStorageFull(
            store.ask(
              (options) =>
                client.send(
                  new PutObjectCommand({ ...target, Body: part.body, ContentType: meta.contentType }),
                  options,
                ),
              sendingMs(part.body.length),
            ),
          );
          return (await stat(Key))!;
        }
        await sending;
        if (part.body.length === 0) break;
        sending = send(++number, part.body);
        // Awaited before the next part; until then this handler prevents an unhandled rejection.
        sending.catch(() => {});
      }
      await sending;
      await asStorageFull(
        store.ask(
          (options) =>
            client.send(
              new CompleteMultipartUploadCommand({ ...target, UploadId: uploadId, MultipartUpload: { Parts: sent } }),
              options,
            ),
          SLOW_MS,
        ),
      );
    } catch (error) {
      await sending?.catch(() => {});
      if (uploadId !== undefined)
        await store
          .ask((options) => client.send(new AbortMultipartUploadCommand({ ...target, UploadId: uploadId }), options))
          .catch(() => {});
      throw error;
    }
    return (await stat(Key))!;
  };
}

/** Ends multipart uploads that began before a time. */
async function sweepParts(client: S3Client, Bucket: string, store: StoreHealth, before: Date): Promise<void> {
  let marker: { KeyMarker?: string; UploadIdMarker?: string } = {};
  for (;;) {
    const asked = store.ask(
      (options) => client.send(new ListMultipartUploadsCommand({ Bucket, ...marker }), options),
      SLOW_MS,
    );
    // A store that cannot list them removes them by its own lifecycle rule.
    const page = await asked.catch((error: unknown) =>
      asStoreError(error)?.name === 'NotImplemented' ? null : asStorageFull(Promise.reject<null>(error as Error)),
    );
    if (!page) return;
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Initiated && Initiated < before)
        await asStorageFull(
          store.ask((options) => client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), options)),
        );
    }
    if (!page.IsTruncated || !page.NextKeyMarker) return;
    marker = {
      KeyMarker: page.NextKeyMarker,
      ...(page.NextUploadIdMarker && { UploadIdMarker: page.NextUploadIdMarker }),
    };
  }
}

async function* one(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Splits a content into parts of one size; the last part is smaller, and empty after a full one. */
async function* parts(content: AsyncIterable<Uint8Array>): AsyncGenerator<{ body: Buffer; last: boolean }> {
  let buffered: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    let rest = chunk;
    while (size + rest.length >= PART_BYTES) {
      buffered.push(rest.subarray(0, PART_BYTES - size));
      rest = rest.subarray(PART_BYTES - size);
      const body = Buffer.concat(buffered);
      buffered = [];
      size = 0;
      yield { body, last: false };
    }
    if (rest.length > 0) {
      buffered.push(rest);
      size += rest.length;
    }
  }
  yield { body: Buffer.concat(buffered), last: true };
}

interface StoreError {
  readonly name: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

function asStoreError(error: unknown): StoreError | null {
  return error instanceof Error && !(error instanceof StorageFull) && !(error instanceof StorageGone) ? error : null;
}

const fullNames = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'ENOSPC']);

/** Translates an error of the store into an error of `Storage`. */
async function asStorageFull<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const storeError = asStoreError(error);
    if (!storeError) throw error;
    const code = 'code' in storeError ? String(storeError.code) : '';
    if (fullNames.has(storeError.name) || fullNames.has(code) || storeError.$metadata?.httpStatusCode === 507)
      throw new StorageFull('The file store is full.', { cause: error });
    throw new StorageGone('The file store does not answer as it should.', { cause: error });
  }
}

async function orMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const storeError = asStoreError(error);
    const isMissing = storeError && (storeError.name === 'NotFound' || storeError.name === 'NoSuchKey');
    return isMissing ? null : await asStorageFull(Promise.reject<T>(error as Error));
  }
}
