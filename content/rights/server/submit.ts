import { createHash, randomBytes } from 'node:crypto';
import type { Input } from '#site/contract/contract.ts';
import type { Context } from '#platform/server/context.ts';
import { awaitApproval } from '#content/moderation/server/actions.ts';
import { profileIdsByUsername } from '#people/profiles/server/store.ts';
import type { ContentItem } from '#platform/server/content-kind.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { newId } from '#platform/server/ids.ts';
import { mailComplaintReceived, mailConfirmComplaint } from './mail.ts';
import { isSignedBy, referenceOf } from './rules.ts';
import { complaintByToken, insertComplaint } from './store.ts';
import { sql } from '#platform/server/db/database.ts';

/** Kinds that stand in the queue and are no content. */
export const COMPLAINT = 'complaint';
const noContent: ReadonlySet<string> = new Set([COMPLAINT, 'appeal']);
const ID = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/gi;

/** A secret for a link. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');
/** What the database stores of it. */
export const linkHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A content that everybody can see, by kind and id. @throws {Refusal} `not_found` */
export async function publicSubject(ctx: Context, kind: string, id: string): Promise<ContentItem> {
  const [item] = (await ctx.kinds.get(kind)?.load?.(ctx, [id])) ?? [];
  if (item?.visibility !== 'published') throw new Refusal('not_found');
  return item;
}

/**
 * The content that an address of this site leads to: one whose id is in it, the last of several, because an answer has its
 * place behind the page that it is on; else the profile of its username.
 * @throws {Refusal} `complaint_subject_unknown`
 */
async function subjectAt(ctx: Context, address: string): Promise<ContentItem> {
  const unknown = new Refusal('complaint_subject_unknown');
  if (!URL.canParse(address, ctx.siteUrl)) throw unknown;
  const url = new URL(address, ctx.siteUrl);
  if (url.host !== new URL(ctx.siteUrl).host) throw unknown;
  const ids = [...new Set((url.pathname + url.search + url.hash).toLowerCase().match(ID) ?? [])].slice(-4);
  const kinds = [...ctx.kinds.values()].filter((kind) => !noContent.has(kind.kind));
  const [, username] = /^\/profile\/([^/]+)/.exec(url.pathname) ?? [];
  if (ids.length === 0 && username !== undefined) {
    const profileId = (await profileIdsByUsername(ctx, [username])).get(username.toLowerCase());
    if (profileId !== undefined) ids.push(profileId);
  }
  if (ids.length === 0) throw unknown;
  const found = (await Promise.all(kinds.map(async (kind) => (await kind.load?.(ctx, ids)) ?? []))).flat();
  const visible = found.filter((item) => item.visibility === 'published');
  const last = visible.toSorted((one, other) => ids.indexOf(other.id) - ids.indexOf(one.id))[0];
  if (!last) throw unknown;
  return last;
}

/**
 * Takes a complaint and mails its link. Nothing else happens until the link is opened.
 * @throws {Refusal} `complaint_signature`, `complaint_subject_unknown`, `rate_limited` for too many mails to one address
 */
export async function submitComplaint(ctx: Context, body: Input<'POST /legal/takedown'>['body']): Promise<void> {
  if (!isSignedBy(body.name, body.signature))
    throw new Refusal('complaint_signature', { fields: { signature: 'Write your name as it stands above.' } });
  const email = body.email.toLowerCase();
  // Before anything is looked up: whoever fills in the form a hundred times mails somebody three times.
  const reserved = await ctx.attempts.reserve({
    key: ['complaint', email],
    rate: ctx.config.rates.attempts.mailAccount,
  });
  if (!reserved.isAllowed)
    throw new Refusal('rate_limited', {
      meta: { retryAfter: reserved.retryAfterSeconds, wait: `${reserved.retryAfterSeconds} seconds` },
    });
  const item = await subjectAt(ctx, body.url);
  const at = ctx.clock.now();
  const token = newLinkToken();
  const id = newId(at);
  await ctx.db.tx(async (tx) => {
    const { kind, title, url, authorId } = item;
    await insertComplaint(tx, {
      id,
      subject: { kind, id: item.id, title, url },
      authorId,
      name: body.name,
      email,
      postalAddress: body.postalAddress,
      phone: body.phone ?? '',
      signature: body.signature,
      onBehalfOf: body.onBehalfOf ?? '',
      work: body.work,
      workUrl: body.workUrl ?? '',
      tokenHash: linkHash(token),
      at,
    });
    await ctx.mail.send(tx, mailConfirmComplaint(ctx, email, { id, content_url: url }, token));
  });
}

/**
 * Confirms the address of a complaint: it stands in the queue of staff now. The same link again answers the same.
 * @returns its reference. @throws {Refusal} `complaint_link_unknown`
 */
export async function confirmComplaint(ctx: Context, token: string): Promise<string> {
  return await ctx.db.tx(async (tx) => {
    const row = await complaintByToken(tx, linkHash(token), true);
    if (!row) throw new Refusal('complaint_link_unknown');
    if (row.state !== 'unconfirmed') return referenceOf(row.id);
    const at = ctx.clock.now();
    await tx.rows(sql`UPDATE complaints SET state = 'open', confirmed_at = ${at} WHERE id = ${row.id}`);
    await awaitApproval(ctx, tx, {
      kind: COMPLAINT,
      id: row.id,
      authorId: row.author_id,
      reasons: [],
      source: 'complaint',
      priority: 2,
    });
    await ctx.mail.send(tx, mailComplaintReceived(ctx, row.claimant_email, row));
    return referenceOf(row.id);
  });
}
