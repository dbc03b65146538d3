import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Pages smaller than this are sent uncompressed. */
const MIN_BYTES = 1400;
/** For the first reader of a page: a third of the time of gzip's level 1, and 5% smaller. */
const LIGHT = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** A body with its `content-encoding`; null: uncompressed. */
export interface EncodedBody {
  readonly body: Buffer;
  readonly encoding: 'br' | 'gzip' | 'zstd' | null;
}

/** A rendered page with its compressed bodies. */
export interface EncodedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Which page it is, for the metrics: `/forum/post/$postId`. */
  readonly route: string;
  /** How much memory its bodies take now. */
  readonly bytes: number;
  /**
   * The body for a browser. The first reader gets it lightly compressed; the second reader triggers a stronger
   * compression in the background, for those that follow.
   * @param accepted the request's `accept-encoding`
   */
  body(accepted: string): EncodedBody;
}

/** Makes a page that can be sent. A page with a single reader is compressed once, lightly. */
export function encodePage(
  status: number,
  headers: Readonly<Record<string, string>>,
  html: Buffer,
  route = 'unknown',
): EncodedPage {
  let plain: Buffer | null = html;
  let light: EncodedBody | null = null;
  let small: { readonly br: Buffer; readonly gzip: Buffer } | null = null;
  let readers = 0;
  const isShort = html.byteLength < MIN_BYTES;

  const whole = (): Buffer => {
    if (plain) return plain;
    if (small) return brotliDecompressSync(small.br);
    return light!.encoding === 'zstd' ? zstdDecompressSync(light!.body) : gunzipSync(light!.body);
  };
  const shrink = async (): Promise<void> => {
    const text = whole();
    const [br, zipped] = await Promise.all([
      brotli(text, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: text.byteLength },
      }),
      zip(text, { level: 6 }),
    ]);
    small = { br, gzip: zipped };
    plain = light = null;
  };
  return {
    status,
    headers,
    route,
    get bytes() {
      const bodies = [plain, light?.body, small?.br, small?.gzip];
      return bodies.reduce((sum, body) => sum + (body?.byteLength ?? 0), 0);
    },
    body(accepted) {
      if (isShort) return { body: whole(), encoding: null };
      readers++;
      if (readers === 2) void shrink();
      if (small && /\bbr\b/.test(accepted)) return { body: small.br, encoding: 'br' };
      if (small && /\bgzip\b/.test(accepted)) return { body: small.gzip, encoding: 'gzip' };
      const encoding = /\bzstd\b/.test(accepted) ? 'zstd' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
      if (encoding === null) return { body: whole(), encoding };
      if (light?.encoding === encoding) return light;
      const text = whole();
      const body = encoding === 'zstd' ? zstdCompressSync(text, LIGHT) : gzipSync(text, { level: 1 });
      if (small || light) return { body, encoding };
      light = { body, encoding };
      plain = null;
      return light;
    },
  };
}
