import type { Context } from '#platform/server/context.ts';
import type { DocumentReply } from '#platform/server/http/route.ts';
import { type Frame, framePage, framePolicy, missingPage } from './page.ts';

export { playerStyle as frameStyle } from './player.ts';
export { type Frame, coverBox, frameData } from './page.ts';

/**
 * The answer of an address that every site may frame.
 * @param frame null where nothing public is there
 * @param maxAge seconds for which caches may answer with it
 */
export function framed(ctx: Context, frame: Frame | null, maxAge = 60): DocumentReply {
  return {
    status: frame ? 200 : 404,
    contentType: 'text/html; charset=utf-8',
    isFramable: true,
    headers: {
      'content-security-policy': framePolicy(frame),
      'cache-control': frame ? `public, max-age=${maxAge}` : 'no-store',
    },
    body: frame ? framePage(frame) : missingPage(ctx.config.siteName),
  };
}
