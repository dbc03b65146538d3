import { profileIdByName } from '#people/profiles/server/store.ts';
import type { Context } from '#platform/server/context.ts';
import type { DocumentReply, WebDocument } from '#platform/server/http/route.ts';
import { noFeed } from '#platform/server/http/web-documents.ts';
import { isId } from '#platform/server/ids.ts';
import { type Artwork, artworkOf, coverArtwork } from './artwork.ts';
import { podcastFeed } from './feed.ts';
import { type OwnerRow, chosenBy, episodesOf, podcastOwner } from './store.ts';

const missing = noFeed('There is no such podcast.');

/** Who has a podcast; null for others. */
async function ownerOf(ctx: Context, profileId: string | null): Promise<OwnerRow | null> {
  const owner = profileId !== null && isId(profileId) ? await podcastOwner(ctx.db, profileId) : null;
  return owner?.choice === 'off' ? null : owner;
}

async function feedOf(ctx: Context, profileId: string | null): Promise<DocumentReply> {
  const owner = await ownerOf(ctx, profileId);
  if (!owner) return missing;
  const { version } = await artworkOf(ctx, owner);
  return {
    contentType: 'application/rss+xml; charset=utf-8',
    headers: { 'cache-control': 'public, max-age=300' },
    body: await podcastFeed(ctx, owner, `${ctx.siteUrl}/podcasts/${owner.id}/artwork-${version}.jpg`),
  };
}

const feed: WebDocument = {
  method: 'GET',
  path: '/podcasts/:profileId/feed.xml',
  access: 'public',
  summary: "A member's public tracks as a podcast feed: those that may be downloaded, as far as they chose them.",
  handle: async (ctx, { params }) => await feedOf(ctx, params['profileId'] ?? null),
};

/** Under the username it is found and typed; directories take the address in it, which stays. */
const namedFeed: WebDocument = {
  method: 'GET',
  path: '/profile/:username/podcast.xml',
  access: 'public',
  summary: 'The same feed, at the address of the profile.',
  handle: async (ctx, { params }) =>
    await feedOf(ctx, await profileIdByName(ctx.db, params['username'] ?? '', ctx.clock.now())),
};

/** The picture of a track that is in the podcast now; null without one. */
async function artworkOfTrack(ctx: Context, owner: OwnerRow, trackId: string): Promise<Artwork | null> {
  const chosen = chosenBy(owner);
  if (!isId(trackId) || chosen?.includes(trackId) === false) return null;
  const [row] = await episodesOf(ctx.db, owner.id, [trackId]);
  return row?.cover ? coverArtwork(ctx, row.cover) : null;
}

const artwork: WebDocument = {
  method: 'GET',
  path: '/podcasts/:profileId/:file',
  access: 'public',
  limit: 'drawing',
  summary: "The square picture of a member's podcast, or of a track in it, as the feed names it.",
  async handle(ctx, { params }) {
    const [, name] = /^(artwork|[0-9a-f-]{36})-[0-9a-f]{12}\.jpg$/.exec(params['file'] ?? '') ?? [];
    const owner = name === undefined ? null : await ownerOf(ctx, params['profileId'] ?? null);
    // Directories fetch it long after they have read the feed: another version answers with the picture of now.
    const picture =
      owner && (name === 'artwork' ? await artworkOf(ctx, owner) : await artworkOfTrack(ctx, owner, name!));
    if (!picture) return missing;
    const body = await picture.draw();
    return { contentType: 'image/jpeg', headers: { 'cache-control': 'public, max-age=3600' }, body };
  },
};

export const podcastDocuments: readonly WebDocument[] = [feed, namedFeed, artwork];
