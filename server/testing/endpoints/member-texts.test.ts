import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type SharingKind, sharingTypes } from '#contract/limits/sharing.ts';
import type { FixtureMember } from '#server/features/accounts/fixtures.ts';
import { makeComment, makeUpload } from '#server/features/feed/fixtures.ts';
import { makePost, makeReply } from '#server/features/forum/fixtures.ts';
import { makeFile } from '#server/features/media/fixtures.ts';
import { banWord } from '#server/features/moderation/words/words.ts';
import { approve } from '#server/features/content/review.ts';
import { makeItem, makeReplyTo, sampleAddress, sharedType } from '#server/features/sharing/fixtures.ts';
import { sql } from '#server/platform/db/database.ts';
import { wavOf } from '#server/testing/wav.ts';
import { notShown, wordFields } from '#server/testing/word-fields.ts';
import { type World, openWorld } from '#server/testing/world.ts';

const WORD = 'zwobblegank';
let world: World;
let author: FixtureMember;
beforeAll(async () => {
  world = await openWorld();
  await banWord(world.ctx, null, { word: WORD, action: 'refuse' });
});
afterAll(() => world.close());

/** What an endpoint is sent, with one of its texts replaced. */
interface Recipe {
  params?(): Promise<Record<string, string>>;
  body(): Promise<object> | object;
  /** Values of fields that take more than words; the banned word alone when not given. */
  readonly values?: Readonly<Record<string, unknown>>;
}

const submitId = () => randomUUID();
const profile = async () => (await world.ok('GET /profile-settings', {}, author)).profile;
const post = async () => ({ postId: await makePost(world.ctx, author) });
const upload = async () => ({ uploadId: await makeUpload(world.ctx, author) });
const answer = () => ({ content: 'Fine words', submitId: submitId() });
const captionsOf = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;
async function picture() {
  const content = sharp({ create: { width: 8, height: 8, channels: 3, background: '#aa5500' } });
  return { fileId: await makeFile(world.ctx, author, await content.png().toBuffer()) };
}
async function video() {
  const fileId = await makeFile(world.ctx, author, wavOf(3000), { name: 'take.wav' });
  await makeUpload(world.ctx, author, { fileIds: [fileId] });
  await world.ctx.db.rows(sql`UPDATE files SET kind = 'video' WHERE id = ${fileId}`);
  return { fileId };
}
async function track() {
  const fileIds = [await makeFile(world.ctx, author, wavOf(3100), { name: 'take.wav' })];
  const uploadId = await makeUpload(world.ctx, author, { fileIds });
  const { files } = await world.ok('GET /uploads/:uploadId', { params: { uploadId } });
  return { uploadId, trackId: files[0]!.trackId };
}
const edit = () => ({ content: 'Fine words', baseVersion: 1 });

function sharing(kind: SharingKind): [string, Recipe][] {
  const { path } = sharingTypes[kind];
  const item = async () => {
    const itemId = await makeItem(world.ctx, kind, author);
    if (kind === 'self_promotion_post')
      await world.ctx.db.tx((tx) => approve(world.ctx, tx, null, sharedType(kind).item, itemId));
    return { itemId };
  };
  const url = kind === 'song' ? `https://soundcloud.com/${WORD}/a-song` : `https://example.org/${WORD}`;
  const values = { url };
  const form = () => ({
    title: 'A title',
    description: 'Fine',
    url: sampleAddress(kind),
    tags: '',
    rights: true,
    // Words of a licence count with this one alone.
    ...((kind === 'drumkit' || kind === 'editing_pack') && { licence: 'own', licenceText: 'Ask me.' }),
  });
  return [
    [`POST ${path}`, { body: () => ({ ...form(), submitId: submitId() }), values }],
    [`PATCH ${path}/:itemId`, { params: item, body: () => ({ ...form(), baseVersion: 1 }), values }],
    [`POST ${path}/:itemId/replies`, { params: item, body: answer }],
    [
      `PATCH ${path}/replies/:replyId`,
      {
        params: async () => ({ replyId: await makeReplyTo(world.ctx, kind, author, (await item()).itemId) }),
        body: edit,
      },
    ],
    [`POST ${path}/:itemId/versions`, { params: item, body: () => ({ fileId: submitId(), notes: '', rights: true }) }],
  ];
}

