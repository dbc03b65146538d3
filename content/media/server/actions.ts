import { type FileKind, media } from '#content/media/contract/limits.ts';
import type { MediaFile, OwnFile } from '#content/media/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { can } from '#people/ledger/server/actions.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
export {
  type ArchiveCounts,
  type ArchiveRow,
  type EntryRow,
  type FoundEntry,
  archivesOf,
  copyEntriesStated,
  entriesAt,
  entriesOf,
  entryAt,
  facetsOf,
  firstSounds,
  listedArchive,
  setEntryStated,
  writtenEntries,
} from './archives/store.ts';
export { NotPlayable, dropRenditions, heardAs, openRendition } from './archives/renditions.ts';
export { insertContent, storeContent } from './store-content.ts';
export { waveOfPeaks } from './wave.ts';
export { networkName, servedShare } from './served-ranges.ts';
import { isProgramsAlone } from './archives/store.ts';
import { shownDetails } from './stated.ts';
import { type FileRow, type RenditionRow, claimedFiles, markRemoved } from './store.ts';
import { markDescribed } from './words.ts';

export { type StatedDetails, foundMusicOf, setStated, shownSounds, statedMusicOf } from './stated.ts';
export { markContent } from './words.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes of the largest file that a member may upload, where its purpose has no smaller limit of its own. */
export async function fileMaxBytes(ctx: Context, profileId: string): Promise<number> {
  const [settings, hasLarger] = await Promise.all([siteSettings(ctx.db), can(ctx, profileId, 'larger_uploads')]);
  const { uploadMegabytes, largerUploadMegabytes } = settings;
  return (hasLarger ? Math.max(uploadMegabytes, largerUploadMegabytes) : uploadMegabytes) * MEGABYTE;
}

/** What claims files. */
export interface Claim {
  /** The kind's name in `ctx.kinds`; its `mayReadFile` decides over guarded files. */
  readonly contentKind: string;
  readonly contentId: string;
  /** False: everybody may have the files for as long as they are claimed, and nobody is asked (avatars). */
  readonly guarded: boolean;
  /** Kinds that the content takes; pictures, sound and video when not given. */
  readonly kinds?: readonly FileKind[];
  /** What the owner confirmed about their rights in sounds and archives, stored with the date. */
  readonly rights?: string;
}

/**
 * Makes a member's staged files part of a content, in the given order. What the content has claimed before and is
 * named again stays; what is not named is left alone (`releaseFiles` with `keep`).
 * @throws {Refusal} `file_not_usable` unless each is there, the member's own, free, and of a kind that is taken
 */
export async function claimFiles(
  ctx: Context,
  tx: Tx,
  ownerId: string,
  fileIds: readonly string[],
  claim: Claim,
): Promise<{ id: string; kind: FileKind }[]> {
  if (fileIds.length === 0) return [];
  if (fileIds.length > media.perContent) throw new Refusal('file_not_usable');
  const ids = [...fileIds];
  const at = ctx.clock.now();
  const rights = claim.rights ?? null;
  const rows = await tx.rows<{ id: string; kind: FileKind; alt_text: string; is_new: boolean }>(sql`
    UPDATE files SET state = 'claimed', content_kind = ${claim.contentKind}, content_id = ${claim.contentId},
      guarded = ${claim.guarded}, claimed_at = coalesce(claimed_at, ${at}),
      rights_wording = CASE WHEN kind IN ('audio', 'archive') THEN coalesce(${rights}::text, rights_wording) ELSE rights_wording END,
      rights_at = CASE WHEN kind IN ('audio', 'archive') AND ${rights}::text IS NOT NULL THEN ${at} ELSE rights_at END,
      position = array_position(${ids}::uuid[], id) - 1
    WHERE id = ANY(${ids}::uuid[]) AND owner_id = ${ownerId}
      AND (state = 'staged' OR (state = 'claimed' AND content_kind = ${claim.contentKind} AND content_id = ${claim.contentId}))
    RETURNING id, kind, alt_text, claimed_at = ${at} AS is_new`);
  const { kinds = ['image', 'audio', 'video'] } = claim;
  if (rows.length !== ids.length || rows.some((row) => !kinds.includes(row.kind))) throw new Refusal('file_not_usable');
  await markDescribed(
    ctx,
    tx,
    { kind: claim.contentKind, id: claim.contentId, authorId: ownerId },
    rows.filter((row) => row.is_new).map((row) => row.alt_text),
  );
  tx.afterCommit(() => ctx.pages.drop());
  return ids.map((id) => rows.find((row) => row.id === id)!);
}

