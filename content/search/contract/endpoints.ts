import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { type MusicKey, musicKeys, tempos } from '#platform/contract/music-limits.ts';
import { type SearchType, search as limits, searchOrders, searchTypes } from './limits.ts';
import { cursor, id, pageOf, person, queryNumber, timestamp } from '#platform/contract/shapes.ts';

const type = z.enum(searchTypes.map(({ key }) => key) as [SearchType, ...SearchType[]]);
/** Places of matches in a text: pairs of first and last character, the last not in it. */
const matches = z.array(z.tuple([z.number(), z.number()]));
/** A text with the places of the matches in it. Plain text: the page marks them. */
const marked = z.object({ text: z.string(), matches });
export type MarkedText = z.infer<typeof marked>;
const day = z.iso.date();
const tempo = queryNumber(z.int().min(tempos.least).max(tempos.most));
/** Longer than what is searched: the handler refuses it in its own words. */
const query = z.string();

const hit = z.object({
  type,
  id,
  /** Address below the site's root. */
  url: z.string(),
  /** Of an answer the title of what it stands below. */
  title: marked,
  /** The text around the first match; empty where there is none. */
  excerpt: marked,
  /** Null for what nobody signs. */
  author: person.nullable(),
  createdAt: timestamp,
  isAdult: z.boolean(),
});
/** Something that was found. */
export type SearchHit = z.infer<typeof hit>;

const suggestion = z.object({
  id,
  url: z.string(),
  title: marked,
  /** Who made it, or of a member the username. */
  by: z.string().nullable(),
  /** Of a member, for the avatar. */
  avatarUrl: z.string().nullable(),
});
/** Something that was found while typing. */
export type SearchSuggestion = z.infer<typeof suggestion>;

/** A track or a video, to be chosen for a set or a queue. */
const foundTrack = z.object({
  /** Of its place in the upload, as sets and queues name it. */
  id,
  uploadId: id,
  title: z.string(),
  /** Who uploaded it. */
  by: z.string(),
  durationMs: z.number(),
  isPrivate: z.boolean(),
  isAdult: z.boolean(),
});
export type FoundTrack = z.infer<typeof foundTrack>;

export const search = defineEndpoints({
  'GET /search': {
    access: 'public',
    limit: 'search',
    summary:
      'Searches all that this reader may see: words, "phrases" and -words; the last word may be unfinished. Without words it lists what the filters choose.',
    query: z.object({
      q: query.optional(),
      type: type.optional(),
      /** Username. */
      author: z.string().trim().max(40).optional(),
      tag: z.string().trim().max(limits.tagMax).optional(),
      /** A category of the forum, or a type of what members share. */
      category: z.string().trim().max(limits.tagMax).optional(),
      from: day.optional(),
      to: day.optional(),
      /** Only what can be heard. */
      audio: z.enum(['true']).optional(),
      /** Beats a minute of a track, or of a sound in a kit, rounded; both in it. */
      minTempo: tempo.optional(),
      maxTempo: tempo.optional(),
      /** Of a track, or of a sound in a kit. */
      key: z.enum(musicKeys as [MusicKey, ...MusicKey[]]).optional(),
      order: z.enum(searchOrders).optional(),
      after: cursor.optional(),
    }),
    reply: pageOf(hit).extend({
      /** Words that were searched instead of what nothing was found for. */
      corrected: z.string().nullable(),
    }),
    errors: ['search_too_long', 'search_too_slow'],
  },
  'GET /search/tracks': {
    access: 'member',
    limit: 'search',
    summary: `Tracks or videos that can be chosen for a set or a queue: by words, or without them the newest first. Of one's own with \`own\`, private ones too; by words among the newest ${limits.ownLooked}.`,
    query: z.object({
      q: query.optional(),
      kind: z.enum(['audio', 'video']).default('audio'),
      own: z.enum(['true']).optional(),
      after: cursor.optional(),
    }),
    reply: pageOf(foundTrack),
    errors: ['search_too_long', 'search_too_slow'],
  },
  'GET /search/suggest': {
    access: 'public',
    limit: 'search',
    summary: `Results while typing: at most ${limits.suggestPerType} of each type, those with the best match first.`,
    query: z.object({ q: query }),
    reply: z.object({ groups: z.array(z.object({ type, items: z.array(suggestion) })) }),
    errors: ['search_too_long', 'search_too_slow'],
  },
});
