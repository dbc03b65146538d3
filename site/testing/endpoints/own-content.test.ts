import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '#site/contract/contract.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { type SharingKind, replyKindOf, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { removeBy } from '#content/core/server/moderation.ts';
import { contentFacts } from '#content/core/server/facts.ts';
import { type ContentType, contentType, contentTypes } from '#content/core/server/type.ts';
import { makeComment, makeUpload } from '#features/feed/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { drawPicture, makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { makeFile, makeSound } from '#content/media/server/fixtures.ts';
import { openItemOf } from '#content/moderation/server/fixtures.ts';
import { partyCalls } from '#features/parties/server/fixtures.ts';
import { makeComplaint } from '#content/rights/server/fixtures.ts';
import { makeItem, makeReplyTo } from '#features/sharing/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { wavOf } from '#site/testing/wav.ts';
import { zipOfParts } from '#site/testing/zip.ts';

/**
 * Staff and their own content. Every endpoint that members may call and that changes something is in one of two lists: it
 * changes a content (`changes`), or it does not (`others`); those of staff alone are walked by `staff-actions.test.ts`.
 */

let world: World;
let admin: FixtureMember;
let moderator: FixtureMember;
/** Whose content it is: staff, somebody else in every test, whom no limit of a member stops. */
let author: FixtureMember;
const since = { createdAt: new Date('2020-01-01') };
beforeAll(async () => {
  world = await openWorld({ environment: { SIGN_UP: 'invitation' } });
  admin = await world.member({ admin: true, ...since });
  moderator = await world.member({ moderator: true, ...since });
});
beforeEach(async () => {
  author = await world.member({ moderator: true, ...since });
});
afterAll(() => world.close());

const party = partyCalls(() => world);
const sharingKinds = Object.keys(sharingTypes) as SharingKind[];

/** Makes a published content of each kind. The list of kinds is the site's: one that is missing fails its tests. */
const makers: Readonly<Record<string, (by: FixtureMember) => Promise<string>>> = {
  forum_post: (by) => makePost(world.ctx, by),
  post_reply: async (by) => makeReply(world.ctx, by, await makePost(world.ctx, await party.elder())),
  upload: (by) => makeUpload(world.ctx, by),
  upload_comment: async (by) => makeComment(world.ctx, by, await makeUpload(world.ctx, await party.elder())),
  gallery_image: (by) => makeGalleryImage(world.ctx, by),
  listening_party: (by) => party.host(by),
  chat_message: async (by) => {
    const id = await party.host(await party.elder());
    await party.join(id, by);
    return (await party.say(id, by, `Hello ${randomUUID()}`)).message.id;
  },
  ...Object.fromEntries(
    sharingKinds.flatMap((kind) => [
      [
        kind,
        async (by: FixtureMember) => {
          const id = await makeItem(world.ctx, kind, by);
          await world.ctx.db.rows(
            sql`UPDATE ${sql.raw(contentType(kind)!.table)} SET state = 'published' WHERE id = ${id}`,
          );
          return id;
        },
      ],
      [
        replyKindOf(kind),
        async (by: FixtureMember) => {
          const item = await makers[kind]!(await party.elder());
          return await makeReplyTo(world.ctx, kind, by, item);
        },
      ],
    ]),
  ),
};

