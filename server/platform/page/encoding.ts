import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, gzipSync, zstdCompressSync } from 'node:zlib';
import type { CachedPage } from './page-cache.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Pages smaller than this are sent as they are. */
const MIN_BYTES = 1400;

/** Compresses a page that many will get. */
export async function encodePage(page: CachedPage): Promise<CachedPage> {
  if (page.plain.byteLength < MIN_BYTES) return page;
  const [small, zipped] = await Promise.all([
    brotli(page.plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: page.plain.byteLength },
    }),
    zip(page.plain, { level: 6 }),
  ]);
  return { ...page, brotli: small, gzip: zipped };
}

/** For a page that one reader gets: no more work than level 1, a twentieth smaller, and a third of what gzip takes. */
const LIGHT = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** The body that a browser understands. A page for one reader is compressed here, lightly. */
export async function chooseEncoding(
  page: CachedPage,
  accepted: string,
): Promise<{ body: Buffer; encoding: string | null }> {
  if (page.brotli && /\bbr\b/.test(accepted)) return { body: Buffer.from(page.brotli), encoding: 'br' };
  if (page.gzip && /\bgzip\b/.test(accepted)) return { body: Buffer.from(page.gzip), encoding: 'gzip' };
  if (page.plain.byteLength >= MIN_BYTES) {
    if (/\bzstd\b/.test(accepted)) return { body: zstdCompressSync(page.plain, LIGHT), encoding: 'zstd' };
    if (/\bgzip\b/.test(accepted)) return { body: gzipSync(page.plain, { level: 1 }), encoding: 'gzip' };
  }
  return { body: Buffer.from(page.plain), encoding: null };
}
