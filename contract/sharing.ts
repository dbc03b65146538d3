import { z } from 'zod';
import { type Endpoint, type EndpointKey, defineEndpoints } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { defineTopics } from './event.ts';
import { archiveEndpoints, itemArchive } from './archives.ts';
import { chosenVisibility, historyQuery, textVersion, visibility } from './forum.ts';
import { archive as archiveLimits } from './limits/archives.ts';
import {
  type SharingField,
  type SharingKind,
  type SharingPath,
  kitLicences,
  sharing as limits,
  sharingKinds,
  sharingTypes,
} from './limits/sharing.ts';
import { mediaFile } from './media.ts';
import { cursor, done, id, timestamp, pageOf, person } from './shapes.ts';

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
  editedAt: timestamp.nullable(),
  /** Who of staff edited last; null where that was the author, or nobody. */
  editedBy: person.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean(), restore: z.boolean(), report: z.boolean() }),
});
export type SharedReply = z.infer<typeof sharedReply>;

/** What every form of this feature has. Empty required fields are refused by the handler, in the type's own words. */
const commonFields = {
  title: z.string().trim().max(limits.titleMax).default(''),
  description: z.string().trim().max(limits.descriptionMax).default(''),
  url: z.string().trim().max(limits.addressMax).default(''),
  /** Separated by commas. */
  tags: z.string().max(limits.tagsTextMax).default(''),
};

/** What only some types have. */
const ownFields = {
  artist: z.string().trim().max(limits.artistMax).optional(),
  /** A track of this site; then there is no address. */
  track: z.object({ uploadId: id, trackId: id }).nullable().optional(),
  type: z.string().optional(),
  /** A staged file of the purpose `sharing_preview`; null for none. On an edit the one that is there stays when it is left out. */
  previewFileId: id.nullable().optional(),
  licence: z.enum(kitLicences.map(({ key }) => key)).optional(),
  /** For the licence `own`. */
  licenceText: z.string().trim().max(limits.licenceTextMax).optional(),
  /** Confirms `rightsWording`, or `archiveRightsWording` for an archive; needed once. */
  rights: z.boolean().optional(),
  /** A staged file of the purpose `sharing_archive`, for a new thing; later ones are versions of it. */
  archiveFileId: id.nullable().optional(),
  /** Credits that the archive costs; null for nothing. */
  price: z.int().min(archiveLimits.priceMin).max(archiveLimits.priceMax).nullable().optional(),
};

const fieldNames: Readonly<Record<SharingField, readonly (keyof typeof ownFields)[]>> = {
  artist: ['artist'],
  track: ['track'],
  type: ['type'],
  preview: ['previewFileId'],
  cover: ['previewFileId'],
  visibility: [],
  licence: ['licence', 'licenceText'],
  rights: ['rights'],
  archive: ['archiveFileId', 'rights', 'price'],
};

const keysOf = (types: readonly { readonly key: string }[]) =>
  z.enum(types.map(({ key }) => key) as [string, ...string[]]);

/** The fields of a type's form. Others are not read; the compiler sees one form for all types. */
function formOf(kind: SharingKind): z.ZodObject<typeof commonFields & typeof ownFields> {
  const { fields, types } = sharingTypes[kind];
  const names = fields.flatMap((field) => fieldNames[field]);
  const own: Partial<Record<keyof typeof ownFields, z.ZodType>> = { ...ownFields };
  if (types) own.type = keysOf(types).default(types[0].key);
  const shape = { ...commonFields, ...Object.fromEntries(names.map((name) => [name, own[name]])) };
  return z.object(shape) as unknown as z.ZodObject<typeof commonFields & typeof ownFields>;
}

const itemParams = z.object({ itemId: id });
const replyParams = z.object({ replyId: id });
const content = z.string().trim().min(1).max(limits.replyMax);
const removal = z.object({ reason: z.string().trim().max(limits.reasonMax).default('') });

/** What the checks of a form may refuse. */
const formErrors = [
  'required_fields',
  'song_incomplete',
  'song_address_unknown',
  'address_not_usable',
  'rights_required',
  'track_not_found',
  'name_unreadable',
  'file_not_usable',
  'file_failed',
  'price_without_archive',
  'content_blocked',
  'adults_only',
  'too_complex',
] as const satisfies readonly ErrorCode[];

