import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { defineTopics } from '#platform/contract/event.ts';
import { captions } from '#platform/contract/caption-limits.ts';
import { type MusicKey, musicKeys, tempos } from '#platform/contract/music-limits.ts';
import { type FilePurpose, type Licence, downloads, fileKinds, filePurposes, licences, media } from './limits.ts';
import { done, id, timestamp } from '#platform/contract/shapes.ts';

/** Tempo and key of a sound as its author states them; null where they are as found. */
export const statedMusic = z.object({
  /** Beats a minute. */
  tempo: z
    .number()
    .min(tempos.least, `Enter a tempo from ${tempos.least} to ${tempos.most} BPM.`)
    .max(tempos.most, `Enter a tempo from ${tempos.least} to ${tempos.most} BPM.`)
    .nullable(),
  key: z.enum(musicKeys as [MusicKey, ...MusicKey[]]).nullable(),
});
export type StatedMusic = z.infer<typeof statedMusic>;

/** The same as the file says or as it is heard, and what else it may be: up to three of each, likeliest first. */
export const foundMusic = z.object({
  tempo: z.number().nullable(),
  key: z.string().nullable(),
  tempos: z.array(z.number()),
  keys: z.array(z.string()),
});
export type FoundMusic = z.infer<typeof foundMusic>;

export const fileKind = z.enum(fileKinds);
export const filePurpose = z.enum(Object.keys(filePurposes) as [FilePurpose, ...FilePurpose[]]);

/**
 * How far the processing of a file is. `unavailable`: this machine has no decoder for it; the file itself works.
 * `failed`: its content is damaged. `interrupted`: the machine ended every try; the file may be fine.
 */
export const processing = z.enum(['waiting', 'done', 'failed', 'unavailable', 'interrupted']);

/**
 * A made version of a file, by its name: `w320`, `w640`, `w1024`, `w1600`, `w2400` and `original` (as large as the
 * picture, up to 16 megapixels) of a picture, of which one that is wider than four times its height has wider ones; the same behind `cover-` of a sound that brings one and `poster-` of a
 * video; `square` of an avatar, `cursor` of a cursor (at most 64 x 64); `stream` of sound and video, `stream-720` and `stream-480` of a video
 * that is larger than that, by the pixels of its shorter side; `zoom` of sound: its waveform in up to 50 buckets a second, first all minima, then
 * all maxima, a signed byte each; `captions-` and a language (`captions-en`) of a video: WebVTT of its author.
 */
export const fileRendition = z.object({
  name: z.string(),
  url: z.string(),
  contentType: z.string(),
  bytes: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
});

/** A file, as readers see it. */
export const mediaFile = z.object({
  id,
  kind: fileKind,
  /**
   * What to show or play: the streamable version, or the widest picture. Null for a picture that is not processed yet.
   */
  url: z.string().nullable(),
  /**
   * The file as it was uploaded; null where this reader may not have it: a picture, whose hidden information stays with its
   * owner, and a sound or a video that has a version to stream, unless its author offers the original.
   */
  originalUrl: z.string().nullable(),
  name: z.string(),
  /** What a picture, or the cover of a sound, shows, for people who do not see it; empty where its author has not said. */
  altText: z.string(),
  /** Of the original file. */
  bytes: z.number(),
  contentType: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  durationMs: z.number().nullable(),
  /** A tiny blurred picture as a data address; of a sound its cover, of a video its poster. */
  placeholder: z.string().nullable(),
  renditions: z.array(fileRendition),
  /**
   * Waveform: a digit (`0` to `9`, `A` to `Z`, `a` to `z`) for each bar, at most 384 of equal length over the whole sound;
   * `z` is its loudest bar. The rendition `zoom` is finer: a signed byte each, 127 is full scale, first all minima, then
   * all maxima; half of its bytes is the number of bars.
   */
  wave: z.string().nullable(),
  /** Integrated loudness in LUFS and true peak in dBTP (EBU R128). */
  loudness: z.number().nullable(),
  truePeak: z.number().nullable(),
  /** Of what is played: the stereo version of a recording with more channels; else the same. */
  playedLoudness: z.number().nullable(),
  playedTruePeak: z.number().nullable(),
  /** Of a sound, as its file says or as it is heard: beats a minute, null without a beat; `C`, `Cm`, null without a pitch. */
  tempo: z.number().nullable(),
  key: z.string().nullable(),
  tags: z.record(z.string(), z.string()),
  /** Said to its author and staff: the end of the file is missing, it plays as far as it goes. */
  endsEarly: z.boolean(),
  processing,
  /**
   * Said to its author and staff: the machine ended every try to process it, or to make what follows (tempo and key, smaller
   * versions of a video, the sounds of an archive). They can have it tried again.
   */
  mayProcessAgain: z.boolean(),
});
export type MediaFile = z.infer<typeof mediaFile>;

