import type { QueryClient } from '@tanstack/react-query';
import { loadThread } from '#content/core/web/thread/load-thread.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { postFacts } from '#features/forum/web/heads.ts';
import { postQuery, repliesPages } from '#features/forum/web/queries.ts';

/** Loads a post with the replies around one of them. */
export async function loadPost(client: QueryClient, call: Call, postId: string, around: string) {
  const post = client.ensureQueryData(postQuery(call, postId));
  const loaded = await loadThread(client, call, { pages: repliesPages, parentId: postId }, around, post, [
    'post_not_found',
  ]);
  return { facts: postFacts(loaded.parent), around: loaded.around, missingReply: loaded.isMissing };
}
