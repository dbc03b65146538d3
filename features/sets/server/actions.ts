import type { SetEntry } from '#features/sets/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { readEntries, requireSet } from './entries.ts';
import { scheduledAlbum } from './store.ts';

/** The first page of what is in a set, as a visitor sees it. @throws {Refusal} `set_not_found`, `adults_only` */
export async function publicEntries(ctx: Context, setId: string): Promise<SetEntry[]> {
  return (await readEntries(ctx, null, await requireSet(ctx, null, setId, undefined), undefined)).items;
}

/** The public facts of an album before its release. @throws {Refusal} `set_not_found` */
export async function readCountdown(ctx: Context, viewer: Viewer | null, setId: string) {
  const album = await scheduledAlbum(ctx.db, viewer, setId);
  const author = album && (await peopleById(ctx.db, [album.author_id])).get(album.author_id);
  if (!author) throw new Refusal('set_not_found');
  return { title: album.title, author, releaseAt: album.release_at.toISOString(), entryCount: album.entry_count };
}
