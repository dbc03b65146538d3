import type { QueryClient } from '@tanstack/react-query';
import { type Call, CallError } from '#web/lib/call.ts';
import { uploadFacts } from './heads.ts';
import { commentsQuery, uploadQuery } from './queries.ts';

/** Loads an upload with the comments around one of them; where that is gone they begin at the start, and the page says so. */
export async function loadUpload(client: QueryClient, call: Call, uploadId: string, around: string) {
  const comments = client.ensureInfiniteQueryData(commentsQuery(call, uploadId, around)).then(
    () => null,
    (error: unknown) => error,
  );
  const upload = await client.ensureQueryData(uploadQuery(call, uploadId));
  const problem = await comments;
  const isGone =
    around !== '' &&
    problem instanceof CallError &&
    (problem.code === 'comment_not_found' || problem.code === 'upload_not_found');
  if (problem !== null && !isGone) throw problem;
  if (isGone) await client.ensureInfiniteQueryData(commentsQuery(call, uploadId, ''));
  return { facts: uploadFacts(upload), around: isGone ? '' : around, missingComment: isGone };
}