/** The cover of what plays in one size, as media sessions of browsers take it: `sizes` is `320x320`. */
export const artwork = z.object({ src: z.string(), sizes: z.string(), type: z.string() });
export type Artwork = z.infer<typeof artwork>;

/** What its author lets readers do with a sound or a video. Of pictures it says nothing. */
export const trackTerms = z.object({
  download: z.enum(downloads),
  licence: z.enum(licences.map(({ key }) => key) as [Licence, ...Licence[]]),
});
export type TrackTerms = z.infer<typeof trackTerms>;

/** A file, as its owner sees it. */
export const ownFile = mediaFile.extend({
  purpose: filePurpose,
  state: z.enum(['staged', 'claimed']),
  /** SHA-256 of the content, hexadecimal. */
  sha256: z.string(),
  /** Why the processing failed, in words. */
  reason: z.string().nullable(),
  createdAt: timestamp,
});
export type OwnFile = z.infer<typeof ownFile>;

const fileParams = z.object({ fileId: id });
const captionsParams = fileParams.extend({ language: z.enum(captions.languages) });

export const mediaEndpoints = defineEndpoints({
  'GET /files': {
    access: 'session',
    limit: 'read',
    summary: "A member's own files that nothing uses yet, newest first, and the room that all of theirs take.",
    reply: z.object({ items: z.array(ownFile), usedBytes: z.number(), quotaBytes: z.number() }),
    errors: [],
  },
  'GET /files/:fileId': {
    access: 'session',
    limit: 'read',
    summary: "One of a member's own files, with what its processing found.",
    params: fileParams,
    reply: ownFile,
    errors: ['not_found'],
  },
  'DELETE /files/:fileId': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to remove the file',
    summary: 'Removes an own file that nothing uses.',
    params: fileParams,
    reply: done,
    errors: ['not_found', 'file_in_use'],
  },
  'POST /files/:fileId/process': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to process the file again',
    summary:
      'Processes a file once more, after it failed, was interrupted, or no decoder was there: its owner and staff.',
    params: fileParams,
    reply: mediaFile,
    errors: ['not_found'],
  },
  'PUT /files/:fileId/alternative-text': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to save the description of the picture',
    summary: 'Says what an own picture shows, for people who do not see it: before it is used, or later.',
    params: fileParams,
    body: z.object({ altText: z.string().trim().max(media.altTextMax) }),
    reply: ownFile,
    errors: ['not_found', 'not_a_picture', 'banned_words', 'private_information'],
  },
  'PUT /files/:fileId/captions/:language': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to save the captions',
    summary: 'Captions of an own video in one language, as WebVTT; they take the place of those before.',
    params: captionsParams,
    body: z.object({ content: z.string().min(1).max(captions.maxChars) }),
    reply: ownFile,
    errors: [
      'not_found',
      'not_a_video',
      'captions_too_early',
      'captions_refused',
      'too_many_captions',
      'banned_words',
      'private_information',
    ],
    maxBody: captions.maxBody,
  },
  'DELETE /files/:fileId/captions/:language': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to remove the captions',
    summary: 'Removes the captions of an own video in one language.',
    params: captionsParams,
    reply: ownFile,
    errors: ['not_found'],
  },
});

export const mediaTopics = defineTopics({
  files: {
    pattern: 'files:{profileId}',
    access: 'own',
    events: {
      /** The processing of an own file has come to its end. */
      file_changed: z.object({ id, processing }),
    },
  },
});
