import { z } from 'zod';
import type { ErrorCode } from '#platform/contract/errors.ts';
import { itemArchive } from '#content/media/contract/archives.ts';
import { visibility } from '#content/core/contract/shapes.ts';
import { type SharingKind, sharingKinds } from '#content/core/contract/shared-kinds.ts';
import { kitLicences, sharing as limits } from './limits.ts';
import { mediaFile } from '#content/media/contract/endpoints.ts';
import { cursor, id, pageOf, person, place, timestamp } from '#platform/contract/shapes.ts';
/** One thing that a member shares. What its type does not have is null. */
export const sharedItem = z.object({
  id,
  kind: z.enum(sharingKinds as [SharingKind, ...SharingKind[]]),
  title: z.string(),
  artist: z.string().nullable(),
  /** Sanitised HTML of the description. */
  html: z.string(),
  /** First 300 characters of the description without Markdown; empty without one. */
  summary: z.string(),
  /** The description as it was typed: only for who may edit. */
  source: z.string().nullable(),
  version: z.number(),
  author: person,
  /** A song's platform, a pack's, leak's or post's type: a key of `sharingTypes`. */
  type: z.string().nullable(),
  /** Where it leads: the song, the download, the content, the link. Always http or https. */
  url: z.string().nullable(),
  /** Address of the platform's own player, for a frame that is loaded on click; its host is one of `frameHosts`. */
  playerUrl: z.string().nullable(),
  /** The track of this site that is the song; null when there is none, or it is not there for this reader any more. */
  track: z.object({ uploadId: id, trackId: id, title: z.string(), uploader: z.string(), file: mediaFile }).nullable(),
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
  isAdult: z.boolean(),
  /** It stands before newer things, because its author has listing priority. Only in lists. */
  isAhead: z.boolean(),
  visibility,
  /** It was never published: staff approve it first. */
  isPending: z.boolean(),
  notice: z.string().nullable(),
  likeCount: z.number(),
  /** The reader's own like. */
  liked: z.boolean(),
  replyCount: z.number(),
  createdAt: timestamp,
  editedAt: timestamp.nullable(),
  /** Who of staff edited last; null where that was the author, or nobody. */
  editedBy: person.nullable(),
  /** Number of the last event of its realtime topic, to resume from. */
  eventSeq: z.number(),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    restore: z.boolean(),
    like: z.boolean(),
    reply: z.boolean(),
    report: z.boolean(),
    /** Plays and downloads what is in its archive. */
    download: z.boolean(),
    buy: z.boolean(),
    addVersion: z.boolean(),
  }),
});
export type SharedItem = z.infer<typeof sharedItem>;

export const sharedReply = z.object({
  id,
  itemId: id,
  author: person,
  html: z.string(),
  source: z.string().nullable(),
  version: z.number(),
  visibility,
  notice: z.string().nullable(),
  createdAt: timestamp,
  place,
  editedAt: timestamp.nullable(),
  /** Who of staff edited last; null where that was the author, or nobody. */
  editedBy: person.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean(), restore: z.boolean(), report: z.boolean() }),
});
export type SharedReply = z.infer<typeof sharedReply>;

/** Names a thing. */
export const itemParams = z.object({ itemId: id });
/** Names a reply. */
export const replyParams = z.object({ replyId: id });
/** The text of a reply. */
export const content = z.string().trim().min(1).max(limits.replyMax);

/** What opening a thing may refuse. */
export const seenErrors = (kind: SharingKind): readonly ErrorCode[] => [`${kind}_not_found`, 'adults_only'];

/** A page of a thread, which leads on both ways. */
export const sharedReplyPage = pageOf(sharedReply).extend({ previous: cursor.nullable() });

/** What was shared: where it stands, and what its author should know. */
export const shared = z.object({ id, visibility, isPending: z.boolean(), notice: z.string().nullable() });
