import type { Upload } from '#features/feed/contract/endpoints.ts';
import { feed } from '#features/feed/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { canSeeAdult } from '#content/core/server/policies.ts';
import { profileIdsByUsername } from '#people/profiles/server/store.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { tagOf } from '#platform/server/markdown/render.ts';
import { readTimeCursor, timeCursor } from '#platform/server/paging.ts';
import { uploads } from '#features/feed/server/read.ts';
import {
  type UploadFilter,
  type UploadKind,
  countNewer,
  heldUploadIds,
  uploadIds,
} from '#features/feed/server/uploads-store.ts';

function everything(viewer: Viewer | null): UploadFilter {
  return {
    kind: null,
    authorId: null,
    followedBy: null,
    isOwn: false,
    tag: null,
    adult: canSeeAdult(viewer),
    unblocked: unblockedOnly(viewer, sql`u.author_id`),
  };
}

/** Uploads, newest first; in the whole feed the reader's own that are under review stand among them. */
export async function listUploads(
  ctx: Context,
  viewer: Viewer | null,
  query: {
    after?: string | undefined;
    kind?: UploadKind | undefined;
    author?: string | undefined;
    following?: 'yes' | undefined;
    tag?: string | undefined;
  },
): Promise<{ items: Upload[]; next: string | null }> {
  const after = readTimeCursor(query.after);
  if (query.following !== undefined && !viewer) return { items: [], next: null };
  let authorId: string | null = null;
  if (query.author !== undefined) {
    authorId = (await profileIdsByUsername(ctx, [query.author])).get(query.author.toLowerCase()) ?? null;
    if (authorId === null) return { items: [], next: null };
  }
  const filter: UploadFilter = {
    ...everything(viewer),
    kind: query.kind ?? null,
    authorId,
    followedBy: query.following === undefined ? null : viewer!.profileId,
    isOwn: authorId !== null && authorId === viewer?.profileId,
    tag: query.tag === undefined ? null : tagOf(query.tag),
  };
  const isPlain =
    query.kind === undefined && query.author === undefined && query.tag === undefined && query.following === undefined;
  const [places, held] = await Promise.all([
    uploadIds(ctx.db, filter, after, feed.perPage + 1),
    viewer && isPlain ? heldUploadIds(ctx.db, viewer.profileId) : [],
  ]);
  return await uploads.page(ctx, viewer, {
    places,
    size: feed.perPage,
    held,
    after,
    cursorOf: (last) => timeCursor(last.created_at, last.id),
  });
}

/** The last timestamp that our ids can contain and that PostgreSQL and ISO 8601 write alike. */
const LATEST = Date.UTC(9999, 0);

/** How many uploads came after one, whether or not that one is still there: its id contains its timestamp. */
export async function newerUploads(ctx: Context, viewer: Viewer | null, than: string): Promise<number> {
  const at = Number.parseInt(than.replaceAll('-', '').slice(0, 12), 16);
  if (than[14] !== '7' || at > LATEST) return 0;
  return await countNewer(ctx.db, everything(viewer), { at: new Date(at), id: than }, feed.newerMax);
}
