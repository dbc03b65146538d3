import { escapeHtml } from '#platform/server/mail/render.ts';

/**
 * HTML that shows a text as it was typed, for stored texts that the renderer of today refuses. Safe to stand in a page,
 * and never more than six bytes for one of the source.
 */
export function plainHtml(source: string): string {
  return `<p>${escapeHtml(source).replaceAll('\n', '<br>')}</p>`;
}