/** One call of an endpoint, and the id that its entry in the audit log names. */
interface Change {
  readonly target: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** What an endpoint is about, by the name of its parameter. */
const own = (kind: string, param: string, body?: object) => async (): Promise<Change> => {
  const target = await makers[kind]!(author);
  return { target, params: { [param]: target }, ...(body && { body }) };
};
const removal = { reason: '' };
const removed = (kind: string, param: string) => async (): Promise<Change> => {
  const change = await own(kind, param)();
  await remove(kind, change.target, author);
  return change;
};
const edit = (fields: object = { content: `Other words ${randomUUID()}` }) => ({ ...fields, baseVersion: 1 });

async function track(): Promise<{ uploadId: string; trackId: string }> {
  return await party.track(author);
}

async function picture(): Promise<{ post: string; fileId: string }> {
  const fileId = await makeFile(world.ctx, author, await drawPicture());
  await world.settle();
  return { post: await makePost(world.ctx, author, { fileIds: [fileId] }), fileId };
}

const captions = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n';

/** An upload with what counts as a video. */
async function video(): Promise<{ uploadId: string; fileId: string }> {
  const fileId = await makeSound(world.ctx, author);
  await world.ctx.db.rows(sql`UPDATE files SET kind = 'video' WHERE id = ${fileId}`);
  return { uploadId: await makeUpload(world.ctx, author, { fileIds: [fileId] }), fileId };
}

async function entries(count: number): Promise<{ set: string; ids: string[]; more: object }> {
  const set = await makers['set']!(author);
  for (let at = 0; at < count; at++) {
    const body = { songId: await makeItem(world.ctx, 'song', author) };
    await world.ok('POST /sets/:itemId/entries', { params: { itemId: set }, body }, author);
  }
  const rows = await world.ctx.db.rows<{ id: string }>(sql`SELECT id FROM set_entries WHERE set_id = ${set}`);
  return { set, ids: rows.map(({ id }) => id), more: { songId: await makeItem(world.ctx, 'song', author) } };
}

/** Endpoints of one type of what members share. */
const shared = (kind: SharingKind): Record<string, () => Promise<Change>> => {
  const { path } = sharingTypes[kind];
  const reply = replyKindOf(kind);
  const type = sharingTypes[kind].types?.[0]?.key;
  const url = kind === 'song' ? 'https://soundcloud.com/somebody/else' : 'https://example.org/other';
  const form = { title: 'Another title', description: 'New', url, ...(type && { type }) };
  const hasVersions = `POST ${path}/:itemId/versions` in contract;
  return {
    [`PATCH ${path}/:itemId`]: own(kind, 'itemId', edit(form)),
    [`DELETE ${path}/:itemId`]: own(kind, 'itemId', removal),
    [`POST ${path}/:itemId/restore`]: removed(kind, 'itemId'),
    [`PATCH ${path}/replies/:replyId`]: own(reply, 'replyId', edit()),
    [`DELETE ${path}/replies/:replyId`]: own(reply, 'replyId', removal),
    [`POST ${path}/replies/:replyId/restore`]: removed(reply, 'replyId'),
    ...(hasVersions && {
      [`POST ${path}/:itemId/versions`]: async () => {
        const zip = zipOfParts([{ name: 'kick.wav', content: wavOf(4000) }]);
        const fileId = await makeFile(world.ctx, author, zip, { name: 'kit.zip', purpose: 'sharing_archive' });
        await world.settle();
        return await own(kind, 'itemId', { fileId, notes: '', rights: true })();
      },
      [`PUT ${path}/:itemId/archive/:fileId/:position/details`]: async () => {
        const zip = zipOfParts([{ name: 'kick.wav', content: wavOf(4000) }]);
        const fileId = await makeFile(world.ctx, author, zip, { name: 'kit.zip', purpose: 'sharing_archive' });
        await world.settle();
        const { target, params } = await own(kind, 'itemId')();
        const body = { fileId, notes: '', rights: true };
        await world.ok(`POST ${path}/:itemId/versions` as never, { params, body } as never, author);
        return { target, params: { ...params, fileId, position: '0' }, body: { tempo: 124, key: null } };
      },
    }),
  };
};

/** Every endpoint for members that changes a content: each leaves an entry in the audit log where its author is staff. */
const changes: Readonly<Record<string, () => Promise<Change>>> = {
  'PATCH /forum/posts/:postId': own('forum_post', 'postId', edit()),
  'DELETE /forum/posts/:postId': own('forum_post', 'postId', removal),
  'POST /forum/posts/:postId/restore': removed('forum_post', 'postId'),
  'PUT /forum/posts/:postId/pin': own('forum_post', 'postId', { on: true }),
  'PATCH /forum/replies/:replyId': own('post_reply', 'replyId', edit()),
  'DELETE /forum/replies/:replyId': own('post_reply', 'replyId', removal),
  'POST /forum/replies/:replyId/restore': removed('post_reply', 'replyId'),
  'PATCH /uploads/:uploadId': own('upload', 'uploadId', edit()),
  'PUT /uploads/:uploadId/visibility': own('upload', 'uploadId', { visibility: 'private' }),
  'DELETE /uploads/:uploadId': own('upload', 'uploadId', removal),
  'POST /uploads/:uploadId/restore': removed('upload', 'uploadId'),
  'PATCH /uploads/comments/:commentId': own('upload_comment', 'commentId', edit()),
  'DELETE /uploads/comments/:commentId': own('upload_comment', 'commentId', removal),
  'POST /uploads/comments/:commentId/restore': removed('upload_comment', 'commentId'),
  'PUT /uploads/:uploadId/tracks/:trackId/terms': async () => {
    const params = await track();
    return { target: params.uploadId, params, body: { download: 'off', licence: 'cc0' } };
  },
  'PUT /uploads/:uploadId/tracks/:trackId/details': async () => {
    const params = await track();
    const body = { tempo: 124, key: null, genre: null, date: null, isrc: null };
    return { target: params.uploadId, params, body };
  },
  'POST /uploads/:uploadId/tracks/:trackId/versions': async () => {
    const params = await track();
    return { target: params.uploadId, params, body: { fileId: await makeSound(world.ctx, author) } };
  },
  'PUT /files/:fileId/alternative-text': async () => {
    const { post, fileId } = await picture();
    return { target: post, params: { fileId }, body: { altText: 'Two colours' } };
  },
  'PUT /files/:fileId/captions/:language': async () => {
    const { uploadId, fileId } = await video();
    return { target: uploadId, params: { fileId, language: 'en' }, body: { content: captions } };
  },
  'DELETE /files/:fileId/captions/:language': async () => {
    const { uploadId, fileId } = await video();
    const params = { fileId, language: 'en' };
    await world.ok('PUT /files/:fileId/captions/:language', { params, body: { content: captions } } as never, author);
    return { target: uploadId, params };
  },
  'DELETE /gallery/images/:imageId': own('gallery_image', 'imageId', removal),
  'POST /gallery/images/:imageId/restore': removed('gallery_image', 'imageId'),
  ...Object.assign({}, ...sharingKinds.map(shared)),
  'POST /sets/:itemId/entries': async () => {
    const { set, more } = await entries(0);
    return { target: set, params: { itemId: set }, body: more };
  },
  'DELETE /sets/:itemId/entries/:entryId': async () => {
    const { set, ids } = await entries(1);
    return { target: set, params: { itemId: set, entryId: ids[0]! } };
  },
  'PUT /sets/:itemId/entries/:entryId/place': async () => {
    const { set, ids } = await entries(2);
    return { target: set, params: { itemId: set, entryId: ids[1]! }, body: { before: ids[0]! } };
  },
  'PUT /sets/:itemId/visibility': own('set', 'itemId', { visibility: 'private' }),
  'DELETE /parties/:partyId': own('listening_party', 'partyId', removal),
  'POST /parties/:partyId/restore': removed('listening_party', 'partyId'),
  'POST /parties/:partyId/end': own('listening_party', 'partyId'),
  'PUT /parties/:partyId/chat': own('listening_party', 'partyId', { isOff: true, slowSeconds: 0 }),
  'PUT /parties/:partyId/moderators/:profileId': async () => {
    const { target, params } = await own('listening_party', 'partyId')();
    const guest = await world.member();
    await party.join(target, guest);
    return { target, params: { ...params, profileId: guest.profileId }, body: { on: true } };
  },
  'DELETE /parties/:partyId/participants/:profileId': async () => {
    const { params } = await own('listening_party', 'partyId')();
    const guest = await world.member();
    await party.join(params['partyId']!, guest);
    return { target: guest.profileId, params: { ...params, profileId: guest.profileId } };
  },
  'DELETE /parties/messages/:messageId': own('chat_message', 'messageId', removal),
};

/** Endpoints that change no content which is there, and why: each pattern names what it is about. */
const others: readonly (readonly [RegExp, string])[] = [
  [/ \/(auth|setup|account|legal|friends|following|blocks|notifications|payments)(\/|$)/, 'the member alone'],
  [/ \/welcome(\/|$)/, 'how far the member is, and tags of the list of the site'],
  [/ \/(profile-settings|showcases|forum\/banner)(\/|$)/, 'a part of the profile, which staff clear for good'],
  [/ \/forum\/(order|preview)$/, 'how a list is shown; nothing is stored'],
  [
    /^POST \/(forum\/posts|uploads|gallery\/images|parties|announcements)$/,
    'a new content; announcements: staff-actions',
  ],
  [/^POST \/(songs|drumkits|editing-packs|leaks|self-promotion|sets)$/, 'a new content'],
  [/^POST .*\/(replies|comments|messages)$/, 'a new answer'],
  [/\/(reaction|reactions|like|vote|bookmark|watch|follow|read|mark|reminder)$/, "a reader's mark"],
  [/\/(tip|unlock|buy|download)$|^POST \/tips\//, 'a payment or a download'],
  [/\/plays(\/|$)/, 'a play'],
  [/^(POST|DELETE) \/secret-links/, 'a link to what stays as it is'],
  [/^PUT \/podcast-settings$/, 'which public tracks a feed has'],
  [/^POST \/(reports|decisions\/:decisionId\/appeal)$/, 'a question to staff'],
  [/^DELETE \/files\/:fileId$|^POST \/files\/:fileId\/process$/, 'a file of no content yet; the same file once more'],
  [
    /^[A-Z]+ \/parties\/:partyId\/(join|leave|presence|typing|stage|dj|dj-mode|listeners|queue)(\/|$)/,
    'what is played now',
  ],
];

const ofMembers = (Object.entries(contract) as [string, Endpoint][])
  .filter(([key, { access }]) => !key.startsWith('GET ') && access !== 'moderator' && access !== 'admin')
  .map(([key]) => key);

it('has every endpoint for members that changes something in one of its lists, and no others', () => {
  const isOther = (key: string) => others.some(([pattern]) => pattern.test(key));
  expect(ofMembers.filter((key) => key in changes === isOther(key))).toEqual([]);
  expect(Object.keys(changes).filter((key) => !ofMembers.includes(key))).toEqual([]);
  expect(
    contentTypes()
      .map(({ kind }) => kind)
      .filter((kind) => !makers[kind]),
  ).toEqual([]);
});

const entriesOf = async (
  target: string,
): Promise<{ actor_id: string | null; details: { before?: unknown; after?: unknown } }[]> =>
  await world.ctx.db.rows(
    sql`SELECT actor_id, details FROM audit_log WHERE target_id = ${target} ORDER BY created_at, id`,
  );

describe('somebody of staff who changes what is their own', () => {
  it.each(Object.entries(changes))('leaves an entry in the audit log by %s', async (key, make) => {
    // Rooms that are open count against the next one.
    const { target, ...call } = await make();
    const before = (await entriesOf(target)).length;
    const answer = await world.call(key, call, author);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    const [entry, ...more] = (await entriesOf(target)).slice(before);
    expect(more).toEqual([]);
    expect(entry!.actor_id).toBe(author.profileId);
    const { before: was, after: is } = entry!.details;
    expect(entry!.details).toHaveProperty('before');
    expect(entry!.details).toHaveProperty('after');
    expect(was).not.toEqual(is);
  });

  it('leaves none where they are no staff', async () => {
    const member = await party.elder();
    const postId = await makePost(world.ctx, member);
    const at = { params: { postId } };
    await world.ok('PATCH /forum/posts/:postId', { ...at, body: { content: 'Other words', baseVersion: 1 } }, member);
    await world.ok('DELETE /forum/posts/:postId', { ...at, body: removal }, member);
    await world.ok('POST /forum/posts/:postId/restore', at, member);
    expect(await entriesOf(postId)).toEqual([]);
  });
});

/** Removes a content as a member does, or the operator (null). */
async function remove(kind: string, id: string, by: FixtureMember | null, reason = ''): Promise<void> {
  const type = contentType(kind)!;
  await world.ctx.db.tx(async (tx) => {
    const doer = by && { profileId: by.profileId, isAdmin: by === admin, isModerator: by !== admin };
    await removeBy(world.ctx, tx, doer, type, (await contentFacts(tx, type, id, true))!, reason);
  });
}

const stateOf = async ({ table }: ContentType, id: string): Promise<string> =>
  (await world.ctx.db.rows<{ state: string }>(sql`SELECT state FROM ${sql.raw(table)} WHERE id = ${id}`))[0]!.state;

/** How a content was hidden, and who may show it again. */
const ways = {
  author: { hide: (kind: string, id: string) => remove(kind, id, author), by: ['author', 'moderator', 'admin'] },
  moderator: { hide: (kind: string, id: string) => remove(kind, id, moderator, 'No'), by: ['moderator', 'admin'] },
  admin: { hide: (kind: string, id: string) => remove(kind, id, admin, 'No'), by: ['admin'] },
  operator: { hide: (kind: string, id: string) => remove(kind, id, null, 'No'), by: ['admin'] },
  complaint: {
    async hide(kind: string, id: string) {
      const [item] = await world.ctx.kinds.get(kind)!.load!(world.ctx, [id]);
      const params = await makeComplaint(world, item!.url.includes(id) ? item!.url : `${item!.url}#${id}`);
      await world.ok('POST /staff/complaints/:complaintId/accept', { params, body: {} }, admin);
    },
    by: [],
  },
} as const;

/** Every kind with every way, and the endpoints of the kind: those whose parameter names its contents. */
const restorers = Object.keys(changes).filter((key) => key.endsWith('/restore'));
const kindOfRestore: Readonly<Record<string, string>> = {
  'POST /forum/posts/:postId/restore': 'forum_post',
  'POST /forum/replies/:replyId/restore': 'post_reply',
  'POST /uploads/:uploadId/restore': 'upload',
  'POST /uploads/comments/:commentId/restore': 'upload_comment',
  'POST /gallery/images/:imageId/restore': 'gallery_image',
  'POST /parties/:partyId/restore': 'listening_party',
  ...Object.fromEntries(
    sharingKinds.flatMap((kind) => [
      [`POST ${sharingTypes[kind].path}/:itemId/restore`, kind],
      [`POST ${sharingTypes[kind].path}/replies/:replyId/restore`, replyKindOf(kind)],
    ]),
  ),
};
const paramsFor = (key: string, id: string) => ({ [/:(\w+)\/restore$/.exec(key)![1]!]: id });
/** Endpoints of the same content, with bodies as `changes` has them. */
const siblings = (restore: string): string[] => {
  const base = restore.slice('POST '.length, -'/restore'.length);
  return Object.keys(changes).filter((key) => key.slice(key.indexOf(' ') + 1).startsWith(base));
};

/** Bodies that endpoints of a content take. */
const bodies = [{ visibility: 'public' }, { on: true }, edit(), removal];

describe.each(restorers.map((key) => [key, kindOfRestore[key]!] as const))('%s', (key, kind) => {
  it.each(Object.entries(ways))('of what was hidden by %s is for whom the policy names', async (way, { hide, by }) => {
    const type = contentType(kind)!;
    for (const [name, person] of Object.entries({ author, moderator, admin })) {
      const id = await makers[kind]!(author);
      await hide(kind, id);
      const before = (await entriesOf(id)).length;
      const answer = await world.call(key, { params: paramsFor(key, id) }, person);
      const isAllowed = (by as readonly string[]).includes(name);
      const said = `hidden by ${way}, by ${name}: ${JSON.stringify(answer.body)}`;
      expect(await stateOf(type, id), said).toBe(isAllowed ? 'published' : 'removed');
      expect(answer.status < 300, said).toBe(isAllowed);
      expect((await entriesOf(id)).slice(before), said).toHaveLength(isAllowed ? 1 : 0);
      if (isAllowed) continue;
      // Nor does another endpoint of the same content show it.
      const params = { ...paramsFor(key, id), trackId: id, entryId: id, profileId: author.profileId };
      for (const other of siblings(key)) for (const body of bodies) await world.call(other, { params, body }, person);
      expect(await stateOf(type, id), said).toBe('removed');
    }
  });
});

/** A decision of an admin, and the call by which somebody would undo it. */
type Undoing = () => Promise<{ readonly key: string; readonly params: Record<string, string>; readonly body?: object }>;
const pinned = (postId: string, on: boolean) => ({ params: { postId }, body: { on } });
const featured = (imageId: string, on: boolean) => ({ params: { imageId }, body: { on } });
const reportedItem = async (): Promise<{ id: string; params: { itemId: string } }> => {
  const id = await makers['forum_post']!(author);
  await world.ok('POST /reports', { body: { kind: 'forum_post', id, reason: 'spam' } }, await world.member());
  return { id, params: await openItemOf(world.ctx, id) };
};

/** What an admin decided without removing anything. */
const decisions: Readonly<Record<string, Undoing>> = {
  'a pin taken away': async () => {
    const id = await makers['forum_post']!(author);
    await world.ok('PUT /forum/posts/:postId/pin', pinned(id, true), author);
    await world.ok('PUT /forum/posts/:postId/pin', pinned(id, false), admin);
    return { key: 'PUT /forum/posts/:postId/pin', ...pinned(id, true) };
  },
  'a featured image taken out': async () => {
    const id = await makers['gallery_image']!(author);
    await world.ok('PUT /staff/gallery/:imageId/featured', featured(id, true), author);
    await world.ok('PUT /staff/gallery/:imageId/featured', featured(id, false), admin);
    return { key: 'PUT /staff/gallery/:imageId/featured', ...featured(id, true) };
  },
  'an announcement hidden': async () => {
    const news = { title: 'News', content: 'Some news', submitId: randomUUID() };
    const { id } = await world.ok('POST /announcements', { body: news }, author);
    const key = 'PATCH /announcements/:announcementId';
    const params = { announcementId: id };
    await world.ok(key, { params, body: { isPublished: false, baseVersion: 1 } }, admin);
    return { key, params, body: { isPublished: true, baseVersion: 2 } };
  },
  'a post held': async () => {
    const { params } = await reportedItem();
    await world.ok('POST /staff/queue/:itemId/hold', { params, body: { reason: '' } }, admin);
    return { key: 'POST /staff/queue/:itemId/decide', params, body: { decision: 'approve' } };
  },
  'an image held': async () => {
    const id = await makers['gallery_image']!(author);
    await world.ok('POST /reports', { body: { kind: 'gallery_image', id, reason: 'spam' } }, await world.member());
    const params = await openItemOf(world.ctx, id);
    await world.ok('POST /staff/queue/:itemId/hold', { params, body: { reason: '' } }, admin);
    return { key: 'POST /staff/gallery/:imageId/approve', params: { imageId: id } };
  },
  'a report upheld in the queue': async () => {
    const { params } = await reportedItem();
    const body = { decision: 'remove', reason: 'Spam' } as const;
    await world.ok('POST /staff/queue/:itemId/decide', { params, body }, admin);
    return { key: 'POST /staff/queue/:itemId/undo', params };
  },
  'a role taken away': async () => {
    const key = 'PUT /staff/members/:profileId/role';
    const params = { profileId: author.profileId };
    await world.ok(key, { params, body: { role: 'abyss_walker' } }, author);
    await world.ok(key, { params, body: { role: null } }, admin);
    return { key, params, body: { role: 'abyss_walker' } };
  },
  'a complaint accepted': async () => {
    const id = await makers['forum_post']!(author);
    const params = await makeComplaint(world, `/forum/post/${id}`);
    await world.ok('POST /staff/complaints/:complaintId/accept', { params, body: {} }, admin);
    return { key: 'POST /staff/complaints/:complaintId/restore', params, body: { because: 'mistake' } };
  },
};

describe.each(Object.entries(decisions))('%s by an admin', (_, make) => {
  it('is undone neither by its author nor by a moderator, and by an admin', async () => {
    const { key, ...call } = await make();
    // Nor by a call that changes nothing and would make it one's own decision.
    if ('body' in call && call.body && 'on' in call.body)
      await world.call(key, { ...call, body: { on: false } }, moderator);
    for (const [person, code] of [
      [author, 'own_content'],
      [moderator, 'staff_protected'],
    ] as const)
      expect((await world.call(key, call, person)).body).toMatchObject({ code });
    expect((await world.call(key, call, admin)).status).toBe(200);
  });
});

describe('a decision', () => {
  it('to suspend a member by an admin is neither ended nor shortened by a moderator', async () => {
    const params = { profileId: (await world.member()).profileId };
    const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const put = (days: number, by: FixtureMember) =>
      world.call(
        'PUT /staff/members/:profileId/suspension',
        { params, body: { reason: 'Spam', until: until(days) } },
        by,
      );
    const lift = (by: FixtureMember) => world.call('DELETE /staff/members/:profileId/suspension', { params }, by);
    expect((await put(9, admin)).status).toBe(200);
    expect((await lift(moderator)).body).toMatchObject({ code: 'staff_protected' });
    expect((await put(1, moderator)).body).toMatchObject({ code: 'staff_protected' });
    // Longer is stricter; what the admin decided is in force all the same.
    expect((await put(20, moderator)).status).toBe(200);
    expect((await lift(moderator)).body).toMatchObject({ code: 'staff_protected' });
    expect((await lift(admin)).status).toBe(200);
    expect((await put(5, moderator)).status).toBe(200);
    expect((await lift(moderator)).status).toBe(200);
  });

  it('of an admin to take the moderator flag away is not undone by a moderator', async () => {
    const member = await world.member();
    const toggle = (on: boolean, by: FixtureMember) =>
      world.call(
        'PUT /staff/members/:profileId/moderator',
        { params: { profileId: member.profileId }, body: { on } },
        by,
      );
    expect((await toggle(true, moderator)).status).toBe(200);
    expect((await toggle(false, admin)).status).toBe(200);
    // Nor by a call that changes nothing and would make it one's own decision.
    await toggle(false, moderator);
    expect((await toggle(true, moderator)).body).toMatchObject({ code: 'staff_protected' });
    expect((await toggle(true, admin)).status).toBe(200);
    expect((await toggle(false, moderator)).status).toBe(200);
    expect((await toggle(true, author)).status).toBe(200);
  });

  it('of an admin to remove something is not taken over by a complaint that a moderator accepts', async () => {
    for (const remover of [admin, null]) {
      const id = await makers['forum_post']!(await party.elder());
      const complaint = await makeComplaint(world, `/forum/post/${id}`);
      await remove('forum_post', id, remover, 'No');
      await world.ok('POST /staff/complaints/:complaintId/accept', { params: complaint, body: {} }, moderator);
      const withdrawn = { params: complaint, body: { because: 'withdrawn' } } as const;
      await world.ok('POST /staff/complaints/:complaintId/restore', withdrawn, moderator);
      const at = { params: { postId: id } };
      await world.refused('POST /forum/posts/:postId/restore', at, moderator, 'staff_protected');
      await world.ok('POST /forum/posts/:postId/restore', at, admin);
    }
  });

  it('about what was reported of a moderator is made by others', async () => {
    for (const decision of ['keep', 'remove'] as const) {
      const { params } = await reportedItem();
      const call = { params, body: { decision, reason: 'Mine' } };
      await world.refused('POST /staff/queue/:itemId/decide', call, author, 'own_content');
      await world.ok('POST /staff/queue/:itemId/decide', call, moderator);
    }
  });

  it('that is appealed is not taken back while a copyright complaint stands', async () => {
    const member = await party.elder();
    const id = await makers['forum_post']!(member);
    const complaint = await makeComplaint(world, `/forum/post/${id}`);
    await world.ok('DELETE /forum/posts/:postId', { params: { postId: id }, body: { reason: 'No' } }, moderator);
    await world.ok('POST /staff/complaints/:complaintId/accept', { params: complaint, body: {} }, moderator);
    const [entry] = await world.ctx.db.rows<{ id: string }>(
      sql`SELECT id FROM audit_log WHERE target_id = ${id} AND action = 'forum_post.remove'`,
    );
    const appeal = { params: { decisionId: entry!.id }, body: { statement: 'It is mine.' } };
    await world.ok('POST /decisions/:decisionId/appeal', appeal, member);
    const [made] = await world.ctx.db.rows<{ id: string }>(
      sql`SELECT id FROM appeals WHERE decision_id = ${entry!.id}`,
    );
    const grant = { params: await openItemOf(world.ctx, made!.id), body: { decision: 'approve' } } as const;
    await world.refused('POST /staff/queue/:itemId/decide', grant, admin, 'complaint_stands');
    const withdrawn = { params: complaint, body: { because: 'withdrawn' } } as const;
    await world.ok('POST /staff/complaints/:complaintId/restore', withdrawn, admin);
    await world.ok('POST /staff/queue/:itemId/decide', grant, admin);
    expect(await stateOf(contentType('forum_post')!, id)).toBe('published');
  });
});
