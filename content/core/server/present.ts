import type { Person } from '#platform/contract/shapes.ts';
import type { CustomRole } from '#people/profiles/server/rules.ts';
import { type EditorOf, personOf } from '#people/profiles/server/store.ts';
import { UNCHECKED, holdNotice, holdNoticeForStaff } from '#content/moderation/server/rules/hold-reasons.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { canEdit, canRemove, canReport, canSee } from './policies.ts';
import type { AnswerRow } from './answers/thread.ts';
import type { ContentState, ContentType } from './type.ts';

/** Active custom roles by name, for badges. */
export type Roles = ReadonlyMap<string, CustomRole>;

/** How a state is named to readers: what waits, whichever way, is held. */
export const visibilityOf = (state: ContentState): Exclude<ContentState, 'pending'> =>
  state === 'pending' ? 'held' : state;

/** What an author reads of a content that they keep back. */
const privateNotice = 'Only you, staff and whoever has a secret link can see it.';

/**
 * A content as its buyer sees it where others do not (removed, held, private), or not this reader (a block, 18+): to read
 * and to download.
 */
export function asBought<T extends { readonly can: Readonly<Record<string, boolean>>; readonly notice: string | null }>(
  content: T,
  state: ContentState,
): T {
  const off = Object.keys(content.can).filter((action) => action !== 'download');
  const hidden = state === 'removed' ? 'Its author has taken this down. ' : 'Others cannot see this at the moment. ';
  return {
    ...content,
    notice: `${state === 'published' ? '' : hidden}You have bought it, and you keep it.`,
    can: { ...content.can, ...Object.fromEntries(off.map((action) => [action, false])) },
  };
}

/** Why a text is held or removed, in words for its author; null for what everybody sees. */
export function noticeFor(
  row: {
    readonly state: ContentState;
    readonly author_id: string | null;
    readonly hold_reasons: readonly string[] | null;
    readonly removed_reason: string | null;
    /** Of a type that staff approve first (`rejectedColumn`). */
    readonly is_rejected?: boolean;
  },
  viewer: Viewer | null,
): string | null {
  if (row.is_rejected) return `Not approved: ${row.removed_reason ?? ''}`;
  if (row.state === 'held') {
    const isOwn = viewer?.profileId === row.author_id;
    return (isOwn ? holdNotice : holdNoticeForStaff)(row.hold_reasons ?? [UNCHECKED]);
  }
  if (row.state === 'private') return privateNotice;
  if (row.state === 'removed')
    return row.removed_reason ? `Removed: ${row.removed_reason}` : 'Removed. It can be restored for 30 days.';
  return null;
}

/** What every answer is to its reader. */
export interface PresentedAnswer {
  readonly id: string;
  readonly author: Person;
  readonly html: string;
  readonly source: string | null;
  readonly version: number;
  readonly visibility: Exclude<ContentState, 'pending'>;
  readonly notice: string | null;
  readonly createdAt: string;
  readonly place: number;
  readonly editedAt: string | null;
  readonly editedBy: Person | null;
  readonly can: { edit: boolean; delete: boolean; restore: boolean; report: boolean };
}

/**
 * The shared part of an answer as its reader sees it, and whether they may read it: what was removed keeps its place
 * without its text, but for who may restore it.
 * @param restorable ids of removed answers that this reader may restore (`restorableAmong`)
 */
export function presentAnswer(
  type: ContentType,
  row: AnswerRow,
  roles: Roles,
  viewer: Viewer | null,
  editorOf: EditorOf,
  restorable: ReadonlySet<string>,
): { answer: PresentedAnswer; readable: boolean } {
  const owned = {
    authorId: row.author_id,
    authorIsAdmin: row.person_is_admin,
    state: row.state,
    removedBy: row.removed_by,
  };
  const parentAuthor = type.answerOf?.parentAuthorRemoves ? row.parent_author_id : null;
  const restore = restorable.has(row.id);
  const readable = canSee(owned, viewer) || restore;
  const edit = canEdit(owned, viewer) && row.parent_state !== 'removed';
  return {
    readable,
    answer: {
      id: row.id,
      author: personOf(row, roles),
      html: readable ? row.html : '',
      source: edit ? row.content : null,
      version: row.version,
      visibility: visibilityOf(row.state),
      notice: readable ? noticeFor(row, viewer) : `This ${type.noun} was removed.`,
      createdAt: row.created_at.toISOString(),
      place: Number(row.place),
      editedAt: row.edited_at?.toISOString() ?? null,
      editedBy: editorOf(row.edited_by),
      can: {
        edit,
        delete: canRemove(owned, viewer, parentAuthor),
        restore,
        report: canReport(owned, viewer),
      },
    },
  };
}
