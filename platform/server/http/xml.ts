import { escapeHtml } from '#platform/server/mail/render.ts';

/** Text for an XML document; characters that XML 1.0 does not know are left out. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''));
}
