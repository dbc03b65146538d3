import { randomUUID } from 'node:crypto';
import type { Context } from '#platform/server/context.ts';
import { resolveViewer } from '#people/accounts/server/sessions/session-reader.ts';
import { createPost } from './write-post.ts';
import { replies } from './replies.ts';

/** Who writes: anything with a session's cookie. */
interface Writer {
  readonly cookie: string;
}

let postCount = 0;

/** Words that no other text has: texts of several members that differ in less count as nearly the same. */
export const distinctWords = (): string =>
  Array.from({ length: 16 }, () => randomUUID().replaceAll(/[^a-f]/g, '')).join(' ');

async function viewerOf(ctx: Context, writer: Writer) {
  const viewer = await resolveViewer(ctx, writer.cookie);
  if (!viewer) throw new Error('The writer has no session.');
  return viewer;
}

/** Makes a post with the same action as the endpoint. @returns its id. */
export async function makePost(
  ctx: Context,
  author: Writer,
  overrides: {
    content?: string;
    fileIds?: readonly string[];
    category?: string;
    isLocked?: boolean;
    submitId?: string;
  } = {},
): Promise<string> {
  const post = await createPost(ctx, await viewerOf(ctx, author), {
    content:
      overrides.content ?? `A post about loops ${postCount++} ${randomUUID()}\n\nRound it goes: ${distinctWords()}.`,
    fileIds: overrides.fileIds ?? [],
    category: overrides.category ?? '',
    isLocked: overrides.isLocked ?? false,
    submitId: overrides.submitId ?? randomUUID(),
  });
  return post.id;
}

/** Makes a reply with the same action as the endpoint. @returns its id. */
export async function makeReply(
  ctx: Context,
  author: Writer,
  postId: string,
  overrides: { content?: string; inReplyTo?: string; createdAt?: Date } = {},
): Promise<string> {
  const { createdAt } = overrides;
  const at = createdAt ? { ...ctx, clock: { now: () => createdAt } } : ctx;
  const reply = await replies.submit(at, await viewerOf(ctx, author), postId, {
    content: overrides.content ?? `A reply, number ${postCount++}`,
    inReplyTo: overrides.inReplyTo,
    submitId: randomUUID(),
  });
  return reply.id;
}
