import { randomUUID } from 'node:crypto';
import type { Context } from '#platform/server/context.ts';
import { resolveViewer } from '#people/accounts/server/sessions/session-reader.ts';
import { comments } from './comments/comments.ts';
import { type Submit, createUpload } from './write-upload.ts';

/** Who writes: anything with a session's cookie. */
interface Writer {
  readonly cookie: string;
}

let uploadCount = 0;

async function viewerOf(ctx: Context, writer: Writer) {
  const viewer = await resolveViewer(ctx, writer.cookie);
  if (!viewer) throw new Error('The writer has no session.');
  return viewer;
}

/** Makes an upload with the same action as the endpoint; `createdAt` moves its clock. @returns its id. */
export async function makeUpload(
  ctx: Context,
  author: Writer,
  overrides: Partial<Submit> & { createdAt?: Date } = {},
): Promise<string> {
  const { createdAt, ...submit } = overrides;
  const at = createdAt ? { ...ctx, clock: { now: () => createdAt } } : ctx;
  const upload = await createUpload(at, await viewerOf(ctx, author), {
    content: `A new loop ${uploadCount++} ${randomUUID()}`,
    fileIds: [],
    isAdult: false,
    terms: [],
    submitId: randomUUID(),
    ...submit,
  });
  return upload.id;
}

/** Makes a comment with the same action as the endpoint. @returns its id. */
export async function makeComment(
  ctx: Context,
  author: Writer,
  uploadId: string,
  overrides: { content?: string; at?: { trackId: string; ms: number }; createdAt?: Date } = {},
): Promise<string> {
  const { createdAt } = overrides;
  const at = createdAt ? { ...ctx, clock: { now: () => createdAt } } : ctx;
  const comment = await comments.submit(at, await viewerOf(ctx, author), uploadId, {
    content: overrides.content ?? `A comment, number ${uploadCount++}`,
    at: overrides.at,
    submitId: randomUUID(),
  });
  return comment.id;
}
