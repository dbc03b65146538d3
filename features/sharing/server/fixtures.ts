import { randomUUID } from 'node:crypto';
import type { SharingKind } from '#content/core/contract/shared-kinds.ts';
import type { Context } from '#platform/server/context.ts';
import { resolveViewer } from '#people/accounts/server/sessions/session-reader.ts';
import { repliesOf } from './replies.ts';
import { type SharedType, sharedTypes } from './types.ts';
import { type Form, createItem } from './write.ts';

/** Who writes: anything with a session's cookie. */
interface Writer {
  readonly cookie: string;
}

let itemCount = 0;

async function viewerOf(ctx: Context, writer: Writer) {
  const viewer = await resolveViewer(ctx, writer.cookie);
  if (!viewer) throw new Error('The writer has no session.');
  return viewer;
}

/** The type of a kind. */
export const sharedType = (kind: SharingKind): SharedType =>
  sharedTypes.find(({ descriptor }) => descriptor.kind === kind)!;

/** An address that a thing of a kind takes, another at each call. */
export function sampleAddress(kind: SharingKind): string {
  itemCount++;
  return kind === 'song'
    ? `https://soundcloud.com/somebody/song-${itemCount}-${randomUUID().slice(0, 8)}`
    : `https://example.org/${kind}/${itemCount}`;
}

/** Shares a thing with the same action as the endpoint; `createdAt` moves its clock. @returns its id */
export async function makeItem(
  ctx: Context,
  kind: SharingKind,
  author: Writer,
  overrides: Partial<Form> & { isAdult?: boolean; archiveFileId?: string; createdAt?: Date } = {},
): Promise<string> {
  const { createdAt, ...form } = overrides;
  const at = createdAt ? { ...ctx, clock: { now: () => createdAt } } : ctx;
  const item = await createItem(at, await viewerOf(ctx, author), sharedType(kind), {
    title: `A new thing ${itemCount++}`,
    description: '',
    url: sampleAddress(kind),
    tags: '',
    type: kind === 'leak' ? 'music' : kind === 'set' ? 'set' : 'general',
    isAdult: false,
    rights: true,
    submitId: randomUUID(),
    ...form,
  });
  return item.id;
}

/** Makes a reply with the same action as the endpoint. @returns its id */
export async function makeReplyTo(
  ctx: Context,
  kind: SharingKind,
  author: Writer,
  itemId: string,
  content = `A reply, number ${itemCount++}`,
): Promise<string> {
  const viewer = await viewerOf(ctx, author);
  const { id } = await repliesOf(sharedType(kind)).submit(ctx, viewer, itemId, { content, submitId: randomUUID() });
  return id;
}
