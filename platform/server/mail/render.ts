import { fillOf, seenOn } from '#platform/contract/site-colors.ts';
import type { MailLook, Message } from './message.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML text or attribute value. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}

/** For mail programs with a dark theme that keep style elements; the others invert colors by themselves. */
const dark =
  '<style>@media (prefers-color-scheme:dark){.page{background:#14120f!important}.card{background:#1f1c18!important}.text{color:#f3eee6!important}.soft{color:#b5aea2!important}}</style>';

/** The picture over the text; that of a dark theme is hidden from programs that drop style elements. */
function headOf({ head }: MailLook, siteName: string): string {
  if (head === null) return '';
  const picture = (src: string, show: string): string =>
    `<img ${show}max-width:472px;height:auto;margin:0 0 24px;border:0" src="${escapeHtml(src)}" alt="${escapeHtml(siteName)}" width="472">`;
  const light = picture(head.light, 'class="light" style="display:block;width:100%;');
  if (head.dark === head.light) return light;
  const swap =
    '<style>@media (prefers-color-scheme:dark){.light{display:none!important}.dark{display:block!important}}</style>';
  return `${swap}${light}<!--[if !mso]><!-->${picture(head.dark, 'class="dark" style="display:none;width:100%;')}<!--<![endif]-->`;
}

/** A message as the two bodies of a mail. Styles are inline: mail programs drop style elements. */
export function renderMessage(message: Message, siteName: string, look: MailLook): { text: string; html: string } {
  const { fill, on } = fillOf(look.color ?? '#ff6b35');
  const edge = look.color === null ? '' : `border:1px solid ${seenOn(fill, 'light')};`;
  const text = [
    ...message.paragraphs,
    ...(message.code ? [message.code] : []),
    ...(message.action ? [`${message.action.label}:\n${message.action.url}`] : []),
    `-- \n${siteName}`,
    ...(message.unsubscribe ? [`Unsubscribe: ${message.unsubscribe}`] : []),
  ].join('\n\n');
  const paragraph = (content: string): string =>
    `<p class="text" style="margin:0 0 16px;font:15px/1.55 Arial,sans-serif;color:#1b1a18">${content}</p>`;
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(message.subject)}</title>${dark}</head>`,
    '<body class="page" style="margin:0;padding:24px;background:#f7f4ee"><div class="card" style="max-width:520px;margin:0 auto;padding:24px;background:#fff;border-radius:10px">',
    headOf(look, siteName),
    ...message.paragraphs.map((part) => paragraph(escapeHtml(part))),
    message.code
      ? `<p class="text" style="margin:0 0 16px;font:700 28px/1.2 Consolas,monospace;letter-spacing:6px;color:#1b1a18">${escapeHtml(message.code)}</p>`
      : '',
    message.action
      ? `<p style="margin:0 0 16px"><a href="${escapeHtml(message.action.url)}" style="display:inline-block;padding:10px 16px;background:${fill};color:${on};${edge}border-radius:6px;font:700 15px Arial,sans-serif;text-decoration:none">${escapeHtml(message.action.label)}</a></p>`
      : '',
    `<p class="soft" style="margin:24px 0 0;font:13px Arial,sans-serif;color:#6d685f">${escapeHtml(siteName)}${message.unsubscribe ? ` · <a class="soft" href="${escapeHtml(message.unsubscribe)}" style="color:#6d685f">Unsubscribe</a>` : ''}</p></div></body></html>`,
  ].join('');
  return { text, html };
}
