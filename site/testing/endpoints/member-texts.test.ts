import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#site/contract/contract.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import type { FixtureMember, MemberOverrides } from '#people/accounts/server/fixtures.ts';
import { makeComment, makeUpload } from '#features/feed/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { banWord } from '#content/moderation/server/words/words.ts';
import { approve } from '#content/core/server/review.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { makeItem, makeReplyTo, sampleAddress, sharedType } from '#features/sharing/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { wavOf } from '#site/testing/wav.ts';
import { notShown, wordFields } from '#site/testing/word-fields.ts';
import { type World, openWorld } from '#site/testing/world.ts';

const WORD = 'zwobblegank';
let world: World;
let author: FixtureMember;
beforeAll(async () => {
  world = await openWorld();
  await banWord(world.ctx, null, { word: WORD, action: 'refuse' });
  for (const name of ['spamPosts', 'spamReplies', 'spamUploads', 'spamMessages'] as const)
    await setSiteSetting(world.ctx, name, 500);
  // The same words are sent again and again, by one and by many.
  await setSiteSetting(world.ctx, 'duplicateHours', 0);
  await setSiteSetting(world.ctx, 'sameTextAccounts', 100);
});
afterAll(() => world.close());

/** A banned word, plain and as Markdown shows it. */
const words: readonly string[] = [
  WORD,
  'zwobble&#103;ank',
  'zwobble&shy;gank',
  'zwob**ble**gank',
  'zwob[ble](https://example.com/)gank',
  '![zwobble](https://example.com/a.png)gank',
  'zwob||ble||gank',
  'zwob`ble`gank',
  'zwob\u200bblegank',
  '<b>zwob</b>blegank',
];
/** Private information, plain and as Markdown shows it. */
const privateTexts: readonly string[] = [
  '+49 151 23456789',
  '+49 1&#53;1 23&#52;56789',
  'john.private@gmail.com',
  'john.private&#64;gmail.com',
  'john.private&commat;gmail&period;com',
  'john.pri&shy;vate&#64;gm\u00adail.com',
  'card 4111 **1111** 1111 1111',
  '4111\\-1111\\-1111\\-1111',
  'card 4111 `1111` ~~1111~~ 1111',
  '+49 151 [234](https://example.com/)56789',
  '![+49 151](https://example.com/a.png) 23456789',
  'Hi\n\n+49 151 ||234||56789',
  '+49 151 <b>234</b>56789',
  '[write to me](https://wa.me/491512%334567890)',
  '+49 151\n\n23456789',
  '- card 4111\n- 1111\n- 1111\n- 1111',
  '| card | 4111 |\n|-|-|\n| 1111 | 1111 |\n| 1111 | |',
];

/** What an endpoint is sent, with one of its texts replaced. */
interface Recipe {
  params?(): Promise<Record<string, string>>;
  body(): Promise<object> | object;
  /** Values of fields that take more than words; the words alone when not given. */
  readonly values?: Readonly<Record<string, (text: string) => unknown>>;
  /** Who writes; an old account of no staff when not given. */
  readonly by?: MemberOverrides;
}

