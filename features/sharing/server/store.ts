import { sharing } from '#features/sharing/contract/limits.ts';
import type { EditedRow } from '#content/core/server/edit.ts';
import type { ContentPlace, ContentRow } from '#content/core/server/reader.ts';
import type { ContentState } from '#content/core/server/type.ts';
import { containing } from '#features/gallery/server/rules.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import type { TimePlace } from '#platform/server/paging.ts';
import type { Descriptor, OwnValue } from './descriptors.ts';
import type { SharedType } from './types.ts';

/** Bytes of a preview in a page: its addresses, its waveform and the drawing of it. */
const PREVIEW_BYTES = 8192;

/** Which items a list shows. */
export interface ItemFilter {
  readonly type: string | null;
  /** In the form in which tags are stored. */
  readonly tag: string | null;
  /** Part of title, artist, description or a tag; empty for all. */
  readonly search: string;
  readonly authorId: string | null;
  /** Whether 18+ ones are in it at all. */
  readonly adult: boolean;
  /** Leaves out authors who are blocked, either way; nothing for a reader without blocks. Made for `t.author_id`. */
  readonly unblocked: SQL;
}

/** A place in a list; `likes` is null where the newest come first. */
export interface ItemPlace extends TimePlace {
  readonly likes: number | null;
}

/** A thing of a skeleton. */
export interface ItemSkeleton extends ContentPlace {
  readonly created_at: Date;
  readonly like_count: number;
}

/** The columns of a skeleton: what a thing adds to a page is read from the sizes of its texts, and not from the texts. */
const skeletonOf = ({ columns }: Descriptor): SQL =>
  sql.raw(
    `t.id, t.created_at, t.like_count, octet_length(t.html) + octet_length(t.description)${
      columns.previewUrl || columns.trackId
        ? ` + CASE WHEN ${columns.previewUrl ? `t.${columns.previewUrl}` : `t.${columns.trackId!}`} IS NULL THEN 0 ELSE ${PREVIEW_BYTES} END`
        : ''
    } AS bytes`,
  );

/**
 * Skeleton: ids of one page. Everything that decides what a reader sees is in this query, so that a page is never
 * short. The conditions match the partial indexes word for word.
 */
