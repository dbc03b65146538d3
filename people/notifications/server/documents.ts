import type { WebDocument } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { countCall } from '#platform/server/http/run-route.ts';
import { unsubscribe } from './unsubscribe.ts';

/**
 * What a mail program calls when its own Unsubscribe button is pressed (RFC 8058). The same address opened in a browser is
 * a page with a button: mail scanners open every link, and must not end anything by it.
 */
export const unsubscribeDocument: WebDocument = {
  method: 'POST',
  path: '/unsubscribe',
  access: 'public',
  summary: 'Ends the email digest by the signed link of a mail, as mail programs do it.',
  takesForm: true,
  async handle(ctx, { caller, url }) {
    countCall(ctx, 'write', caller);
    if (!(await unsubscribe(ctx, url.searchParams.get('token') ?? ''))) throw new Refusal('link_unknown');
    return { contentType: 'text/plain; charset=utf-8', body: 'You are unsubscribed.' };
  },
};
