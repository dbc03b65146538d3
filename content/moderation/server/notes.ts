import type { Reply } from '#site/contract/contract.ts';
import type { Context } from '#platform/server/context.ts';
import { unknownPerson } from '#people/profiles/server/rules.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { type NoteRow, audit, insertNote, notesAbout } from './store.ts';

type Notes = Reply<'GET /staff/members/:profileId/notes'>;

async function present(ctx: Context, rows: readonly NoteRow[]): Promise<Notes['items']> {
  const people = await peopleById(
    ctx.db,
    rows.flatMap((row) => row.author_id ?? []),
  );
  return rows.map((row) => ({
    id: row.id,
    author: people.get(row.author_id ?? '') ?? unknownPerson,
    text: row.text,
    createdAt: row.created_at.toISOString(),
  }));
}

/** What staff noted about a member. @throws {Refusal} `profile_not_found` */
export async function listNotes(ctx: Context, profileId: string): Promise<Notes> {
  if ((await peopleById(ctx.db, [profileId])).size === 0) throw new Refusal('profile_not_found');
  return { items: await present(ctx, await notesAbout(ctx.db, profileId)) };
}

/** Notes something about a member. @throws {Refusal} `profile_not_found` */
export async function addNote(
  ctx: Context,
  viewer: Viewer,
  profileId: string,
  text: string,
): Promise<Notes['items'][number]> {
  if ((await peopleById(ctx.db, [profileId])).size === 0) throw new Refusal('profile_not_found');
  const at = ctx.clock.now();
  const id = newId(at);
  await ctx.db.tx(async (tx) => {
    await insertNote(tx, { id, profileId, by: viewer.profileId, text, at });
    await audit(ctx, tx, viewer, {
      action: 'member.note',
      targetKind: 'profile',
      targetId: profileId,
      details: { before: null, after: { noteId: id } },
    });
  });
  return (await present(ctx, [{ id, author_id: viewer.profileId, text, created_at: at }]))[0]!;
}