/** The endpoints of one type, with `/:list` in the place of its path. */
export function sharingEndpoints(kind: SharingKind) {
  const { noun, nouns, types, isApproved } = sharingTypes[kind];
  const notFound = `${kind}_not_found` as const;
  const first = isApproved ? 'Staff approve it before others see it.' : 'May be held for staff review, and says why.';
  const seen: readonly ErrorCode[] = [notFound, 'adults_only'];
  const changed: readonly ErrorCode[] = [notFound, 'forbidden', 'staff_protected'];
  const page = pageOf(sharedItem);
  return defineEndpoints({
    'GET /:list': {
      access: 'public',
      limit: 'read',
      summary: `The ${nouns} that the reader may see, newest or most liked first.`,
      query: z.object({
        after: cursor.optional(),
        order: z.enum(['newest', 'most-liked']).default('newest'),
        type: (types ? keysOf(types) : z.string().max(0)).optional(),
        tag: z.string().trim().max(limits.tagMax).optional(),
        /** A part of title, artist, description or a tag. */
        search: z.string().trim().max(limits.searchMax).optional(),
        /** Those of one member, by username. */
        author: z.string().max(64).optional(),
      }),
      reply: page,
      errors: [],
    },
    'GET /:list/mine': {
      access: 'session',
      limit: 'read',
      summary: `The member's own ${nouns}, newest first; with \`waiting\` those that others do not see yet.`,
      query: z.object({ list: z.enum(['all', 'waiting']).default('all'), after: cursor.optional() }),
      reply: page,
      errors: [],
    },
    'POST /:list': {
      access: 'speaker',
      limit: 'write',
      signIn: 'sharing_sign_in',
      summary: `Shares a new ${noun}. ${first} The same submit again answers with the first one.`,
      body: formOf(kind).extend({
        isAdult: z.boolean().default(false),
        /** Read where its author may keep it back. */
        visibility: chosenVisibility.default('public'),
        submitId: id,
      }),
      reply: z.object({ id, visibility, isPending: z.boolean(), notice: z.string().nullable() }),
      errors: [...formErrors, 'duplicate_upload', 'post_cooldown'],
    },
    'GET /:list/:itemId': {
      access: 'public',
      limit: 'read',
      summary: `One ${noun}.`,
      params: itemParams,
      reply: sharedItem,
      errors: seen,
    },
    'PATCH /:list/:itemId': {
      access: 'speaker',
      limit: 'write',
      summary: `Edits the ${noun}: every field, naming the version it started from.`,
      params: itemParams,
      body: formOf(kind).extend({ isAdult: z.boolean().optional(), baseVersion: z.int() }),
      reply: sharedItem,
      errors: [...formErrors, ...changed, 'edit_conflict'],
    },
    'DELETE /:list/:itemId': {
      access: 'member',
      limit: 'write',
      summary: `Removes the ${noun} (author or staff); it can be restored for 30 days.`,
      params: itemParams,
      body: removal,
      reply: done,
      errors: [...changed, 'adults_only'],
    },
    'POST /:list/:itemId/restore': {
      access: 'member',
      limit: 'write',
      summary: `Restores the removed ${noun}: staff any, an author what they removed themselves.`,
      params: itemParams,
      reply: done,
      errors: [...changed, 'adults_only'],
    },
    'GET /:list/:itemId/history': {
      access: 'public',
      limit: 'read',
      summary: 'Every version of all its fields as one text, newest first.',
      params: itemParams,
      query: historyQuery,
      reply: pageOf(textVersion),
      errors: seen,
    },
    'PUT /:list/:itemId/like': {
      access: 'member',
      limit: 'write',
      signIn: kind === 'song' ? 'track_like_sign_in' : 'item_like_sign_in',
      summary: `Likes the ${noun}, or takes the like back.`,
      params: itemParams,
      body: z.object({ on: z.boolean() }),
      reply: z.object({ on: z.boolean(), likeCount: z.number() }),
      errors: seen,
    },
    'GET /:list/:itemId/replies': {
      access: 'public',
      limit: 'read',
      summary: 'Replies, oldest first. `around` starts at the page that holds one reply.',
      params: itemParams,
      query: z.object({ after: cursor.optional(), around: id.optional() }),
      reply: pageOf(sharedReply).extend({ previous: cursor.nullable() }),
      errors: seen,
    },
    'POST /:list/:itemId/replies': {
      access: 'speaker',
      limit: 'write',
      signIn: 'sharing_sign_in',
      summary: `Replies to the ${noun}. The same submit again answers with the first one.`,
      params: itemParams,
      body: z.object({ content, submitId: id }),
      reply: z.object({ reply: sharedReply, seq: z.number().nullable() }),
      errors: [...seen, 'rate_limit', 'banned_words', 'too_complex'],
    },
    'GET /:list/replies/:replyId': {
      access: 'public',
      limit: 'read',
      summary: 'One reply.',
      params: replyParams,
      reply: sharedReply,
      errors: ['reply_not_found', 'adults_only'],
    },
    'PATCH /:list/replies/:replyId': {
      access: 'speaker',
      limit: 'write',
      summary: 'Edits a reply, naming the version it started from.',
      params: replyParams,
      body: z.object({ content, baseVersion: z.int() }),
      reply: sharedReply,
      errors: [
        'reply_not_found',
        'forbidden',
        'staff_protected',
        'edit_conflict',
        'banned_words',
        'adults_only',
        'too_complex',
      ],
    },
    'DELETE /:list/replies/:replyId': {
      access: 'member',
      limit: 'write',
      summary: `Removes a reply (its author, the author of the ${noun}, staff); it can be restored for 30 days.`,
      params: replyParams,
      body: removal,
      reply: done,
      errors: ['reply_not_found', 'forbidden', 'staff_protected', 'adults_only'],
    },
    'POST /:list/replies/:replyId/restore': {
      access: 'member',
      limit: 'write',
      summary: 'Restores a removed reply.',
      params: replyParams,
      reply: done,
      errors: ['reply_not_found', 'forbidden', 'staff_protected', 'adults_only'],
    },
    'GET /:list/replies/:replyId/history': {
      access: 'public',
      limit: 'read',
      summary: 'Every version of the text of a reply, newest first.',
      params: replyParams,
      query: historyQuery,
      reply: pageOf(textVersion),
      errors: ['reply_not_found', 'adults_only'],
    },
  });
}

