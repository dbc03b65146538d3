import type { ChatMessage } from '#features/parties/contract/endpoints.ts';
import type { Person } from '#platform/contract/shapes.ts';
import { type ReactionCount, reactionsColumn } from '#content/core/server/reactions/reactions.ts';
import { type Roles, visibilityOf } from '#content/core/server/present.ts';
import type { AnswerAtOnce, ContentState } from '#content/core/server/type.ts';
import { filesOf, presentFile } from '#content/media/server/actions.ts';
import type { FileRow } from '#content/media/server/store.ts';
import { type PersonColumns, activeCustomRoles, personColumns, personOf } from '#people/profiles/server/store.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';

/** The excerpt of a message without text. */
export const NO_WORDS = 'Image';
/** Kind of a chat message, as files and reports name it. */
export const CHAT_KIND = 'chat_message';

interface MessageRow extends PersonColumns {
  readonly id: string;
  readonly party_id: string;
  readonly author_id: string;
  readonly html: string;
  readonly message_type: 'text' | 'image';
  readonly state: ContentState;
  readonly created_at: Date;
  readonly place: string;
  readonly reactions: ReactionCount[];
}

async function messageRows(db: Executor, ids: readonly string[], readerId: string | null): Promise<MessageRow[]> {
  const rows = await db.rows<MessageRow>(sql`
    SELECT t.id, t.party_id, t.author_id, t.html, t.message_type, t.state, t.created_at, t.place, ${reactionsColumn(sql`t.id`, readerId)} AS reactions, ${personColumns}
    FROM chat_messages t LEFT JOIN profiles p ON p.id = t.author_id WHERE t.id = ANY(${[...ids]}::uuid[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A text that was just written, as everybody in the room reads it. */
export function newMessage(
  written: Omit<AnswerAtOnce, 'authorId'> & { readonly place: number },
  author: Person,
): ChatMessage {
  return {
    id: written.id,
    partyId: written.parentId,
    author,
    html: written.html,
    type: 'text',
    image: null,
    reactions: [],
    visibility: 'published',
    createdAt: written.createdAt.toISOString(),
    place: written.place,
  };
}

/** A message, the same for everybody who may read it. A removed one keeps its place without its words. */
function presentMessage(row: MessageRow, roles: Roles, file: FileRow | undefined): ChatMessage {
  const isGone = row.state === 'removed';
  return {
    id: row.id,
    partyId: row.party_id,
    author: personOf(row, roles),
    html: isGone ? '' : row.html,
    type: row.message_type,
    image: file && !isGone ? presentFile(file) : null,
    reactions: isGone ? [] : row.reactions,
    visibility: visibilityOf(row.state),
    createdAt: row.created_at.toISOString(),
    place: Number(row.place),
  };
}

/**
 * Messages by id, in the order of the ids.
 * @param readerId whose own reactions are marked; null in events, which everybody reads alike
 */
export async function messagesById(
  db: Executor,
  ids: readonly string[],
  readerId: string | null = null,
): Promise<ChatMessage[]> {
  if (ids.length === 0) return [];
  const rows = await messageRows(db, ids, readerId);
  const withImage = rows.filter((row) => row.message_type === 'image').map((row) => row.id);
  // One after the other: inside a transaction there is one connection.
  const roles = await activeCustomRoles(db);
  const files = await filesOf(db, CHAT_KIND, withImage);
  return rows.map((row) => presentMessage(row, roles, files.get(row.id)?.[0]));
}