const submitId = () => randomUUID();
const profile = async () => (await world.ok('GET /profile-settings', {}, author)).profile;
const post = async () => ({ postId: await makePost(world.ctx, author) });
const upload = async () => ({ uploadId: await makeUpload(world.ctx, author) });
const answer = () => ({ content: 'Fine words', submitId: submitId() });
/** An empty line would end the words. */
const captionsOf = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text.replaceAll('\n\n', '\n')}\n`;
async function picture(purpose: 'upload' | 'gallery' = 'upload') {
  const content = sharp({ create: { width: 8, height: 8, channels: 3, background: '#aa5500' } });
  return { fileId: await makeFile(world.ctx, author, await content.png().toBuffer(), { purpose }) };
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
const admin = { admin: true };
const role = () => ({
  name: `role-${randomUUID().slice(0, 8)}`,
  displayName: 'Fine',
  description: '',
  colorHex: '#aabbcc',
});
const news = () => ({ title: 'News', content: 'Fine words', submitId: submitId() });
const edit = () => ({ content: 'Fine words', baseVersion: 1 });

function sharing(kind: SharingKind): [string, Recipe][] {
  const { path } = sharingTypes[kind];
  const item = async () => {
    const itemId = await makeItem(world.ctx, kind, author);
    if (kind === 'self_promotion_post')
      await world.ctx.db.tx((tx) => approve(world.ctx, tx, null, sharedType(kind).item, itemId));
    return { itemId };
  };
  const url = (text: string) =>
    kind === 'song' ? `https://soundcloud.com/${text}/a-song` : `https://example.org/${text}`;
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
    values: { 'links.url': (text) => `https://example.org/${text}` },
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
    values: { 'poll.options': (text) => ['This', text] },
  },
  'PATCH /uploads/:uploadId': { params: upload, body: edit },
  'POST /uploads/:uploadId/comments': { params: upload, body: answer },
  'PATCH /uploads/comments/:commentId': {
    params: async () => ({ commentId: await makeComment(world.ctx, author, (await upload()).uploadId) }),
    body: edit,
  },
  'POST /gallery/images': {
    body: async () => ({ ...(await picture('gallery')), title: 'A title', description: 'Fine', submitId: submitId() }),
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
    values: { content: captionsOf },
  },
  'POST /auth/sign-up': {
    body: () => ({ email: `${randomUUID()}@example.org`, password: 'long enough, and no word', displayName: 'Fine' }),
  },
  'POST /staff/forum-categories': { by: admin, body: () => ({ name: 'Fine', description: '', sortOrder: 1 }) },
  'PATCH /staff/forum-categories/:categoryId': {
    by: admin,
    params: async () => {
      const body = { name: `Category ${randomUUID().slice(0, 8)}`, description: '', sortOrder: 1 };
      return { categoryId: (await world.ok('POST /staff/forum-categories', { body }, author)).id };
    },
    body: () => ({}),
  },
  'POST /staff/custom-roles': { by: admin, body: role },
  'PATCH /staff/custom-roles/:roleId': {
    by: admin,
    params: async () => ({ roleId: (await world.ok('POST /staff/custom-roles', { body: role() }, author)).id }),
    body: () => ({}),
  },
  'POST /announcements': { by: admin, body: news },
  'PATCH /announcements/:announcementId': {
    by: admin,
    params: async () => ({ announcementId: (await world.ok('POST /announcements', { body: news() }, author)).id }),
    body: () => ({ baseVersion: 1 }),
  },
  ...Object.fromEntries((Object.keys(sharingTypes) as SharingKind[]).flatMap(sharing)),
};

/** Texts that nobody reads as they were written, or nobody but staff or one member to whom they are written, and why. */
const excused: Readonly<Record<string, string>> = {
  'POST /secret-links label': 'read by who made the link',
  'POST /parties spotifyPlaylistId': 'reduced to the id of a playlist',
  'PUT /showcases/mine artist': 'reduced to the id of an artist',
  'POST /sets url': 'a set has none',
  'PATCH /sets/:itemId url': 'a set has none',
  'POST /setup displayName': 'the owner of a site without members; `checkName` reads it (setup.test.ts)',
  'POST /forum/preview content': 'answered to who sends it, and stored nowhere',
  'POST /reports note': 'read by staff',
  'POST /decisions/:decisionId/appeal statement': 'read by staff',
  'PUT /staff/templates items': 'read by staff',
  'POST /staff/members/:profileId/notes text': 'read by staff',
  'POST /staff/banned-words word': 'read by staff',
  'POST /staff/banned-words/try word': 'read by staff',
  'PATCH /staff/banned-words/:wordId word': 'read by staff',
  'PUT /staff/members/:profileId/role role': 'the name of a role that exists',
  'POST /staff/custom-roles name': 'reduced to the name by which staff choose it',
  'POST /staff/custom-roles description': 'read by staff',
  'PATCH /staff/custom-roles/:roleId description': 'read by staff',
  'PUT /staff/settings/:name value': 'the operator’s own: an imprint has an address and a number by law',
  'PUT /staff/legal/:key source': 'the operator’s own: an imprint has an address and a number by law',
  'PUT /staff/legal/:key note': 'the operator’s own',
  'PUT /welcome/makes makes': 'one of the tags that the operator has written',
};
/** Complaints name people by law; staff and the other side read them. Reasons are read by whom they are about. */
const isExcused = (key: string, field: string): boolean =>
  excused[`${key} ${field}`] !== undefined || / \/(?:staff\/complaints|legal)\//.test(key) || field === 'reason';

