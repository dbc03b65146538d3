import { Readable } from 'node:stream';
import type { FilePurpose } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import { resolveViewer } from '#server/features/accounts/session-reader.ts';
import { newId } from '#server/platform/ids.ts';
import { appendToUpload, beginUpload, finishUpload } from './uploads.ts';
import { uploadById } from './uploads-store.ts';

/** Uploads a file as the door does, without the network. @returns the id of the staged file. */
export async function makeFile(
  ctx: Context,
  owner: { readonly cookie: string },
  content: Uint8Array,
  overrides: { name?: string; purpose?: FilePurpose } = {},
): Promise<string> {
  const viewer = await resolveViewer(ctx, owner.cookie);
  if (!viewer) throw new Error('The owner has no session.');
  const id = newId(ctx.clock.now());
  await beginUpload(ctx, viewer, id, {
    length: content.length,
    name: overrides.name ?? 'file.png',
    purpose: overrides.purpose ?? 'upload',
  });
  await appendToUpload(ctx, (await uploadById(ctx.db, id))!, Readable.from([content]), 0);
  await finishUpload(ctx, id);
  return id;
}

/** A client of the upload door over the network: one call, one request of the protocol. */
export class UploadClient {
  readonly base: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** @param base such as `http://127.0.0.1:3000` */
  constructor(base: string, as: { readonly cookie: string } | null) {
    this.base = base;
    this.#headers = { 'tus-resumable': '1.0.0', ...(as && { cookie: as.cookie }) };
  }

  /** Begins an upload. @returns the answer; its `location` is the upload. */
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

  /** A whole upload in parts. @returns the last answer, and the id of the file. */
  async upload(
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
