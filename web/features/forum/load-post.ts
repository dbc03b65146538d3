import type { QueryClient } from '@tanstack/react-query';
import { type Call, CallError } from '#web/lib/call.ts';
import { postFacts } from './heads.ts';
import { postQuery, repliesQuery } from './queries.ts';

/** Loads a post with the replies around one of them; a reply that is gone opens the thread at its start, and says so. */
export async function loadPost(client: QueryClient, call: Call, postId: string, around: string) {
  const replies = client.ensureInfiniteQueryData(repliesQuery(call, postId, around)).then(
    () => null,
    (error: unknown) => error,
  );
  const post = await client.ensureQueryData(postQuery(call, postId));
  const problem = await replies;
  const isGone = around !== '' && problem instanceof CallError && problem.code === 'post_not_found';
  if (problem !== null && !isGone) throw problem;
  if (isGone) await client.ensureInfiniteQueryData(repliesQuery(call, postId, ''));
  return { facts: postFacts(post), around: isGone ? '' : around, missingReply: isGone };
}