/** Makes a claimed file part of another content, whose kind decides over it from the commit on. */
export async function handOver(
  ctx: Context,
  tx: Tx,
  fileId: string,
  to: Pick<Claim, 'contentKind' | 'contentId'>,
): Promise<void> {
  await tx.rows(sql`
    UPDATE files SET content_kind = ${to.contentKind}, content_id = ${to.contentId}, guarded = true
    WHERE id = ${fileId} AND state = 'claimed'`);
  tx.afterCommit(() => ctx.pages.drop());
}

/**
 * Gives up the files of contents: from the commit on nobody gets them, and the cleaning job removes them. For what is
 * gone for good (purged, erased, taken out by an edit); what may be restored keeps its files, and its kind says no.
 * @param keep files that stay, where only some go
 */
export async function releaseFiles(
  ctx: Context,
  tx: Tx,
  contentKind: string,
  contentIds: readonly string[],
  keep: readonly string[] = [],
): Promise<void> {
  if (contentIds.length === 0) return;
  const removed = await markRemoved(
    tx,
    sql`content_id = ANY(${[...contentIds]}::uuid[]) AND content_kind = ${contentKind} AND id <> ALL(${[...keep]}::uuid[])`,
    ctx.clock.now(),
  );
  if (removed > 0) tx.afterCommit(() => ctx.pages.drop());
}

/** Files of several contents of one kind, by content id and in order: one query for a whole list. */
export async function filesOf(
  db: Executor,
  contentKind: string,
  contentIds: readonly string[],
): Promise<Map<string, FileRow[]>> {
  const filesByContent = new Map<string, FileRow[]>();
  if (contentIds.length === 0) return filesByContent;
  for (const row of await claimedFiles(db, contentKind, contentIds)) {
    const id = row.content_id ?? '';
    const list = filesByContent.get(id);
    if (list) list.push(row);
    else filesByContent.set(id, [row]);
  }
  return filesByContent;
}

/** Address of a stored file. */
const addressOf = (key: string): string => `/files/${key}`;

/** What was made of a file, for the wire. */
export const presentRendition = (row: RenditionRow): MediaFile['renditions'][number] => ({
  name: row.name,
  url: addressOf(row.key),
  contentType: row.content_type,
  bytes: row.bytes,
  width: row.width,
  height: row.height,
});

/**
 * A file for the wire, as its readers see it.
 * @param mayHaveOriginal its author and staff get the address of what was uploaded, whatever others are offered
 */
export function presentFile(row: FileRow, mayHaveOriginal = false): MediaFile {
  const renditions = row.renditions.map(presentRendition);
  const stream = renditions.find((rendition) => rendition.name === 'stream');
  // Ordered by width: the last picture is the widest. A square of an avatar is a part of it only.
  const widest = renditions.findLast((rendition) => rendition.width !== null && rendition.name !== 'square');
  const isProcessed = row.processing === 'done' || row.processing === 'unavailable';
  const isOffered = !stream || row.download === 'original' || mayHaveOriginal;
  const hasOriginal = row.kind === 'audio' || row.kind === 'video';
  const originalUrl = hasOriginal && isProcessed && isOffered ? addressOf(row.key) : null;
  return {
    id: row.id,
    kind: row.kind,
    url: row.kind === 'image' ? (widest?.url ?? null) : (stream?.url ?? originalUrl),
    originalUrl,
    name: row.name,
    altText: row.alt_text,
    bytes: row.bytes,
    contentType: row.content_type,
    width: row.width,
    height: row.height,
    durationMs: row.duration_ms,
    placeholder: row.placeholder,
    renditions,
    wave: row.wave,
    loudness: row.loudness,
    truePeak: row.true_peak,
    playedLoudness: row.played_loudness ?? row.loudness,
    playedTruePeak: row.played_true_peak ?? row.true_peak,
    ...shownDetails(row),
    endsEarly: mayHaveOriginal && row.ends_early,
    processing: row.processing,
    mayProcessAgain: mayHaveOriginal && isInterrupted(row),
  };
}

/** Whether the machine ended every try of a step, so that its owner and staff are offered another one. */
export const isInterrupted = ({ processing, analysis }: Pick<FileRow, 'processing' | 'analysis'>): boolean =>
  processing === 'interrupted' || analysis === 'interrupted';