const recipes: Readonly<Record<string, Recipe>> = {
  'PUT /account/username': { body: () => ({ username: 'fine' }) },
  'PUT /profile-settings/profile': { body: profile },
  'PUT /profile-settings/links': {
    body: () => ({ revision: 'x', links: [{ title: 'Home', url: 'https://example.org/', isActive: true }] }),
    values: { 'links.url': `https://example.org/${WORD}` },
  },
  'PUT /profile-settings/premium': { body: () => ({ revision: 'x', badgeText: 'Fine', nameEffect: 'none' }) },
  'POST /forum/posts': { body: () => ({ ...answer(), category: '' }) },
  'PATCH /forum/posts/:postId': { params: post, body: edit },
  'POST /forum/posts/:postId/replies': { params: post, body: answer },
  'PATCH /forum/replies/:replyId': {
    params: async () => ({ replyId: await makeReply(world.ctx, author, (await post()).postId) }),
    body: edit,
  },
  'POST /uploads': {
    body: () => ({ ...answer(), poll: { question: 'Which?', options: ['This', 'That'], days: 1 } }),
    values: { 'poll.options': ['This', WORD] },
  },
  'PATCH /uploads/:uploadId': { params: upload, body: edit },
  'POST /uploads/:uploadId/comments': { params: upload, body: answer },
  'PATCH /uploads/comments/:commentId': {
    params: async () => ({ commentId: await makeComment(world.ctx, author, (await upload()).uploadId) }),
    body: edit,
  },
  'POST /gallery/images': {
    body: () => ({ fileId: submitId(), title: 'A title', description: 'Fine', isAdult: false, submitId: submitId() }),
  },
  'POST /parties': { body: () => ({ name: 'Night', description: 'Fine', submitId: submitId() }) },
  'POST /parties/:partyId/messages': {
    params: async () => ({
      partyId: (await world.ok('POST /parties', { body: { name: 'Night', submitId: submitId() } }, author)).id,
    }),
    body: answer,
  },
  'PUT /showcases/mine': {
    body: () => ({
      artist: 'https://open.spotify.com/artist/4uLU6hMCjMI75M1A2tKUQC',
      topTrackName: 'Fine',
      followers: 0,
      monthlyListeners: 0,
    }),
  },
  'PUT /uploads/:uploadId/tracks/:trackId/details': {
    params: track,
    body: () => ({ tempo: null, key: null, genre: 'Fine words', date: null, isrc: null }),
  },
  'PUT /files/:fileId/alternative-text': { params: picture, body: () => ({ altText: 'Fine words' }) },
  'PUT /files/:fileId/captions/:language': {
    params: async () => ({ ...(await video()), language: 'en' }),
    body: () => ({ content: captionsOf('Fine words') }),
    values: { content: captionsOf(WORD) },
  },
  ...Object.fromEntries((Object.keys(sharingTypes) as SharingKind[]).flatMap(sharing)),
};

/** Texts that nobody else reads as they were written. */
const excused: Readonly<Record<string, string>> = {
  'POST /secret-links label': 'read by who made the link',
  'POST /parties spotifyPlaylistId': 'reduced to the id of a playlist',
  'PUT /showcases/mine artist': 'reduced to the id of an artist',
  'POST /sets url': 'a set has none',
  'PATCH /sets/:itemId url': 'a set has none',
  'POST /announcements title': 'for staff alone',
  'POST /announcements content': 'for staff alone',
};

// Below `speaker` nothing is taken that others read: `public-text.test.ts` says why for each. Above it are staff.
const fields = (Object.entries(contract) as [string, Endpoint][]).flatMap(([key, { access, body }]) =>
  access !== 'speaker' || body === undefined
    ? []
    : [...new Set(wordFields(body))]
        .filter((field) => !notShown.has(field) && excused[`${key} ${field}`] === undefined)
        .map((field) => [key, field] as const),
);

/** The body with a value in the place of a field: `links.title` of the first of a list. */
function withField(body: object, field: string, value: unknown): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  const names = field.split('.');
  let at = copy;
  for (const name of names.slice(0, -1)) {
    const inner = at[name];
    at = (Array.isArray(inner) ? inner[0] : inner) as Record<string, unknown>;
  }
  at[names.at(-1)!] = value;
  return copy;
}

it.each(fields)('%s is refused with a banned word in %s', async (key, field) => {
  const recipe = recipes[key];
  // Somebody else each time: nobody may write too much.
  author = await world.member({ createdAt: new Date('2020-01-01') });
  expect(recipe, `a recipe for ${key}`).toBeDefined();
  const params = (await recipe!.params?.()) ?? {};
  const body = withField(await recipe!.body(), field, recipe!.values?.[field] ?? WORD);
  const answered = await world.call(key, { params, body }, author);
  expect(['banned_words', 'content_blocked'], JSON.stringify(answered.body)).toContain(
    (answered.body as { code?: string }).code,
  );
});
