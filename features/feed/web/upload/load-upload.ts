import type { QueryClient } from '@tanstack/react-query';
import { loadThread } from '#content/core/web/thread/load-thread.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { uploadFacts } from '#features/feed/web/heads.ts';
import { commentsPages, uploadQuery } from '#features/feed/web/queries.ts';

/** Loads an upload with the comments around one of them. */
export async function loadUpload(client: QueryClient, call: Call, uploadId: string, around: string) {
  const upload = client.ensureQueryData(uploadQuery(call, uploadId));
  const refusals = ['comment_not_found', 'upload_not_found'];
  const loaded = await loadThread(client, call, { pages: commentsPages, parentId: uploadId }, around, upload, refusals);
  return { facts: uploadFacts(loaded.parent), around: loaded.around, missingComment: loaded.isMissing };
}