/** The endpoint of types with downloads, likewise. */
export function downloadEndpoints(kind: SharingKind) {
  return defineEndpoints({
    'POST /:list/:itemId/download': {
      access: 'member',
      limit: 'write',
      summary: `A member downloads the ${sharingTypes[kind].noun}: counted once, and not for its author. Answers where it is.`,
      params: itemParams,
      reply: z.object({ url: z.string(), downloadCount: z.number() }),
      errors: [`${kind}_not_found`, 'adults_only', 'not_bought'],
    },
  });
}

type Below<K, P extends string> = K extends `${infer Method} /:list${infer Rest}` ? `${Method} ${P}${Rest}` : never;

/** The key of an endpoint in the place of a type. */
export const sharingKey = (key: string, path: SharingPath): EndpointKey => key.replace('/:list', path) as EndpointKey;

/** Puts a type's endpoints at its path. */
function at<const P extends SharingPath, E extends Readonly<Record<EndpointKey, Endpoint>>>(
  path: P,
  endpoints: E,
): { [K in keyof E as Below<K, P>]: E[K] } {
  const placed = Object.entries(endpoints).map(([key, endpoint]) => [sharingKey(key, path), endpoint]);
  return Object.fromEntries(placed) as { [K in keyof E as Below<K, P>]: E[K] };
}

/** The endpoints of every type. */
export const sharing = {
  ...at('/songs', sharingEndpoints('song')),
  ...at('/drumkits', {
    ...sharingEndpoints('drumkit'),
    ...downloadEndpoints('drumkit'),
    ...archiveEndpoints('drumkit', sharedItem),
  }),
  ...at('/editing-packs', {
    ...sharingEndpoints('editing_pack'),
    ...downloadEndpoints('editing_pack'),
    ...archiveEndpoints('editing_pack', sharedItem),
  }),
  ...at('/leaks', { ...sharingEndpoints('leak'), ...downloadEndpoints('leak') }),
  ...at('/self-promotion', sharingEndpoints('self_promotion_post')),
  ...at('/sets', sharingEndpoints('set')),
};

const listEvents = { item_created: z.object({ id, authorId: id }), item_changed: z.object({ id }) };
/** Replies come as their id and who wrote them. */
const itemEvents = {
  reply_created: z.object({ id, authorId: id }),
  reply_changed: z.object({ id }),
  item_changed: z.object({ id }),
  /** A hint, which may be missed. */
  likes_changed: z.object({ id, likeCount: z.number() }),
};

/** Of each type: hints for an open list, and what happens to one open thing. */
export const sharingTopics = defineTopics({
  songs: { pattern: 'songs', access: 'public', events: listEvents },
  song: { pattern: 'song:{itemId}', access: 'decided by the feature', events: itemEvents },
  drumkits: { pattern: 'drumkits', access: 'public', events: listEvents },
  drumkit: { pattern: 'drumkit:{itemId}', access: 'decided by the feature', events: itemEvents },
  editingPacks: { pattern: 'editing-packs', access: 'public', events: listEvents },
  editingPack: { pattern: 'editing-pack:{itemId}', access: 'decided by the feature', events: itemEvents },
  leaks: { pattern: 'leaks', access: 'public', events: listEvents },
  leak: { pattern: 'leak:{itemId}', access: 'decided by the feature', events: itemEvents },
  selfPromotionPosts: { pattern: 'self-promotion', access: 'public', events: listEvents },
  selfPromotionPost: { pattern: 'self-promotion:{itemId}', access: 'decided by the feature', events: itemEvents },
  sets: { pattern: 'sets', access: 'public', events: listEvents },
  set: { pattern: 'set:{itemId}', access: 'decided by the feature', events: itemEvents },
});