/** A file for the wire, as its owner sees it. */
export function presentOwnFile(row: FileRow): OwnFile {
  return {
    ...presentFile(row),
    endsEarly: row.ends_early,
    mayProcessAgain: isInterrupted(row),
    originalUrl: addressOf(row.key),
    purpose: row.purpose,
    state: row.state === 'claimed' ? 'claimed' : 'staged',
    sha256: row.sha256,
    reason: row.processing_reason,
    createdAt: row.created_at.toISOString(),
  };
}

/** Where a sound or a video is downloaded; null where its author offers nothing, or there is nothing yet. */
export function downloadUrlOf(row: FileRow): string | null {
  if ((row.kind !== 'audio' && row.kind !== 'video') || row.download === 'off') return null;
  const { url, originalUrl } = presentFile(row);
  const file = row.download === 'original' ? originalUrl : url;
  return file === null ? null : `${file}?download`;
}

/** Further contents that claim files for one that they are a part of: the versions of a kit's archive. */
export interface FileParts {
  readonly kind: string;
  readonly ids: readonly string[];
}

/** SQL: the file `f` is claimed by a content, or by a part of it. */
const claimedBy = (contentKind: string, contentId: string, parts: readonly FileParts[]): SQL => {
  const claims = [{ kind: contentKind, ids: [contentId] }, ...parts].map(
    ({ kind, ids }) => sql`(f.content_kind = ${kind} AND f.content_id = ANY(${[...ids]}::uuid[]))`,
  );
  return sql`f.state = 'claimed' AND (${sql.join(claims, sql` OR `)})`;
};

/** Remembers the files of a content that was hidden: what brings one of them back waits for a review. */
export async function blockFiles(
  tx: Tx,
  contentKind: string,
  contentId: string,
  at: Date,
  parts: readonly FileParts[] = [],
): Promise<void> {
  await tx.rows(sql`
    INSERT INTO blocked_files (sha256, content_id, created_at)
    SELECT DISTINCT h.sha256, ${contentId}::uuid, ${at}::timestamptz FROM files f CROSS JOIN LATERAL (VALUES (f.sha256), (f.decoded_sha256)) h (sha256)
    WHERE ${claimedBy(contentKind, contentId, parts)} AND h.sha256 IS NOT NULL
    ON CONFLICT DO NOTHING`);
}

/** Allows the files of a content again, when it comes back. */
export async function allowFiles(tx: Tx, contentId: string): Promise<void> {
  await tx.rows(sql`DELETE FROM blocked_files WHERE content_id = ${contentId}`);
}

/**
 * Whether a processed file is another form of one that was hidden with another content. Not where its bytes are known too:
 * with these it waited for staff already, who may have let it through since.
 */
export async function isBlockedDecoded(db: Executor, contentId: string, fileId: string): Promise<boolean> {
  const blocked = (hash: string) =>
    sql`EXISTS (SELECT 1 FROM blocked_files b WHERE b.sha256 = ${sql.raw(hash)} AND b.content_id <> ${contentId})`;
  const rows = await db.rows(
    sql`SELECT 1 FROM files f WHERE f.id = ${fileId} AND ${blocked('f.decoded_sha256')} AND NOT ${blocked('f.sha256')}`,
  );
  return rows.length > 0;
}

/**
 * Why staff are to see the files of a content first: one was hidden with another content (the same bytes, or what they
 * are when decoded), or an archive is of programs alone.
 * @param among of its files these alone; all of them when not given
 */
export async function filesToReview(
  db: Executor,
  contentKind: string,
  contentId: string,
  parts: readonly FileParts[] = [],
  among?: readonly string[],
): Promise<{ readonly returned: boolean; readonly programs: boolean }> {
  const chosen = among ? sql` AND f.id = ANY(${[...among]}::uuid[])` : sql``;
  const [row] = await db.rows<{ returned: boolean; programs: boolean }>(sql`
    SELECT coalesce(bool_or(EXISTS (
        SELECT 1 FROM blocked_files b WHERE b.sha256 IN (f.sha256, f.decoded_sha256) AND b.content_id <> ${contentId})), false) AS returned,
      coalesce(bool_or(${isProgramsAlone}), false) AS programs
    FROM files f LEFT JOIN archives a ON a.file_id = f.id WHERE ${claimedBy(contentKind, contentId, parts)}${chosen}`);
  return row!;
}
