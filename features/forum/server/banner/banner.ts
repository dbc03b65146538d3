import type { BannerSettings, OwnBanner } from '#features/forum/contract/endpoints.ts';
import { banner as limits } from '#features/forum/contract/limits.ts';
import { filePurposes } from '#content/media/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { can } from '#people/ledger/server/actions.ts';
import { claimFiles, presentOwnFile } from '#content/media/server/actions.ts';
import { fileById } from '#content/media/server/store.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { hasBlocks, isHiddenFrom } from '#people/friends/server/store.ts';
import type { OwnsFiles, PersonalData, Reportable } from '#platform/server/content-kind.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { isStaff } from '#platform/server/http/viewer.ts';
import { BANNER_KIND, bannerFacts, bannerOf, heldBanner, releaseUnusedBanners, writeBanner } from './banner-store.ts';
import { canSeeAdult } from '#content/core/server/policies.ts';

/** A member's banner as they edit it; without one, the values that the specification begins with. */
export async function readBanner(ctx: Context, profileId: string): Promise<OwnBanner> {
  const [stored, mayUse] = await Promise.all([bannerOf(ctx.db, profileId), can(ctx, profileId, 'custom_banner')]);
  const file = stored?.file_id === undefined ? null : await fileById(ctx.db, stored.file_id);
  return {
    settings: {
      enabled: stored?.enabled ?? false,
      fileId: file?.id ?? null,
      glowEnabled: stored?.glow_enabled ?? false,
      glowColor: stored?.glow_color ?? limits.glowColor,
      glowIntensity: stored?.glow_intensity ?? limits.glowIntensity,
    },
    imageUrl: file && presentOwnFile(file).originalUrl,
    mayUse,
  };
}

/**
 * Saves a member's banner. Posts that were written keep theirs; an image that nothing shows any more is given up.
 * @throws {Refusal} `banner_not_allowed`, `file_not_usable`
 */
export async function saveBanner(ctx: Context, profileId: string, wanted: BannerSettings): Promise<OwnBanner> {
  const { fileId } = wanted;
  // Who has no right to it any more may take it away.
  if (wanted.enabled && !(await can(ctx, profileId, 'custom_banner'))) throw new Refusal('banner_not_allowed');
  const file = fileId === null ? null : await fileById(ctx.db, fileId);
  // Only files of this purpose were held to the limit of a banner.
  if (fileId !== null && (file?.purpose !== 'forum_banner' || file.owner_id !== profileId))
    throw new Refusal('file_not_usable');
  await ctx.db.tx(async (tx) => {
    await heldBanner(tx, profileId);
    if (fileId !== null)
      await claimFiles(ctx, tx, profileId, [fileId], {
        contentKind: BANNER_KIND,
        contentId: fileId,
        guarded: true,
        kinds: filePurposes.forum_banner.kinds,
      });
    await writeBanner(
      tx,
      profileId,
      {
        enabled: wanted.enabled,
        ...(fileId !== null && { file_id: fileId }),
        glow_enabled: wanted.glowEnabled,
        glow_color: wanted.glowColor.toLowerCase(),
        glow_intensity: wanted.glowIntensity,
      },
      ctx.clock.now(),
    );
    await releaseUnusedBanners(ctx, tx, [profileId]);
  });
  return await readBanner(ctx, profileId);
}

/** Takes an image off its owner's settings and off all of their posts. */
async function takeOff(ctx: Context, tx: Tx, fileId: string): Promise<boolean> {
  const file = await fileById(tx, fileId);
  if (file?.content_kind !== BANNER_KIND) return false;
  const stored = await heldBanner(tx, file.owner_id);
  if (stored?.file_id === fileId) {
    const { file_id: _, ...rest } = stored;
    await writeBanner(tx, file.owner_id, rest, ctx.clock.now());
  }
  await tx.rows(sql`
    UPDATE forum_posts SET custom_banner = custom_banner - 'file_id'
    WHERE author_id = ${file.owner_id} AND custom_banner->>'file_id' = ${fileId}`);
  await releaseUnusedBanners(ctx, tx, [file.owner_id]);
  tx.afterCommit(() => ctx.pages.drop());
  return true;
}

/** Images of banners. Whoever may see a post may see its banner; only the owner sees one that no post shows. */
export const bannerKind: Reportable<Context> & OwnsFiles<Context> & PersonalData<Context> = {
  kind: BANNER_KIND,
  async load(ctx, ids) {
    const rows = await ctx.db.rows<{ id: string; owner_id: string }>(
      sql`SELECT id, owner_id FROM files WHERE id = ANY(${[...ids]}::uuid[]) AND content_kind = ${BANNER_KIND} AND state = 'claimed'`,
    );
    const people = await peopleById(
      ctx.db,
      rows.map((row) => row.owner_id),
    );
    return rows.map((row) => ({
      kind: BANNER_KIND,
      id: row.id,
      authorId: row.owner_id,
      title: 'Forum banner',
      excerpt: '',
      url: `/profile/${people.get(row.owner_id)?.username ?? 'unknown'}`,
      visibility: 'published' as const,
    }));
  },
  // Nothing decides about one alone: it can be neither reported nor held.
  lock: async () => null,
  remove: takeOff,
  async mayReadFile(ctx, viewer, id) {
    const facts = await bannerFacts(ctx.db, id);
    if (!facts) return 'nobody';
    if (viewer && (isStaff(viewer) || viewer.profileId === facts.owner_id)) return 'reader';
    if (facts.is_adult === null || (await isHiddenFrom(ctx.db, viewer, facts.owner_id))) return 'nobody';
    if (facts.is_adult) return canSeeAdult(viewer) ? 'reader' : 'nobody';
    return (await hasBlocks(ctx.db, facts.owner_id)) ? 'reader' : 'everybody';
  },
  async exportOf(ctx, profileId) {
    const stored = await bannerOf(ctx.db, profileId);
    return { forum_banner: stored === null ? [] : [stored] };
  },
  async erase(ctx, tx, profileId) {
    await writeBanner(tx, profileId, null, ctx.clock.now());
    await releaseUnusedBanners(ctx, tx, [profileId]);
  },
};
