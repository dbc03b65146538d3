import { z } from 'zod';
import type { ErrorCode } from '#platform/contract/errors.ts';
import { itemArchive } from '#content/media/contract/archives.ts';
import { answer, contentRights, titled, visibility } from '#content/core/contract/shapes.ts';
import { type SharingKind, sharingKinds } from '#content/core/contract/shared-kinds.ts';
import { kitLicences, sharing as limits } from './limits.ts';
import { artwork, mediaFile } from '#content/media/contract/endpoints.ts';
import { cursor, id, timestamp, pageOf } from '#platform/contract/shapes.ts';
/**
 * What this reader hears of a thing here: the track that is the song, the preview of a kit or a sound of its archive,
 * the first track of a set.
 */
export const itemSound = mediaFile
  .pick({ url: true, processing: true, durationMs: true, wave: true, tempo: true, key: true })
  .extend({
    /** The upload that a track belongs to; null for a file of the thing's own, whose plays are not counted. */
    uploadId: id.nullable(),
    /** What the player knows it by. */
    trackId: z.string(),
    fileId: id,
    title: z.string(),
    by: z.string(),
    /** Of what is played, LUFS and dBTP. */
    loudness: z.number().nullable(),
    truePeak: z.number().nullable(),
  });
export type ItemSound = z.infer<typeof itemSound>;

/** One thing that a member shares. What its type does not have is null. */
export const sharedItem = titled.extend({
  kind: z.enum(sharingKinds as [SharingKind, ...SharingKind[]]),
  artist: z.string().nullable(),
  /** A song's platform, a pack's, leak's or post's type: a key of `sharingTypes`. */
  type: z.string().nullable(),
  /** Where it leads: the song, the download, the content, the link. Always http or https. */
  url: z.string().nullable(),
  /** Address of the platform's own player, for a frame that is loaded on click; its host is one of `frameHosts`. */
  playerUrl: z.string().nullable(),
  /** The track of this site that is the song; null when there is none, or it is not there for this reader any more. */
  track: z.object({ uploadId: id, trackId: id }).nullable(),
  /** Its picture, else that of its sound; the smallest size first, empty without one. */
  cover: z.array(artwork),
  sound: itemSound.nullable(),
  /** A sound or picture to judge it by. */
  preview: mediaFile.nullable(),
  /** Of a set: how much is in it, and when an album is released. */
  set: z
    .object({
      entryCount: z.number(),
      releaseAt: timestamp.nullable(),
      /** It opens to everybody at that time. */
      isScheduled: z.boolean(),
    })
    .nullable(),
  licence: z.object({ key: z.enum(kitLicences.map(({ key }) => key)), text: z.string() }).nullable(),
  /** What can be downloaded here; null without an archive. */
  archive: itemArchive.nullable(),
  /** Credits that its archive costs, once; null for nothing. */
  price: z.number().nullable(),
  /** The reader has bought it. */
  bought: z.boolean(),
  tags: z.array(z.string()),
  /** Members who have downloaded it. */
  downloadCount: z.number().nullable(),
  /** It stands before newer things, because its author has listing priority. Only in lists. */
  isAhead: z.boolean(),
  /** It was never published: staff approve it first. */
  isPending: z.boolean(),
  likeCount: z.number(),
  /** The reader's own like. */
  liked: z.boolean(),
  replyCount: z.number(),
  can: contentRights.extend({
    like: z.boolean(),
    reply: z.boolean(),
    /** Plays and downloads what is in its archive. */
    download: z.boolean(),
    buy: z.boolean(),
    addVersion: z.boolean(),
  }),
});
export type SharedItem = z.infer<typeof sharedItem>;

export const sharedReply = answer.extend({ itemId: id });
export type SharedReply = z.infer<typeof sharedReply>;
/** A page of replies, which has a name in the API's description: that of every type. */
export const sharedReplyPage = pageOf(sharedReply).extend({ previous: cursor.nullable() });

/** Names a thing. */
export const itemParams = z.object({ itemId: id });
/** The text of a reply. */
export const content = z.string().trim().min(1).max(limits.replyMax);

/** What opening a thing may refuse. */
export const seenErrors = (kind: SharingKind): readonly ErrorCode[] => [`${kind}_not_found`, 'adults_only'];

/** What was shared: where it stands, and what its author should know. */
export const shared = z.object({ id, visibility, isPending: z.boolean(), notice: z.string().nullable() });
