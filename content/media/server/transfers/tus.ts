import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { DataStore, Server, Upload } from '@tus/server';
import { media } from '#content/media/contract/limits.ts';
import type { ErrorCode } from '#platform/contract/errors.ts';
import type { Context } from '#platform/server/context.ts';
import type { Exchange } from '#platform/server/http/raw-route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { API_PREFIX } from '#platform/server/http/server.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { isId, newId } from '#platform/server/ids.ts';
import { makeLocker } from './locks.ts';
import { markRemoved, fileById } from '#content/media/server/store.ts';
import { appendToTransfer, startTransfer, discardTransfer, finishTransfer, receivedBytes } from './transfers.ts';
import { transferById } from './transfers-store.ts';
import { sql } from '#platform/server/db/database.ts';

/** The request that the protocol's library works on, for what it calls back. */
interface Running {
  readonly viewer: Viewer;
  expiresAt: Date | null;
  error: unknown;
}
const running = new AsyncLocalStorage<Running>();

/** The store of transfers for the protocol's library: rows for the facts, a folder for the bytes. */
class TransferStore extends DataStore {
  readonly #ctx: Context;

  constructor(ctx: Context) {
    super();
    this.#ctx = ctx;
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const { viewer } = running.getStore()!;
    await startTransfer(this.#ctx, viewer, upload.id, {
      length: upload.size ?? 0,
      name: upload.metadata?.['filename'] ?? '',
      purpose: upload.metadata?.['purpose'] ?? 'upload',
    });
    await checkOwn(this.#ctx, upload.id);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await transferById(this.#ctx.db, id);
    if (upload) {
      const offset = await receivedBytes(this.#ctx, upload);
      if (offset === null) throw new Refusal('upload_expired');
      return new Upload({ id, size: upload.length, offset });
    }
    const file = await fileById(this.#ctx.db, id);
    if (!file) throw new Refusal('upload_expired');
    return new Upload({ id, size: file.bytes, offset: file.bytes });
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const upload = await transferById(this.#ctx.db, id);
    // Finished meanwhile: there is nothing left to add.
    return upload && upload.key === null ? await appendToTransfer(this.#ctx, upload, content, offset) : offset;
  }

  override async remove(id: string): Promise<void> {
    const upload = await transferById(this.#ctx.db, id);
    if (upload) await discardTransfer(this.#ctx, upload);
    else if ((await markRemoved(this.#ctx.db, sql`id = ${id} AND state = 'staged'`, this.#ctx.clock.now())) === 0)
      throw new Refusal('file_in_use');
  }
}

/** Hides other members' transfers. @throws {Refusal} `not_found`, `upload_expired` */
async function checkOwn(ctx: Context, id: string): Promise<void> {
  const call = running.getStore()!;
  const upload = isId(id) ? await transferById(ctx.db, id) : null;
  const owner = upload?.owner_id ?? (isId(id) ? (await fileById(ctx.db, id))?.owner_id : undefined);
  if (owner !== call.viewer.profileId) throw new Refusal('not_found');
  if (!upload) return;
  if (upload.expires_at <= ctx.clock.now()) throw new Refusal('upload_expired');
  call.expiresAt = upload.expires_at;
}

const servers = new WeakMap<Context, Server>();

function serverOf(ctx: Context): Server {
  const cached = servers.get(ctx);
  if (cached) return cached;
  const server = new Server({
    path: `${API_PREFIX}/files/uploads`,
    relativeLocation: true,
    // CORS: no other site may transfer files; without a list the library would allow all.
    allowedOrigins: [],
    datastore: new TransferStore(ctx),
    locker: makeLocker(),
    lockDrainTimeout: 1000,
    namingFunction: () => newId(ctx.clock.now()),
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return;
      await checkOwn(ctx, id);
      if (request.method !== 'HEAD') return;
      // The last answer may have been lost: a request for the offset gets a finished transfer, or the refusal.
      const upload = await transferById(ctx.db, id);
      if (upload && (await receivedBytes(ctx, upload)) === upload.length) await finishTransfer(ctx, id);
    },
    async onUploadFinish(_request, upload) {
      await finishTransfer(ctx, upload.id);
      running.getStore()!.expiresAt = null;
      return {};
    },
    onResponseError(_request, error) {
      running.getStore()!.error = error;
      return undefined;
    },
  });
  servers.set(ctx, server);
  return server;
}

/** Milliseconds of silence after which a connection counts as lost; the transfer can be resumed over another. */
const IDLE_MS = 60_000;

/** What the library's own answers are in our words. */
const codes: Readonly<Record<number, ErrorCode>> = {
  404: 'not_found',
  409: 'upload_conflict',
  410: 'upload_expired',
  413: 'too_large',
  501: 'upload_malformed',
};

/**
 * Answers one request of the tus protocol (1.0.0, with creation, termination and expiration).
 * @throws {Refusal} {StorageFull} {StorageGone}
 */
export async function answerTransfer(ctx: Context, viewer: Viewer, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  if (Number(request.headers['content-length'] ?? 0) > media.maxChunkBytes) throw new Refusal('too_large');
  const call: Running = { viewer, expiresAt: null, error: null };
  const web = new Request(exchange.url, {
    method: request.method ?? 'GET',
    headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || name === 'connection' || name === 'transfer-encoding' ? [] : [[name, String(value)]],
    ),
    ...((request.method === 'PATCH' || request.method === 'POST') && { body: bodyOf(request), duplex: 'half' }),
  });
  const answer = await running.run(call, () => serverOf(ctx).handleWeb(web));
  // Drains the rest of the request, so that the connection can be used again.
  if (!request.complete) response.once('finish', () => request.resume());
  if (answer.status >= 400) {
    // The browser has left: nobody reads an answer.
    if (request.destroyed && !request.complete) {
      response.destroy();
      return;
    }
    const { error } = call;
    const isOurs = error instanceof Error && !('status_code' in error);
    throw isOurs ? error : new Refusal(codes[answer.status] ?? (answer.status < 500 ? 'upload_malformed' : 'internal'));
  }
  for (const [name, value] of answer.headers) if (!name.startsWith('access-control-')) response.setHeader(name, value);
  if (call.expiresAt) response.setHeader('upload-expires', call.expiresAt.toUTCString());
  response.setHeader('cache-control', 'no-store');
  response.writeHead(answer.status).end();
}

/** A request's content as the library wants it; nothing is read before it is asked for. */
function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const idle = setTimeout(() => request.destroy(), IDLE_MS);
        const next = await chunks.next().finally(() => clearTimeout(idle));
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