export async function itemIds(
  db: Executor,
  { descriptor }: SharedType,
  filter: ItemFilter,
  order: 'newest' | 'most-liked',
  after: ItemPlace | null,
  limit: number,
): Promise<ItemSkeleton[]> {
  const isLiked = order === 'most-liked';
  const key =
    after === null
      ? sql``
      : isLiked
        ? sql` AND (t.like_count, t.created_at, t.id) < (${after.likes}::int, ${after.at}::timestamptz, ${after.id}::uuid)`
        : sql` AND (t.created_at, t.id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  const sort = sql.raw(`${isLiked ? 't.like_count DESC, ' : ''}t.created_at DESC, t.id DESC`);
  return await db.rows<ItemSkeleton>(sql`
    SELECT ${skeletonOf(descriptor)} FROM ${sql.raw(descriptor.table)} t WHERE t.state = 'published'${narrowed(descriptor, filter)}${key}
    ORDER BY ${sort} LIMIT ${limit}`);
}

/** The conditions of a filter. */
function narrowed({ columns }: Descriptor, filter: ItemFilter): SQL {
  const conditions = [
    filter.adult ? sql`` : sql` AND NOT t.is_adult`,
    filter.type === null || !columns.type ? sql`` : sql` AND ${sql.raw(`t.${columns.type}`)} = ${filter.type}`,
    filter.tag === null ? sql`` : sql` AND t.tags @> ${[filter.tag]}::text[]`,
    filter.search === '' ? sql`` : sql` AND t.search_text LIKE ${containing(filter.search)}`,
    filter.authorId === null ? sql`` : sql` AND t.author_id = ${filter.authorId}::uuid`,
    filter.unblocked,
  ];
  return sql.join(conditions, sql``);
}

/**
 * Skeleton of what stands before the newest: the newest thing of each author with priority, since a timestamp. Looked for
 * among the newest of the list alone, so that its cost has a bound.
 * @param hasPriority a condition about `t.author_id`
 */
export async function aheadIds(
  db: Executor,
  { descriptor }: SharedType,
  filter: ItemFilter,
  { hasPriority, since }: { hasPriority: SQL; since: Date },
): Promise<ItemSkeleton[]> {
  return await db.rows<ItemSkeleton>(sql`
    SELECT id, created_at, like_count, bytes FROM (
      SELECT DISTINCT ON (t.author_id) ${skeletonOf(descriptor)} FROM (
        SELECT t.* FROM ${sql.raw(descriptor.table)} t WHERE t.state = 'published'${narrowed(descriptor, filter)}
          AND t.created_at > ${since} ORDER BY t.created_at DESC, t.id DESC LIMIT ${sharing.ahead.among}
      ) t WHERE ${hasPriority} ORDER BY t.author_id, t.created_at DESC, t.id DESC
    ) one ORDER BY created_at DESC, id DESC LIMIT ${sharing.ahead.most}`);
}

/** Skeleton of a member's own things that are not removed, newest first. @param waiting those that others do not see yet */
export async function ownIds(
  db: Executor,
  { descriptor }: SharedType,
  authorId: string,
  waiting: boolean,
  after: TimePlace | null,
  limit: number,
): Promise<ItemSkeleton[]> {
  const states = waiting ? ['pending', 'held', 'private'] : ['pending', 'held', 'private', 'published'];
  const key = after === null ? sql`` : sql` AND (t.created_at, t.id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  return await db.rows<ItemSkeleton>(sql`
    SELECT ${skeletonOf(descriptor)} FROM ${sql.raw(descriptor.table)} t
    WHERE t.author_id = ${authorId} AND t.state = ANY(${states}::text[])${key} ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit}`);
}

/** What an item has of its own. Values that its type has no column for are null. */
export interface ItemRow extends ContentRow {
  readonly description: string;
  readonly html: string;
  readonly summary: string;
  readonly tags: string[];
  readonly reply_count: number;
  readonly download_count: number | null;
  readonly artist: string | null;
  readonly url: string | null;
  readonly type: string | null;
  readonly upload_id: string | null;
  readonly track_id: string | null;
  readonly licence: string | null;
  readonly licence_text: string | null;
  readonly archive_file_id: string | null;
  readonly archive_version: number | null;
  /** Credits. */
  readonly price: number | null;
  readonly release_at: Date | null;
  readonly is_scheduled: boolean | null;
  readonly entry_count: number | null;
}

/** Values of `ItemRow` that only some types have a column for, with the type of a missing one. */
const optional = [
  ['artist', 'artist', 'text'],
  ['url', 'url', 'text'],
  ['type', 'type', 'text'],
  ['uploadId', 'upload_id', 'uuid'],
  ['trackId', 'track_id', 'uuid'],
  ['licence', 'licence', 'text'],
  ['licenceText', 'licence_text', 'text'],
  ['archiveFileId', 'archive_file_id', 'uuid'],
  ['archiveVersion', 'archive_version', 'int'],
  ['price', 'price', 'int'],
  ['releaseAt', 'release_at', 'timestamptz'],
  ['isScheduled', 'is_scheduled', 'boolean'],
  ['entryCount', 'entry_count', 'int'],
] as const satisfies readonly (readonly [OwnValue, keyof ItemRow, string])[];

/** The columns of an item beside those of all contents. */
export function itemColumns({ columns, hasDownloads }: Descriptor): SQL {
  const own = optional.map(
    ([value, name, type]) => `${columns[value] ? `t.${columns[value]}` : `NULL::${type}`} AS ${name}`,
  );
  const downloads = hasDownloads ? 't.download_count' : 'NULL::int AS download_count';
  return sql.raw(['t.description, t.html, t.summary, t.tags, t.reply_count', downloads, ...own].join(', '));
}

/** Whether a private item is scheduled for release: everybody may read its title before. */
export async function isScheduled(db: Executor, { descriptor }: SharedType, id: string): Promise<boolean> {
  const { table, columns } = descriptor;
  if (!columns.isScheduled) return false;
  const rows = await db.rows(
    sql`SELECT 1 FROM ${sql.raw(table)} WHERE id = ${id} AND state = 'private' AND ${sql.raw(columns.isScheduled)}`,
  );
  return rows.length > 0;
}

/** The written fields of a new or edited item. */
export interface ItemValues {
  readonly title: string;
  readonly description: string;
  readonly html: string;
  readonly summary: string;
  readonly renderer: number;
  readonly tags: readonly string[];
  readonly searchText: string;
  readonly isAdult: boolean;
  readonly fingerprint: string;
  /** Values of the type's own columns; those that it has no column for, or that are left out, are not written. */
  readonly own: Readonly<Partial<Record<OwnValue, string | number | boolean | Date | null>>>;
}

const assignments = ({ columns }: Descriptor, values: ItemValues): [string, SQL][] => [
  ['title', sql`${values.title}`],
  ['description', sql`${values.description}`],
  ['html', sql`${values.html}`],
  ['summary', sql`${values.summary}`],
  ['renderer', sql`${values.renderer}`],
  ['tags', sql`${[...values.tags]}::text[]`],
  ['search_text', sql`${values.searchText}`],
  ['is_adult', sql`${values.isAdult}`],
  ['fingerprint', sql`${values.fingerprint}`],
  ...(Object.entries(values.own) as [OwnValue, string | number | boolean | Date | null][]).flatMap(
    ([value, content]): [string, SQL][] => {
      const column = columns[value];
      return column === undefined ? [] : [[column, sql`${content}`]];
    },
  ),
];

/** Writes a thing. @returns false when this submit has made one already */
export async function insertItem(
  tx: Tx,
  { descriptor }: SharedType,
  content: { id: string; authorId: string; state: ContentState; submitId: string; createdAt: Date },
  values: ItemValues,
): Promise<boolean> {
  const written = assignments(descriptor, values);
  const names = sql.raw(written.map(([column]) => column).join(', '));
  const contents = sql.join(
    written.map(([, value]) => value),
    sql`, `,
  );
  const rows = await tx.rows(sql`
    INSERT INTO ${sql.raw(descriptor.table)} (id, author_id, state, submit_id, created_at, ${names})
    VALUES (${content.id}, ${content.authorId}, ${content.state}, ${content.submitId}, ${content.createdAt}, ${contents})
    ON CONFLICT (author_id, submit_id) DO NOTHING RETURNING id`);
  return rows.length > 0;
}

/** Replaces a thing's fields; the caller has locked the row and compared the version. */
export async function updateItem(
  tx: Tx,
  { descriptor }: SharedType,
  id: string,
  values: ItemValues,
  edit: EditedRow,
): Promise<void> {
  const written = sql.join(
    assignments(descriptor, values).map(([column, value]) => sql`${sql.raw(column)} = ${value}`),
    sql`, `,
  );
  const undecided = sql.raw(edit.state === 'pending' ? ', decided_by = NULL, decided_at = NULL' : '');
  await tx.rows(sql`
    UPDATE ${sql.raw(descriptor.table)} SET ${written}${undecided}, state = ${edit.state}, edited_at = ${edit.editedAt}, edited_by = ${edit.editedBy}::uuid,
      version = version + 1 WHERE id = ${id}`);
}

/** Whether an author has shared the same since a timestamp. */
export async function sharedSince(
  db: Executor,
  { descriptor }: SharedType,
  authorId: string,
  fingerprint: string,
  since: Date,
): Promise<boolean> {
  const rows = await db.rows(sql`
    SELECT 1 FROM ${sql.raw(descriptor.table)} WHERE author_id = ${authorId} AND fingerprint = ${fingerprint} AND created_at > ${since} LIMIT 1`);
  return rows.length > 0;
}

/**
 * Counts the download of a member, once, in one statement: two at the same time are one.
 * @returns the count; null when the thing is not published
 */
export async function countDownload(
  db: Executor,
  { descriptor }: SharedType,
  id: string,
  userId: string,
  at: Date,
): Promise<number | null> {
  const table = sql.raw(descriptor.table);
  const [row] = await db.rows<{ count: number }>(sql`
    WITH added AS (
      INSERT INTO sharing_downloads (item_id, user_id, created_at) SELECT id, ${userId}::uuid, ${at}::timestamptz FROM ${table}
      WHERE id = ${id} AND state = 'published' ON CONFLICT DO NOTHING RETURNING item_id
    ), counted AS (
      UPDATE ${table} SET download_count = download_count + 1 WHERE id IN (SELECT item_id FROM added) RETURNING download_count
    )
    SELECT coalesce((SELECT download_count FROM counted), t.download_count) AS count FROM ${table} t
    WHERE t.id = ${id} AND t.state = 'published'`);
  return row?.count ?? null;
}

/** A track of this site, with the upload that it belongs to. */
export interface SongTrackRow {
  readonly track_id: string;
  readonly upload_id: string;
  readonly file_id: string;
  readonly uploader: string | null;
  readonly is_adult: boolean;
}

/** Tracks with their uploads, one query. Whether a reader may see them is not asked. */
export async function songTracks(db: Executor, trackIds: readonly string[]): Promise<SongTrackRow[]> {
  if (trackIds.length === 0) return [];
  return await db.rows<SongTrackRow>(sql`
    SELECT f.id AS track_id, f.upload_id, f.file_id, p.display_name AS uploader, u.is_adult
    FROM upload_files f JOIN uploads u ON u.id = f.upload_id LEFT JOIN profiles p ON p.id = u.author_id
    WHERE f.id = ANY(${[...trackIds]}::uuid[]) AND f.kind = 'audio'`);
}

/** A staged file of a member, for a preview. */
export async function stagedPreview(
  db: Executor,
  ownerId: string,
  fileId: string,
): Promise<{ id: string; key: string } | null> {
  const [row] = await db.rows<{ id: string; key: string }>(sql`
    SELECT id, key FROM files WHERE id = ${fileId} AND owner_id = ${ownerId} AND state = 'staged' AND kind IN ('image', 'audio')`);
  return row ?? null;
}
