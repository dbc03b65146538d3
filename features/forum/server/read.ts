import type { Post } from '#features/forum/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { checkRowSeen, restorableAmong } from '#content/core/server/policies.ts';
import { asBought } from '#content/core/server/present.ts';
import { can } from '#people/ledger/server/actions.ts';
import { filesOf } from '#content/media/server/actions.ts';
import { activeCustomRoles, editorsOf } from '#people/profiles/server/store.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { findPost } from './posts-store.ts';
import { presentPost } from './present.ts';
import { forumPost } from './types.ts';

/** One post as its reader sees it. @throws {Refusal} `post_not_found`, `adults_only`. */
export async function readPost(ctx: Context, viewer: Viewer | null, id: string): Promise<Post> {
  const row = await findPost(ctx.db, id, viewer?.profileId ?? null);
  const byPurchase = await checkRowSeen(ctx.db, forumPost, row, viewer);
  const own = viewer !== null && viewer.profileId === row!.author_id;
  const [restorable, roles, files, mayPin, editorOf] = await Promise.all([
    restorableAmong(ctx, forumPost, [row!], viewer),
    activeCustomRoles(ctx.db),
    row!.image_url === null ? null : filesOf(ctx.db, 'forum_post', [id]),
    own ? can(ctx, viewer.profileId, 'pin_own_post') : false,
    editorsOf(ctx.db, [row!]),
  ]);
  const post = presentPost(row!, roles, files?.get(id) ?? [], viewer, mayPin, restorable.has(id), editorOf);
  return byPurchase ? asBought(post, row!.state) : post;
}
