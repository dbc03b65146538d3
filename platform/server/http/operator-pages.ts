import { topics } from '#site/contract/contract.ts';
import { realtimePath } from '#platform/contract/event.ts';
import type { OutboxMail } from '#platform/server/mail/message.ts';
import { escapeHtml } from '#platform/server/mail/render.ts';
import type { Route } from './route.ts';
import { codesOf } from './openapi/openapi.ts';

const style =
  'body{font:15px/1.55 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1a18;background:#f7f4ee}a{color:#b93a0b}h1,h2{line-height:1.2;overflow-wrap:anywhere}article{background:#fff;border:1px solid #ddd;border-radius:10px;padding:1rem;margin:0 0 1rem}code,pre{font:13px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}pre{white-space:pre-wrap;overflow-wrap:anywhere}dt{font-weight:700}button{font:inherit;font-weight:700;padding:.6rem 1rem;min-height:44px;background:#ff6b35;color:#1a1a1a;border:0;border-radius:6px;cursor:pointer}@media(prefers-color-scheme:dark){body{color:#f3efe8;background:#121213}article{background:#1a1a1a;border-color:#333}a{color:#ff8a5c}}';

/** Policy of the operator's plain pages: no script at all. */
export const plainPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

/** A page without script, for operators and developers. @param body HTML */
export function operatorPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
}

/** The readable page of the API. */
export function docsPage(routes: Iterable<Route>, siteName: string): string {
  const groups = Map.groupBy(routes, (route) => route.key.split('/')[1]!);
  const sections = [...groups].map(
    ([group, members]) =>
      `<h2 id="${escapeHtml(group)}">${escapeHtml(group)}</h2>${members
        .map(
          (route) =>
            `<article><h3><code>${escapeHtml(route.key)}</code></h3><p>${escapeHtml(route.endpoint.summary)}</p><dl><dt>Who</dt><dd>${route.endpoint.access}</dd><dt>Codes</dt><dd><code>${codesOf(route).join(', ')}</code></dd></dl></article>`,
        )
        .join('')}`,
  );
  const contents = [...groups.keys()]
    .map((group) => `<a href="#${escapeHtml(group)}">${escapeHtml(group)}</a>`)
    .join(' · ');
  return operatorPage(
    `${siteName} API`,
    `<p>JSON over HTTP below <code>/api/v1</code>; shapes in <a href="/api/v1/openapi.json">openapi.json</a>. Errors are <code>application/problem+json</code> with a stable <code>code</code>. Writes carry the session cookie and come from this origin.</p><p>${contents}</p>${sections.join('')}${realtimeSection()}`,
  );
}

/** What may be subscribed to over the socket. */
function realtimeSection(): string {
  const items = Object.values(topics).map(
    (topic) =>
      `<article><h3><code>${escapeHtml(topic.pattern)}</code></h3><dl><dt>Who</dt><dd>${topic.access}</dd><dt>Events</dt><dd><code>${Object.keys(topic.events).join(', ')}</code></dd></dl></article>`,
  );
  return `<h2 id="realtime">realtime</h2><p>A WebSocket at <code>${realtimePath}</code>: subscribe by topic; numbered events can be asked for again after a gap.</p>${items.join('')}`;
}

/** The list of local mails, newest first. */
export function outboxPage(mails: readonly OutboxMail[]): string {
  const items = mails.map(
    (mail) =>
      `<article><h2><a href="/dev/outbox/${mail.id}">${escapeHtml(mail.subject)}</a></h2><p>To ${escapeHtml(mail.to)}, ${mail.at.toISOString()}</p></article>`,
  );
  return operatorPage(
    'Outbox',
    items.join('') || '<p>No mail yet. Sign up, and the verification mail appears here.</p>',
  );
}

/** One local mail, its addresses clickable. */
export function mailPage(mail: OutboxMail): string {
  const text = escapeHtml(mail.text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
  return operatorPage(
    mail.subject,
    `<p><a href="/dev/outbox">All mail</a></p><p>From ${escapeHtml(mail.from)}<br>To ${escapeHtml(mail.to)}<br>${mail.at.toISOString()}</p><article><pre>${text}</pre></article>`,
  );
}
