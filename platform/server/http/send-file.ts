import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteRange, Storage } from '#platform/server/storage/storage.ts';
import { Refusal } from './refusal.ts';

/** A file of the storage, as it is to be sent. */
export interface SentFile {
  readonly key: string;
  readonly bytes: number;
  readonly contentType: string;
  /** File name for a download. */
  readonly name: string;
  /** Who may cache a copy: every cache, the reader's browser alone, or nobody, where it is not public. */
  readonly caching: 'shared' | 'browser' | 'none';
  /** Always sent as a download. */
  readonly download: boolean;
  /** Called when the body begins, with the requested bytes. */
  readonly onBody?: ((range: ByteRange) => void) | undefined;
  /** Reads it, or a part of it, where it is no file of the storage. `key` is then only its name for caches. */
  readonly content?: (range: ByteRange | null) => Promise<Readable>;
}

/** Types that browsers may show or play; everything else is a download. No SVG, no HTML. */
const shown = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
  'audio/mpeg',
  'audio/mp4',
  'audio/aac',
  'audio/ogg',
  'audio/opus',
  'audio/flac',
  'audio/wav',
  'audio/aiff',
  'audio/webm',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/quicktime',
  'text/vtt',
]);

/**
 * Cache-Control of files. A public file may be taken down later: a shared cache revalidates after a minute and then drops
 * a removed file, a browser after ten minutes. Neither serves a stale copy while the site does not answer
 * (docs/decisions/0021-public-files-are-revalidated.md).
 */
const caching = {
  shared: 'public, max-age=600, s-maxage=60, must-revalidate',
  browser: 'private, max-age=3600, must-revalidate',
  none: 'private, no-store',
} as const;

/** Headers of every file: no script in it may run. */
export const filePolicy = "sandbox; default-src 'none'";

/**
 * Answers a GET or HEAD for a file: whole, a range (206, 416, If-Range) or unchanged (304). Several ranges at once get
 * the whole file. The body is streamed with backpressure; a reader who leaves closes the file.
 * @throws {Refusal} `not_found` where the storage has lost it
 */
export async function sendFile(
  storage: Storage,
  request: IncomingMessage,
  response: ServerResponse,
  file: SentFile,
): Promise<void> {
  // A copy that a shared cache may no longer keep is not the one that a browser has.
  const etag = `"${Buffer.from(file.key).toString('base64url')}${file.caching === 'browser' ? '-b' : ''}"`;
  const inline = shown.has(file.contentType);
  response.setHeader('etag', etag);
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader('cache-control', caching[file.caching]);
  response.setHeader('content-security-policy', filePolicy);
  response.setHeader('cross-origin-resource-policy', file.caching === 'none' ? 'same-origin' : 'cross-origin');
  // A shared cache that has the file from when it was public would refresh it with a "not modified" to its owner.
  if (file.caching === 'shared' && isUnchanged(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  const range = rangeOf(request, file.bytes, etag);
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${file.bytes}`);
    response.writeHead(416, { 'content-length': 0 }).end();
    return;
  }
  response.setHeader('content-type', inline ? file.contentType : 'application/octet-stream');
  response.setHeader('content-length', range ? range.end - range.start + 1 : file.bytes);
  if (range) response.setHeader('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  if (!inline || file.download) response.setHeader('content-disposition', attachment(file.name));
  if (request.method === 'HEAD') {
    response.writeHead(range ? 206 : 200).end();
    return;
  }
  if (file.content) {
    // Opened before the head is written: an unreadable file is a refusal, not a broken answer.
    const content = await file.content(range);
    response.writeHead(range ? 206 : 200);
    await pipeline(content, response).catch(() => void response.destroy());
    return;
  }
  const isThere = await storage.send(file.key, range, () => {
    file.onBody?.(range ?? { start: 0, end: file.bytes - 1 });
    return response.writeHead(range ? 206 : 200);
  });
  if (!isThere) throw new Refusal('not_found');
}

function isUnchanged(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const tag = part.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });
}

/** Parses the `Range` header of a single range (RFC 9110 §14.2); null for the whole file. */
function rangeOf(request: IncomingMessage, bytes: number, etag: string): ByteRange | 'unsatisfiable' | null {
  const header = request.headers.range;
  if (header === undefined) return null;
  const condition = request.headers['if-range'];
  if (typeof condition === 'string' && condition !== etag) return null;
  const asked = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header);
  const [, from = '', to = ''] = asked ?? [];
  if (!asked || (from === '' && to === '') || (from !== '' && to !== '' && Number(to) < Number(from))) return null;
  if (from === '') {
    const length = Math.min(Number(to), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(from);
  if (start >= bytes) return 'unsatisfiable';
  return { start, end: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) };
}

/** Content-Disposition with a safe name: ASCII for old programs, UTF-8 for the others (RFC 6266). */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9._ -]/g, '_') || 'file';
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
