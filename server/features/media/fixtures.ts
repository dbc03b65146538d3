import { Readable } from 'node:stream';
import type { FilePurpose } from '#contract/limits/media.ts';
import type { Context } from '#server/context.ts';
import { resolveViewer } from '#server/features/accounts/sessions/session-reader.ts';
import { sql } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { wavOf } from '#server/testing/wav.ts';
import { publishFileChanged } from './live.ts';
import { renditionKey } from './rules.ts';
import { fileById } from './store.ts';
import { appendToTransfer, startTransfer, finishTransfer } from './transfers.ts';
import { transferById } from './transfers-store.ts';
import { waveOf } from './wave.ts';

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

/** An outline: minima, maxima and root mean squares, the same everywhere. */
const [minima, maxima, means] = [-16, 15, 9].map((level) => new Int8Array(1000).fill(level)) as [
  Int8Array,
  Int8Array,
  Int8Array,
];
const wave = waveOf(new Uint8Array(Int8Array.of(...minima, ...maxima, ...means).buffer));
const zoom = new Uint8Array(Int8Array.of(...minima, ...maxima).buffer);
let sounds = 0;

/**
 * A unique sound, transferred and ready at once: with rows and stored files as processing makes them, but without
 * ffmpeg. What is played of it are the bytes of the sound itself. What processing does is tested with `makeFile`, and
 * that this looks the same, in `processing.test.ts`.
 * @param overrides.content of `wavOf`
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
  const durationMs = Math.round((content.length - 44) / 88.2);
  const { key: fileKey, owner_id: ownerId } = (await fileById(ctx.db, id))!;
  const made = [
    { name: 'zoom', key: renditionKey(fileKey, 'zoom', 'bin'), type: 'application/octet-stream', content: zoom },
    { name: 'stream', key: renditionKey(fileKey, 'stream', 'm4a'), type: 'audio/mp4', content },
  ];
  for (const one of made)
    await ctx.storage.put(one.key, one.content, { contentType: one.type, bytes: one.content.length });
  await ctx.db.tx(async (tx) => {
    await tx.rows(sql`
      UPDATE files SET processing = 'done', tries = 1, duration_ms = ${durationMs},
        wave = ${wave}, loudness = ${durationMs < 400 ? null : -24.6}, true_peak = -16.3, analysis = 'done'
      WHERE id = ${id}`);
    for (const one of made)
      await tx.rows(sql`
        INSERT INTO file_renditions (file_id, name, key, content_type, bytes)
        VALUES (${id}, ${one.name}, ${one.key}, ${one.type}, ${one.content.length})`);
    await publishFileChanged(ctx, tx, { id, ownerId, processing: 'done' });
  });
  return id;
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