const fields = (Object.entries(contract) as [string, Endpoint][]).flatMap(([key, { body }]) =>
  body === undefined
    ? []
    : [...new Set(wordFields(body))]
        .filter((field) => !notShown.has(field.split('.').at(-1)!) && !isExcused(key, field))
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

/** Why the newest of an author's items of the queue waits: in `hold` and `approval` entries. */
async function reasonsOf({ profileId }: FixtureMember): Promise<readonly string[]> {
  const rows = await world.ctx.db.rows<{ reasons: string[] }>(sql`
    SELECT e.reasons FROM queue_items i JOIN queue_entries e ON e.item_id = i.id WHERE i.author_id = ${profileId} ORDER BY e.id DESC LIMIT 1`);
  return rows[0]?.reasons ?? [];
}

/** Refusals of a field that takes no such characters: a name is one line, a username letters and digits. */
const unfit: ReadonlySet<string> = new Set([
  'invalid',
  'name_unreadable',
  'username_invalid',
  'address_not_usable',
  'song_address_unknown',
]);
const found: ReadonlySet<string> = new Set(['banned_words', 'content_blocked', 'private_information']);

/** Sends a text in a field. @returns what became of it */
async function send(
  key: string,
  field: string,
  text: string,
  state: { params?: Record<string, string> | undefined },
): Promise<'found' | 'unfit' | { status: number; body: unknown }> {
  const recipe = recipes[key]!;
  state.params ??= (await recipe.params?.()) ?? {};
  const body = withField(await recipe.body(), field, recipe.values?.[field]?.(text) ?? text);
  const answered = await world.call(key, { params: state.params, body }, author);
  const { code } = answered.body as { code?: string };
  if (code !== undefined && found.has(code)) return 'found';
  if (code !== undefined && unfit.has(code)) return 'unfit';
  return answered;
}

it.each(fields)('%s finds a banned word and private information in %s, in every disguise', async (key, field) => {
  const recipe = recipes[key];
  expect(recipe, `a recipe for ${key}`).toBeDefined();
  const writer = () => world.member({ createdAt: new Date('2020-01-01'), ...recipe!.by });
  author = await writer();
  let state: { params?: Record<string, string> } = {};
  expect(await send(key, field, WORD, state), WORD).toBe('found');
  // An address is shown as it was typed, and is no Markdown.
  const isAddress = field.endsWith('url');
  // In plain texts what is not seen becomes a blank, which parts the word.
  const isPlain = key.startsWith('POST /gallery/') || field === 'licenceText' || field === 'notes';
  for (const text of isAddress ? [] : words) {
    if (isPlain && text.includes('\u200b')) continue;
    const became = await send(key, field, text, state);
    expect(['found', 'unfit'], `${text}: ${JSON.stringify(became)}`).toContain(became);
  }
  // A table is one only where lines stay lines.
  const isLine = field === 'genre' || key === 'POST /gallery/images';
  for (const [at, text] of (isAddress ? ['john.private@gmail.com'] : privateTexts).entries()) {
    if (isLine && text.startsWith('|')) continue;
    const became = await send(key, field, text, state);
    if (typeof became === 'string') {
      // The plain form fits into every field that takes blanks.
      if (at === 0 && field !== 'username' && field !== 'chatName') expect(became).toBe('found');
      continue;
    }
    // It was taken: then it waits for staff, who read why.
    const reasons = await reasonsOf(author);
    expect(reasons.length, `${text}: ${JSON.stringify(became)}`).toBeGreaterThan(0);
    author = await writer();
    state = {};
  }
});
