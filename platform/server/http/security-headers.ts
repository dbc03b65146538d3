import { frameHosts } from '#platform/contract/text-limits.ts';

/**
 * The content security policy of the site's pages, in one place. Scripts run only from our own files and by hash;
 * frames only of the players that a reader has clicked on; the socket needs its own scheme in `connect-src`, because
 * not every browser counts it under 'self'.
 * @param pictureOrigin a further origin of pictures: the chat-server status cards'
 * @param scriptHashes `sha256-…` of the inline scripts that pages carry.
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[],
  siteUrl: string,
  pictureOrigin: string | null = null,
): string {
  const socket = siteUrl.replace(/^http/, 'ws');
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.map((hash) => `'${hash}'`).join(' ')}`.trim(),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${pictureOrigin === null ? '' : ` ${pictureOrigin}`}`,
    "media-src 'self' blob:",
    `frame-src ${Object.values(frameHosts)
      .map((host) => `https://${host}`)
      .join(' ')}`,
    `connect-src 'self' ${socket}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every answer but the built files'. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(self), geolocation=(), payment=()',
};

/**
 * Headers with what a document may do in the browser and the request id for the log. A script, a style or a font
 * of the build has no use for them, and a page loads a dozen such files: they were a third of what the smallest weigh.
 */
export const documentHeaders: readonly string[] = [
  ...Object.keys(securityHeaders).filter((name) => name !== 'x-content-type-options'),
  'x-request-id',
];

/** In production, browsers stay on https for a year. */
export const transportSecurity = { 'strict-transport-security': 'max-age=31536000' } as const;
