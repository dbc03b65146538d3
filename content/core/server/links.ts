import { createHash, randomBytes } from 'node:crypto';
import { blockedAmong } from '#people/friends/server/store.ts';
import type { Context } from '#platform/server/context.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { ask } from '#platform/server/events/emit.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { opensAlong } from './events.ts';
import type { ContentFacts } from './type.ts';

/** Bytes of a token: 256 random bits. */
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** Links are found by a hash of the whole token, so that the time of the search says nothing about its parts. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A secret link that is valid: neither expired nor revoked. */
export interface SecretLink {
  readonly id: string;
  readonly contentKind: string;
  readonly contentId: string;
  /** Profile id. */
  readonly authorId: string;
}

/** The link of a token; null for one that was never there, has expired or was revoked. */
export async function linkOf(ctx: Context, token: string): Promise<SecretLink | null> {
  if (!TOKEN.test(token)) return null;
  const [row] = await ctx.db.rows<SecretLink>(sql`
    SELECT id, content_kind AS "contentKind", content_id AS "contentId", author_id AS "authorId" FROM secret_links
    WHERE token_hash = ${hashOf(token)} AND (expires_at IS NULL OR expires_at > ${ctx.clock.now()})`);
  return row ?? null;
}

/**
 * Whether a reader with a link may have a private content: the link was made for it, or for a content of the author
 * that includes it. Held and removed content stays closed, 18+ needs an adult, and a block counts here too.
 */
export async function opensByLink(
  ctx: Context,
  kind: string,
  facts: Pick<ContentFacts, 'id' | 'authorId' | 'state' | 'isOff' | 'isAdult'>,
  viewer: Viewer | null,
  token: string,
): Promise<boolean> {
  const link = facts.state === 'private' ? await linkOf(ctx, token) : null;
  return link !== null && (await linkOpens(ctx, link, kind, facts, viewer));
}

/** As `opensByLink`, for a link that the caller has read. */
export async function linkOpens(
  ctx: Context,
  link: SecretLink,
  kind: string,
  facts: Pick<ContentFacts, 'id' | 'authorId' | 'state' | 'isOff' | 'isAdult'>,
  viewer: Viewer | null,
): Promise<boolean> {
  if (facts.state !== 'private' && facts.state !== 'published') return false;
  if (facts.isOff || (facts.isAdult && !viewer?.adult)) return false;
  if (viewer?.hasBlocks && (await blockedAmong(ctx.db, viewer.profileId, [facts.authorId])).size > 0) return false;
  if (link.contentKind === kind && link.contentId === facts.id) return true;
  if (link.authorId !== facts.authorId) return false;
  const linked = { kind: link.contentKind, id: link.contentId };
  return (await ask(ctx, opensAlong, { linked, kind, id: facts.id })).includes(true);
}

/** Writes a link. @returns its id and its token, of which the database stores the hash alone */
export async function insertLink(
  tx: Tx,
  link: Omit<SecretLink, 'id'> & { readonly label: string; readonly expiresAt: Date | null; readonly createdAt: Date },
): Promise<{ id: string; token: string }> {
  const id = newId(link.createdAt);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await tx.rows(sql`
    INSERT INTO secret_links (id, content_kind, content_id, author_id, token_hash, label, created_at, expires_at)
    VALUES (${id}, ${link.contentKind}, ${link.contentId}, ${link.authorId}, ${hashOf(token)}, ${link.label}, ${link.createdAt}, ${link.expiresAt})`);
  return { id, token };
}

/** Revokes every link to some contents: they are gone, or visible to their author alone. */
export async function revokeLinksTo(tx: Tx, contentIds: readonly string[]): Promise<void> {
  await tx.rows(sql`DELETE FROM secret_links WHERE content_id = ANY(${[...contentIds]}::uuid[])`);
}

/** Counts a play that came through a link; one that was revoked meanwhile counts nothing. */
export async function countLinkPlay(db: Executor, linkId: string): Promise<void> {
  await db.rows(sql`UPDATE secret_links SET play_count = play_count + 1 WHERE id = ${linkId}`);
}
