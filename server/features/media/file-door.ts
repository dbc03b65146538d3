import type { Context } from '#server/context.ts';
import type { RawDoor } from '#server/platform/http/raw-door.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { type ServedRow, servedByKey } from './store.ts';

/** Milliseconds for which an answer "everybody" is kept, if nothing that visitors see changes in between. */
const KEEP_MS = 5000;
const MAX_KEPT = 2000;

interface Kept {
  readonly row: ServedRow;
  readonly until: number;
  readonly generation: number;
}
const open = new WeakMap<Context, Map<string, Kept>>();

/** A file that everybody may have, if this process knows so since a moment. As pages do, it forgets with every change. */
function keptRow(ctx: Context, key: string): ServedRow | null {
  const found = open.get(ctx)?.get(key);
  return found && found.until > performance.now() && found.generation === ctx.pages.generation ? found.row : null;
}

function keep(ctx: Context, key: string, row: ServedRow, generation: number): void {
  const kept = open.get(ctx) ?? new Map<string, Kept>();
  open.set(ctx, kept);
  kept.delete(key);
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
  kept.set(key, { row, until: performance.now() + KEEP_MS, generation });
}

/** Who may have a file: the owner their staged ones and originals, else as the content's kind answers. */
async function readersOf(
  ctx: Context,
  row: ServedRow,
  viewer: () => Promise<Viewer | null>,
): Promise<'everybody' | 'reader' | 'nobody'> {
  const isOwner = async (): Promise<boolean> => (await viewer())?.profileId === row.owner_id;
  if (row.state === 'staged' || row.is_private_original) return (await isOwner()) ? 'reader' : 'nobody';
  if (!row.guarded) return 'everybody';
  const kind = row.content_kind === null ? undefined : ctx.kinds.get(row.content_kind);
  if (!kind?.mayReadFile || row.content_id === null) return 'nobody';
  return await kind.mayReadFile(ctx, await viewer(), row.content_id);
}

/** Every stored file of members, by its key. What is not for everybody is decided at each request. */
export const fileDoor: RawDoor = {
  methods: ['GET', 'HEAD'],
  path: '/files/*',
  access: 'public',
  limit: 'file',
  summary: 'A file of a member, whole or in ranges; what is not public is asked of its content at every request.',
  async handle(ctx, { request, response, params, url, viewer }) {
    const key = params['*'] ?? '';
    const { generation } = ctx.pages;
    let row = keptRow(ctx, key);
    let isPublic = row !== null;
    if (!row) {
      row = key.length > 500 || key.includes('\0') ? null : await servedByKey(ctx.db, key);
      const readers = row ? await readersOf(ctx, row, viewer) : 'nobody';
      // Nobody learns whether it is there.
      if (!row || readers === 'nobody') throw new Refusal('not_found');
      isPublic = readers === 'everybody';
      if (isPublic) keep(ctx, key, row, generation);
    }
    await sendFile(ctx.storage, request, response, {
      key,
      bytes: row.bytes,
      contentType: row.content_type,
      name: row.name,
      isPublic,
      download: url.searchParams.has('download'),
    });
  },
};
