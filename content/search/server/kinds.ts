import type { SearchType } from '#content/search/contract/limits.ts';
import {
  type SharingField,
  type SharingKind,
  replyKindOf,
  sharingKinds,
  sharingTypes,
} from '#content/core/contract/shared-kinds.ts';
import { shownSounds } from '#content/media/server/actions.ts';
import { contentType } from '#content/core/server/type.ts';

/**
 * A kind that can be found, as data. SQL fragments name its row `t`. A further one is an entry in `makeKinds`, a type
 * of `searchTypes` in the contract where it has none, and a higher `INDEX_VERSION`.
 */
export interface SearchKind {
  /** As `thing.changed` names it. */
  readonly kind: string;
  readonly type: SearchType;
  readonly table: string;
  /** Whether others see it at all; what depends on the reader is asked when it is searched. */
  readonly shown: string;
  /** Profile id. */
  readonly author: string;
  /** Id of what it stands below, and the kind of that: whoever does not see that finds neither. */
  readonly parent?: { readonly column: string; readonly kind: string };
  /** Of an answer not given: it has none of its own. */
  readonly title?: string;
  readonly body: string;
  readonly isAdult?: string;
  /** An array of texts; they are searched as words too. */
  readonly tags?: string;
  readonly category?: string;
  readonly hasAudio?: string;
  readonly hasVideo?: string;
  /** A query of its sounds: tempo and key of each. */
  readonly sounds?: string;
  /** How many likes and answers it has. */
  readonly reception?: string;
  /** From when on nobody finds it. */
  readonly expiresAt?: string;
  /** Text behind a lock: for its author, staff, and who is in `unlocks` (of `post_id` and `profile_id`). */
  readonly locked?: { readonly when: string; readonly body: string };
  address(id: string, parentId: string | null, title: string): string;
}

type Own = Omit<SearchKind, 'kind' | 'table' | 'shown' | 'author' | 'address' | 'isAdult' | 'parent'>;

/** A content type with what it brings by itself; nothing where the site has no such type. */
function content(kind: string, own: Own): SearchKind[] {
  const type = contentType(kind);
  if (!type) return [];
  const { answerOf } = type;
  const made = {
    ...own,
    kind,
    table: type.table,
    shown: `t.state = 'published'`,
    author: `t.${type.authorColumn}`,
    address: (id: string, parentId: string | null) => type.address({ id, parentId }),
  };
  // An answer has no title of its own, and is 18+ with what it stands below.
  return answerOf
    ? [{ ...made, parent: { column: `t.${answerOf.column}`, kind: answerOf.type.kind } }]
    : [{ ...made, title: own.title ?? type.title, isAdult: type.isAdult }];
}

/** SQL of a text without its first line, where that is the title. */
const belowTitle = `CASE WHEN length(split_part(t.content, E'\\n', 1)) <= 120 THEN substr(t.content, length(split_part(t.content, E'\\n', 1)) + 2) ELSE t.content END`;

/** Columns of what members share that its lists filter by. */
const sharingCategory: Readonly<Partial<Record<SharingKind, string>>> = {
  song: 't.platform',
  editing_pack: 't.pack_type',
  leak: 't.leak_type',
  set: 't.set_type',
  self_promotion_post: 't.post_type',
};

const trackSounds = `SELECT ${shownSounds('f')} FROM upload_files s JOIN files f ON f.id = s.file_id WHERE`;

/** Where the sounds of what members share stand. */
const sharingSounds: Readonly<Partial<Record<SharingKind, string>>> = {
  song: `${trackSounds} s.id = t.track_id`,
  ...Object.fromEntries(
    sharingKinds
      .filter((kind) => (sharingTypes[kind].fields as readonly SharingField[]).includes('archive'))
      .map((kind) => [kind, `SELECT ${shownSounds('e')} FROM archive_entries e WHERE e.file_id = t.archive_file_id`]),
  ),
};

function shared(kind: SharingKind): SearchKind[] {
  const sounds = sharingSounds[kind];
  const category = sharingCategory[kind];
  return [
    ...content(kind, {
      type: kind,
      title: kind === 'song' ? `concat_ws(' - ', nullif(t.artist, ''), t.title)` : 't.title',
      body: 't.description',
      tags: 't.tags',
      ...(category && { category }),
      ...(sounds && { sounds }),
      // A song can be heard wherever it is.
      ...(kind === 'song' && { hasAudio: 'true' }),
      reception: 't.like_count + t.reply_count',
    }),
    ...content(replyKindOf(kind), { type: 'comment', body: 't.content' }),
  ];
}

const makeKinds = (): readonly SearchKind[] => [
  {
    kind: 'profile',
    type: 'member',
    table: 'profiles',
    shown: 't.user_id IS NOT NULL',
    author: 't.id',
    title: `t.display_name || ' ' || t.username`,
    body: `concat_ws(E'\\n', nullif(t.bio, ''), t.appearance_settings ->> 'custom_description')`,
    reception: 't.post_count',
    address: (_id, _parentId, title) => `/profile/${title.slice(title.lastIndexOf(' ') + 1)}`,
  },
  ...content('forum_post', {
    type: 'post',
    body: `CASE WHEN t.is_locked THEN t.preview ELSE ${belowTitle} END`,
    category: 'coalesce(t.category_name, t.category_id::text)',
    reception: 't.reply_count',
    locked: { when: 't.is_locked', body: belowTitle },
  }),
  ...content('post_reply', { type: 'reply', body: 't.content' }),
  ...content('upload', {
    type: 'upload',
    body: `concat_ws(E'\\n', nullif(${belowTitle}, ''), CASE WHEN t.has_poll THEN (SELECT p.question FROM polls p WHERE p.upload_id = t.id) END)`,
    tags: '(SELECT array_agg(g.tag) FROM upload_tags g WHERE g.upload_id = t.id)',
    hasAudio: 't.has_audio',
    hasVideo: 't.has_video',
    sounds: `${trackSounds} s.upload_id = t.id AND s.kind = 'audio'`,
    reception: 't.like_count + t.comment_count',
  }),
  ...content('upload_comment', { type: 'comment', body: 't.content' }),
  ...sharingKinds.flatMap(shared),
  ...content('gallery_image', { type: 'gallery_image', body: 't.description', reception: 't.like_count' }),
  ...content('listening_party', { type: 'party', body: 't.description', reception: 't.message_count' }),
  {
    kind: 'announcement',
    type: 'announcement',
    table: 'announcements',
    shown: 't.is_published',
    author: 't.author_id',
    title: 't.title',
    body: 't.content',
    expiresAt: 't.expires_at',
    address: () => '/announcements',
  },
];

let kinds: ReadonlyMap<string, SearchKind> | null = null;

/** Everything that can be found, by the kind's name. Made at the first use, when every feature has declared its types. */
export function searchKinds(): ReadonlyMap<string, SearchKind> {
  kinds ??= new Map(makeKinds().map((kind) => [kind.kind, kind]));
  return kinds;
}
