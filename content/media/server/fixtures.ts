import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FilePurpose } from '#content/media/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { resolveViewer } from '#people/accounts/server/sessions/session-reader.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { wavOf } from '#site/testing/wav.ts';
import { publishFileChanged } from './live.ts';
import { renditionKey } from './rules.ts';
import { type FileRow, type RenditionRow, fileById } from './store.ts';
import { appendToTransfer, startTransfer, finishTransfer } from './transfers/transfers.ts';
import { transferById } from './transfers/transfers-store.ts';

/** Transfers a file as the endpoint does, without the network. @returns the id of the staged file. */
export async function makeFile(
  ctx: Context,
  owner: { readonly cookie: string },
  content: Uint8Array,
  overrides: { name?: string; purpose?: FilePurpose } = {},
): Promise<string> {
  const viewer = await resolveViewer(ctx, owner.cookie);
  if (!viewer) throw new Error('The owner has no session.');
  const id = newId(ctx.clock.now());
  await startTransfer(ctx, viewer, id, {
    length: content.length,
    name: overrides.name ?? 'file.png',
    purpose: overrides.purpose ?? 'upload',
  });
  await appendToTransfer(ctx, (await transferById(ctx.db, id))!, Readable.from([content]), 0);
  await finishTransfer(ctx, id);
  return id;
}

/** What processing has made of a sound. */
interface Processed {
  readonly file: FileRow;
  /** Of its renditions, in their order. */
  readonly contents: readonly Buffer[];
}

/** By this many bytes, less than a second of any sound of the tests: sounds of about one length are alike. */
const ALIKE_BYTES = 10_000;
const processed = new Map<number, Promise<Processed>>();
let sounds = 0;

/**
 * A unique sound, transferred and processed: ready at once. The first of its length is really processed; of further
 * ones the same is found, rows and stored files alike, without starting ffmpeg for each. What processing does is
 * tested with `makeFile`.
 * @returns the id of the staged file.
 */
export async function makeSound(
  ctx: Context,
  owner: { readonly cookie: string },
  { name = 'loop.wav', content = wavOf(20_000 + sounds++ * 4) }: { name?: string; content?: Uint8Array } = {},
): Promise<string> {
  // No job comes between.
  const withoutJobs = { ...ctx, jobs: { ...ctx.jobs, enqueue: async () => {} } };
  const id = await makeFile(withoutJobs, owner, content, { name });
  const about = Math.floor(content.length / ALIKE_BYTES);
  const before = processed.get(about);
  if (before) await putInPlace(ctx, id, await before);
  else {
    const work = import('./processing/process.ts').then(async ({ processFile }) => {
      await processFile(withoutJobs, id);
      await ctx.db.rows(sql`UPDATE files SET analysis = 'done' WHERE id = ${id}`);
      return await whatWasMade(ctx, id);
    });
    processed.set(about, work);
    await work;
  }
  return id;
}

async function whatWasMade(ctx: Context, id: string): Promise<Processed> {
  const file = (await fileById(ctx.db, id))!;
  const contents = file.renditions.map(async ({ key }) => await buffer((await ctx.storage.read(key))!.body));
  return { file, contents: await Promise.all(contents) };
}

async function putInPlace(ctx: Context, id: string, { file: model, contents }: Processed): Promise<void> {
  const { key: fileKey, owner_id: ownerId } = (await fileById(ctx.db, id))!;
  const keyOf = ({ name, key }: RenditionRow): string => renditionKey(fileKey, name, path.extname(key).slice(1));
  for (const [at, row] of model.renditions.entries())
    await ctx.storage.put(keyOf(row), contents[at]!, { contentType: row.content_type, bytes: row.bytes });
  await ctx.db.tx(async (tx) => {
    await tx.rows(sql`
      UPDATE files SET processing = ${model.processing}, processing_reason = ${model.processing_reason}, tries = 1,
        duration_ms = ${model.duration_ms}, wave = ${model.wave}, loudness = ${model.loudness},
        true_peak = ${model.true_peak}, analysis = 'done', tags = ${JSON.stringify(model.tags)}::jsonb
      WHERE id = ${id}`);
    for (const row of model.renditions)
      await tx.rows(sql`
        INSERT INTO file_renditions (file_id, name, key, content_type, bytes, width, height)
        VALUES (${id}, ${row.name}, ${keyOf(row)}, ${row.content_type}, ${row.bytes}, ${row.width}, ${row.height})`);
    await publishFileChanged(ctx, tx, { id, ownerId, processing: model.processing });
  });
}

/** A client of the transfer endpoint over the network: one call, one request of the protocol. */
export class TransferClient {
  readonly base: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** @param base such as `http://127.0.0.1:3000` */
  constructor(base: string, as: { readonly cookie: string } | null) {
    this.base = base;
    this.#headers = { 'tus-resumable': '1.0.0', ...(as && { cookie: as.cookie }) };
  }

  /** Starts a transfer. @returns the answer; its `location` is the transfer. */
  create(length: number, metadata: Readonly<Record<string, string>> = {}): Promise<Response> {
    const pairs = Object.entries(metadata).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`);
    return this.#send('POST', '/api/v1/files/uploads', {
      'upload-length': String(length),
      ...(pairs.length > 0 && { 'upload-metadata': pairs.join(',') }),
    });
  }

  head(location: string): Promise<Response> {
    return this.#send('HEAD', location);
  }

  patch(
    location: string,
    offset: number,
    body: Uint8Array | ReadableStream,
    signal: AbortSignal | null = null,
  ): Promise<Response> {
    return this.#send(
      'PATCH',
      location,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body,
      signal,
    );
  }

  cancel(location: string): Promise<Response> {
    return this.#send('DELETE', location);
  }

  /** A whole transfer in parts. @returns the last answer, and the id of the file. */
  async transfer(
    content: Uint8Array,
    metadata: Readonly<Record<string, string>> = {},
    partBytes = 8 * 1024 * 1024,
  ): Promise<{ id: string; answer: Response }> {
    let answer = await this.create(content.length, metadata);
    const location = answer.headers.get('location');
    if (location === null) return { id: '', answer };
    for (let at = 0; at < content.length && answer.ok; at += partBytes)
      answer = await this.patch(location, at, content.subarray(at, at + partBytes));
    return { id: location.split('/').at(-1)!, answer };
  }

  #send(
    method: string,
    address: string,
    headers: Readonly<Record<string, string>> = {},
    body: Uint8Array | ReadableStream | null = null,
    signal: AbortSignal | null = null,
  ): Promise<Response> {
    return fetch(new URL(address, this.base), {
      method,
      headers: { ...this.#headers, ...headers },
      ...(body && { body: body as BodyInit, duplex: 'half' as const }),
      signal,
    });
  }
}
