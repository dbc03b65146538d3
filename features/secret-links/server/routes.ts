import { secretLinks as limits } from '#features/secret-links/contract/limits.ts';
import { type SecretLink, secretLinkEndpoints } from '#features/secret-links/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { contentFacts } from '#content/core/server/facts.ts';
import { type SecretLink as Link, insertLink, linkOf, linkOpens } from '#content/core/server/links.ts';
import { requireSeen } from '#content/core/server/policies.ts';
import { contentType } from '#content/core/server/type.ts';
import { readSharedByLink } from '#features/sharing/server/actions.ts';
import { linkedFile, readLinkedUpload } from '#features/feed/server/actions.ts';
import { linkedAddress } from '#features/feed/server/rules.ts';
import { artworkOf } from '#content/media/contract/track-facts.ts';
import { foundSounds } from '#features/sets/server/actions.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Caller, routes } from '#platform/server/http/route.ts';
import { countRequest } from '#platform/server/http/run-route.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { readTimeCursor, timeCursor } from '#platform/server/paging.ts';
import { type LinkRow, countLinks, deleteLink, linksOf } from './store.ts';

const HOUR_MS = 3_600_000;

/** Links with the titles of what they open: one query for each kind. */
async function present(ctx: Context, rows: readonly LinkRow[]): Promise<SecretLink[]> {
  const kinds = [...new Set(rows.map((row) => row.content_kind))];
  const loaded = await Promise.all(
    kinds.map((kind) =>
      ctx.kinds.get(kind)!.load!(
        ctx,
        rows.flatMap((row) => (row.content_kind === kind ? [row.content_id] : [])),
      ),
    ),
  );
  const things = new Map(loaded.flat().map((content) => [content.id, content]));
  const now = ctx.clock.now();
  return rows.map((row) => ({
    id: row.id,
    kind: row.content_kind as SecretLink['kind'],
    contentId: row.content_id,
    title: things.get(row.content_id)?.title ?? '',
    path: things.get(row.content_id)?.url ?? '',
    label: row.label,
    playCount: row.play_count,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    hasExpired: row.expires_at !== null && row.expires_at <= now,
  }));
}

/** @throws {Refusal} `forbidden`, `visibility_waits`, `links_many`, as `requireSeen` */
async function makeLink(
  ctx: Context,
  viewer: Viewer,
  body: { kind: string; contentId: string; label: string; hours: number | null },
): Promise<{ link: SecretLink; address: string }> {
  const { kind, contentId, label, hours } = body;
  const authorId = viewer.profileId;
  const createdAt = ctx.clock.now();
  const expiresAt = hours === null ? null : new Date(createdAt.getTime() + hours * HOUR_MS);
  const { id, token } = await ctx.db.tx(async (tx) => {
    const facts = await requireSeen(tx, contentType(kind)!, contentId, viewer, true);
    if (facts.authorId !== authorId) throw new Refusal('forbidden');
    if (facts.state !== 'private' && facts.state !== 'published') throw new Refusal('visibility_waits');
    const { all, same } = await countLinks(tx, authorId, contentId, createdAt);
    if (all >= limits.perMember || same >= limits.perContent) throw new Refusal('links_many');
    return await insertLink(tx, { contentKind: kind, contentId, authorId, label, expiresAt, createdAt });
  });
  const row = {
    id,
    content_kind: kind,
    content_id: contentId,
    label,
    play_count: 0,
    created_at: createdAt,
    expires_at: expiresAt,
  };
  const [link] = await present(ctx, [row]);
  return { link: link!, address: `/s/${token}` };
}

/** @throws {Refusal} `secret_link_unknown`, `adults_only` */
async function linkedSet(ctx: Context, viewer: Viewer | null, link: Link, token: string): Promise<SharedItem> {
  const facts = await contentFacts(ctx.db, contentType('set')!, link.contentId);
  if (facts?.isAdult && !viewer?.adult) throw new Refusal('adults_only');
  const set =
    facts && (await linkOpens(ctx, link, 'set', facts, viewer)) ? await readSharedByLink(ctx, 'set', facts.id) : null;
  if (!set) throw new Refusal('secret_link_unknown');
  const preview = set.preview && linkedFile(set.preview, token);
  const own = preview ? artworkOf([preview]) : [];
  // Of its private tracks too, which the link opens.
  const found = own.length > 0 ? undefined : (await foundSounds(ctx, viewer, [set.id], true)).get(set.id);
  const artwork = found?.artwork ?? [];
  const cover = own.length > 0 ? own : artwork.map((size) => ({ ...size, src: linkedAddress(size.src, token) }));
  // What is in it names the link; this does not.
  return { ...set, preview, cover, sound: null, notice: null };
}

/**
 * What a token opens. Every try is counted before it is judged, also those of a page's rendering, and a wrong one is
 * logged.
 * @throws {Refusal} `rate_limited`, `secret_link_unknown`, `adults_only`
 */
async function open(ctx: Context, caller: Caller, token: string) {
  countRequest(ctx, 'secretLink', { address: caller.address, member: null }, caller.setHeader);
  const link = await linkOf(ctx, token);
  if (!link) {
    ctx.log.warn({ address: caller.address, requestId: caller.requestId }, 'a secret link was not found');
    throw new Refusal('secret_link_unknown');
  }
  if (link.contentKind === 'upload')
    return { kind: 'upload' as const, upload: await readLinkedUpload(ctx, caller.viewer, link, token), set: null };
  return { kind: 'set' as const, upload: null, set: await linkedSet(ctx, caller.viewer, link, token) };
}

export const secretLinkRoutes = routes(secretLinkEndpoints, {
  async 'GET /secret-links'(ctx, { viewer, query }) {
    const rows = await linksOf(ctx.db, viewer.profileId, query.contentId ?? null, readTimeCursor(query.after));
    const page = rows.slice(0, limits.perPage);
    const last = rows.length > page.length ? page.at(-1)! : null;
    return { items: await present(ctx, page), next: last && timeCursor(last.created_at, last.id) };
  },
  'POST /secret-links': (ctx, { viewer, body }) => makeLink(ctx, viewer, body),
  async 'DELETE /secret-links/:linkId'(ctx, { viewer, params }) {
    await ctx.db.tx(async (tx) => {
      await deleteLink(tx, viewer.profileId, params.linkId);
      tx.afterCommit(() => ctx.pages.drop());
    });
    return { ok: true };
  },
  'POST /secret-links/open': (ctx, { caller, body }) => open(ctx, caller, body.token),
});
