import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharingKinds } from '#content/core/contract/shared-kinds.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { approve } from '#content/core/server/review.ts';
import { makeComment, makeUpload } from '#features/feed/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { makeItem, makeReplyTo, sharedType } from '#features/sharing/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { type As, type World, openWorld } from '#site/testing/world.ts';

let world: World;
let staff: FixtureMember;
let author: FixtureMember;

beforeAll(async () => {
  world = await openWorld();
  for (const name of ['spamPosts', 'spamReplies', 'spamUploads'] as const) await setSiteSetting(world.ctx, name, 1000);
  staff = await world.member({ moderator: true });
  author = await world.member({ adult: true });
});
afterAll(() => world.close());

let made = 0;
/** A word that nobody has used. */
const newWord = (): string => `zq${(++made).toString(36)}${randomUUID().slice(0, 8)}`;
const find = async (query: Record<string, string>, as: As | null = null) =>
  await world.ok('GET /search', { query }, as);
const found = async (q: string, as: As | null = null): Promise<string[]> =>
  (await find({ q }, as)).items.map(({ id }) => id);
const suggested = async (q: string, as: As | null = null): Promise<string[]> =>
  (await world.ok('GET /search/suggest', { query: { q } }, as)).groups.flatMap(({ items }) =>
    items.map(({ id }) => id),
  );

/** Which of some readers find a thing, by the full search and while typing alike. */
async function finders(q: string, id: string, readers: Record<string, As | null>): Promise<string[]> {
  const names: string[] = [];
  for (const [name, as] of Object.entries(readers)) {
    const both = [(await found(q, as)).includes(id), (await suggested(q, as)).includes(id)];
    expect(both[0]).toBe(both[1]);
    if (both[0]) names.push(name);
  }
  return names;
}

const makeParty = async (name: string, isAdult = false): Promise<string> =>
  (await world.ok('POST /parties', { body: { name, isAdult, submitId: randomUUID() } }, author)).id;
const announce = async (title: string, more: object = {}): Promise<string> =>
  (
    await world.ok(
      'POST /announcements',
      { body: { title, content: 'Read this.', type: 'general', priority: 1, submitId: randomUUID(), ...more } },
      staff,
    )
  ).id;
const edit = (postId: string, content: string, baseVersion = 1, more: object = {}) =>
  world.ok('PATCH /forum/posts/:postId', { params: { postId }, body: { content, baseVersion, ...more } }, author);

describe('every kind', () => {
  it('is found by its words at once, by visitors too', async () => {
    const word = newWord();
    const postId = await makePost(world.ctx, author, { content: `About ${word}\n\nA text.` });
    const uploadId = await makeUpload(world.ctx, author, { content: `Upload ${word}` });
    const types: Record<string, string> = { [postId]: 'post', [uploadId]: 'upload' };
    for (const kind of sharingKinds) {
      const id = await makeItem(world.ctx, kind, author, { title: `Thing ${word}` });
      if (kind === 'self_promotion_post')
        await world.ctx.db.tx((tx) => approve(world.ctx, tx, null, sharedType(kind).item, id));
      types[id] = kind;
      types[await makeReplyTo(world.ctx, kind, author, id, `An answer with ${word}`)] = 'comment';
    }
    types[await makeParty(`Party ${word}`)] = 'party';
    types[await makeGalleryImage(world.ctx, author, { title: `Image ${word}` })] = 'gallery_image';
    types[await announce(`News ${word}`)] = 'announcement';
    types[await makeComment(world.ctx, author, uploadId, { content: `A comment with ${word}` })] = 'comment';
    const replyId = await makeReply(world.ctx, author, postId, { content: `A **reply** with ${word}` });
    types[replyId] = 'reply';
    const { items, next } = await find({ q: word });
    expect(Object.fromEntries(items.map((hit) => [hit.id, hit.type]))).toEqual(types);
    expect(next).toBeNull();
    const reply = items.find((hit) => hit.id === replyId)!;
    expect(reply).toMatchObject({
      url: `/forum/post/${postId}?reply=${replyId}#reply-${replyId}`,
      title: { text: `About ${word}`, matches: [[6, 6 + word.length]] },
      excerpt: { text: `A reply with ${word}`, matches: [[13, 13 + word.length]] },
      author: { username: author.username },
    });
  });

  it('has members by name and username, and their profile’s words', async () => {
    const word = newWord();
    const member = await world.member({ displayName: `${word} Ångström` });
    expect((await find({ q: `${word} angstrom` })).items[0]).toMatchObject({
      type: 'member',
      id: member.profileId,
      url: `/profile/${member.username}`,
      title: { text: `${word} Ångström` },
    });
    expect(await found(member.username)).toContain(member.profileId);
    expect(await suggested(member.username)).toContain(member.profileId);
  });

  it('follows an edit, a removal and a restore', async () => {
    const [before, after] = [newWord(), newWord()];
    const id = await makePost(world.ctx, author, { content: `First ${before}\n\nText.` });
    await edit(id, `Second ${after}\n\nText.`);
    expect(await found(before)).toEqual([]);
    expect(await found(after)).toEqual([id]);
    await world.ok('DELETE /forum/posts/:postId', { params: { postId: id }, body: {} }, author);
    expect(await finders(after, id, { visitor: null, author, staff })).toEqual([]);
    await world.ok('POST /forum/posts/:postId/restore', { params: { postId: id } }, author);
    expect(await found(after)).toEqual([id]);
  });
});

describe('what a reader may not see', () => {
  it('is not found while it is held, pending, or rejected', async () => {
    const word = newWord();
    const held = await makePost(world.ctx, author, { content: `Call ${word}\n\nMy number is +1 415 555 0132.` });
    const image = await makeGalleryImage(world.ctx, author, { title: `Image ${word}`, approved: false });
    const promotion = await makeItem(world.ctx, 'self_promotion_post', author, { title: `Mine ${word}` });
    const [row] = await world.ctx.db.rows(sql`SELECT state FROM forum_posts WHERE id = ${held}`);
    expect(row).toEqual({ state: 'held' });
    for (const reader of [null, author, staff]) expect(await found(word, reader)).toEqual([]);
    await world.ok('POST /staff/gallery/:imageId/approve', { params: { imageId: image } }, staff);
    expect(await found(word)).toEqual([image]);
    await world.ctx.db.tx((tx) => approve(world.ctx, tx, null, sharedType('self_promotion_post').item, promotion));
    expect((await found(word)).toSorted()).toEqual([image, promotion].toSorted());
  });

  it('is not found while its author keeps it private', async () => {
    const word = newWord();
    const id = await makeUpload(world.ctx, author, { content: `Draft ${word}` });
    const show = (visibility: 'public' | 'private') =>
      world.ok('PUT /uploads/:uploadId/visibility', { params: { uploadId: id }, body: { visibility } }, author);
    await show('private');
    expect(await finders(word, id, { visitor: null, author, staff })).toEqual([]);
    await show('public');
    expect(await found(word)).toEqual([id]);
  });

  it('is not found when it was published and an edit has it held', async () => {
    const word = newWord();
    const id = await makePost(world.ctx, author, { content: `Call ${word}\n\nNothing private.` });
    await edit(id, `Call ${word}\n\nMy number is +1 415 555 0132.`);
    expect(await finders(word, id, { visitor: null, author, staff })).toEqual([]);
  });

  it('is 18+ for adults who have said so alone, with all that stands below it', async () => {
    const word = newWord();
    const readers = { visitor: null, member: await world.member(), adult: await world.member({ adult: true }) };
    const postId = await makePost(world.ctx, author, { content: `Post ${word}`, category: 'nsfw' });
    const uploadId = await makeUpload(world.ctx, author, { content: `Upload ${word}`, isAdult: true });
    const ids = [
      postId,
      await makeReply(world.ctx, author, postId, { content: `Reply ${word}` }),
      uploadId,
      await makeComment(world.ctx, author, uploadId, { content: `Comment ${word}` }),
      await makeItem(world.ctx, 'drumkit', author, { title: `Kit ${word}`, isAdult: true }),
      await makeGalleryImage(world.ctx, author, { title: `Image ${word}`, isAdult: true }),
      await makeParty(`Party ${word}`, true),
    ];
    for (const id of ids) expect(await finders(word, id, readers)).toEqual(['adult']);
    // A mark that comes later reaches what stands below.
    const plain = newWord();
    const later = await makePost(world.ctx, author, { content: `Post ${plain}` });
    const reply = await makeReply(world.ctx, author, later, { content: `Reply ${plain}` });
    expect(await finders(plain, reply, readers)).toEqual(['visitor', 'member', 'adult']);
    await edit(later, `Post ${plain}`, 1, { category: 'nsfw' });
    expect(await finders(plain, reply, readers)).toEqual(['adult']);
  });

  it('is of nobody who is blocked, either way, nor below anything of theirs', async () => {
    const word = newWord();
    const [ada, ben, cleo] = [
      await world.member({ displayName: `Ada ${word}` }),
      await world.member(),
      await world.member(),
    ];
    const postId = await makePost(world.ctx, ada, { content: `Post ${word}` });
    const replyId = await makeReply(world.ctx, cleo, postId, { content: `Reply ${word}` });
    const own = await makePost(world.ctx, ben, { content: `Mine ${word}` });
    const readers = { visitor: null, ada, ben, cleo, staff };
    await world.ok('PUT /blocks/:profileId', { params: { profileId: ada.profileId } }, ben);
    for (const id of [ada.profileId, postId, replyId])
      expect(await finders(word, id, readers)).toEqual(['visitor', 'ada', 'cleo', 'staff']);
    expect(await finders(word, own, readers)).toEqual(['visitor', 'ben', 'cleo', 'staff']);
    await world.ok('DELETE /blocks/:profileId', { params: { profileId: ada.profileId } }, ben);
    expect(await finders(word, postId, readers)).toEqual(['visitor', 'ada', 'ben', 'cleo', 'staff']);
  });

  it('is behind the lock of a post, but for its title and first 120 characters, until it is unlocked', async () => {
    const [open, hidden] = [newWord(), newWord()];
    const content = `Recipe ${open}\n\n${'The first part is for all. '.repeat(6)}\n\nThe secret is ${hidden}.`;
    const id = await makePost(world.ctx, author, { content, isLocked: true });
    const payer = await world.member();
    await world.ctx.db.rows(sql`UPDATE profiles SET credits = 500 WHERE id = ${payer.profileId}`);
    const readers = { visitor: null, payer, author, staff };
    expect(await finders(open, id, readers)).toEqual(['visitor', 'payer', 'author', 'staff']);
    expect(await finders(hidden, id, readers)).toEqual(['author', 'staff']);
    const { items } = await find({ q: open });
    expect(JSON.stringify(items)).not.toContain(hidden);
    await world.ctx.db.rows(
      sql`INSERT INTO post_unlocks (post_id, profile_id, created_at) VALUES (${id}, ${payer.profileId}, now())`,
    );
    expect(await finders(hidden, id, readers)).toEqual(['payer', 'author', 'staff']);
    expect((await find({ q: hidden }, payer)).items[0]!.excerpt.text).toContain(hidden);
    // Both parts are found, as one result.
    expect(await found('recipe', payer)).toContain(id);
    expect((await found('the secret first', author)).filter((one) => one === id)).toHaveLength(1);
    await edit(id, content, 1, { isLocked: false });
    expect(await found(hidden)).toEqual([id]);
  });

  it('is gone with what it stands below, and comes back with it', async () => {
    const word = newWord();
    const postId = await makePost(world.ctx, author);
    const id = await makeReply(world.ctx, author, postId, { content: `Reply ${word}` });
    await world.ok('DELETE /forum/posts/:postId', { params: { postId }, body: {} }, author);
    expect(await finders(word, id, { visitor: null, author, staff })).toEqual([]);
    await world.ok('POST /forum/posts/:postId/restore', { params: { postId } }, author);
    expect(await found(word)).toEqual([id]);
  });

  it('is an announcement that has ended, or was taken back', async () => {
    const word = newWord();
    const id = await announce(`News ${word}`);
    expect(await found(word)).toEqual([id]);
    await world.ctx.db.rows(
      sql`UPDATE search_documents SET expires_at = ${new Date(Date.now() - 1000)} WHERE id = ${id}`,
    );
    expect(await found(word)).toEqual([]);
    const other = await announce(`Other ${word}`);
    const params = { announcementId: other };
    await world.ok(
      'PATCH /announcements/:announcementId',
      { params, body: { isPublished: false, baseVersion: 1 } },
      staff,
    );
    expect(await found(word)).toEqual([]);
    await world.ok(
      'PATCH /announcements/:announcementId',
      { params, body: { isPublished: true, baseVersion: 2 } },
      staff,
    );
    expect(await found(word)).toEqual([other]);
    await world.ok('DELETE /announcements/:announcementId', { params }, staff);
    expect(await found(word)).toEqual([]);
  });

  it('is a spoiler: its words are in no excerpt', async () => {
    const word = newWord();
    const id = await makePost(world.ctx, author, {
      content: `The end ${word}\n\nThe killer is ||the drummer||, of course.`,
    });
    const [hit] = (await find({ q: word })).items;
    expect(hit).toMatchObject({ id });
    expect(JSON.stringify(hit)).not.toContain('drummer');
  });
});

describe('filters', () => {
  it('choose by type, author, tag, category, day and sound', async () => {
    const word = newWord();
    const other = await world.member();
    const postId = await makePost(world.ctx, author, { content: `Post ${word}`, category: 'music' });
    const sound = await makeSound(world.ctx, author);
    const track = await makeUpload(world.ctx, author, { content: `Track ${word} #lofi`, fileIds: [sound] });
    const old = new Date('2024-03-05T10:00:00Z');
    const kit = await makeItem(world.ctx, 'drumkit', other, {
      title: `Kit ${word}`,
      tags: 'Lo-Fi, drum & bass',
      createdAt: old,
    });
    const by = async (filter: Record<string, string>) =>
      (await find({ q: word, ...filter })).items.map(({ id }) => id).toSorted();
    expect(await by({ type: 'post' })).toEqual([postId]);
    expect(await by({ author: other.username })).toEqual([kit]);
    expect(await by({ author: 'nobody_of_this_name' })).toEqual([]);
    expect(await by({ tag: 'lofi' })).toEqual([track]);
    expect(await by({ tag: 'drum & bass' })).toEqual([kit]);
    expect(await by({ category: 'music' })).toEqual([postId]);
    expect(await by({ audio: 'true' })).toEqual([track]);
    expect(await by({ to: '2024-03-05' })).toEqual([kit]);
    expect(await by({ from: '2024-03-05', to: '2024-03-05' })).toEqual([kit]);
    expect(await by({ from: '2024-03-06' })).toEqual([postId, track].toSorted());
    // Without words a filter lists what it chooses.
    expect((await find({ author: other.username, type: 'drumkit' })).items.map(({ id }) => id)).toEqual([kit]);
    expect((await find({})).items).toEqual([]);
  });

  it('page through everything once, in both orders, whatever a reader may not see', async () => {
    const word = newWord();
    const ids: string[] = [];
    for (let n = 0; n < 27; n++) {
      const createdAt = new Date(Date.UTC(2025, 0, 1 + n));
      ids.push(await makeUpload(world.ctx, author, { content: `Take ${n} ${word}`, createdAt, isAdult: n % 5 === 0 }));
    }
    const seen = ids.filter((_, n) => n % 5 !== 0);
    for (const order of ['newest', 'relevance']) {
      const pages: string[][] = [];
      for (let after: string | null = ''; after !== null;) {
        const page: Awaited<ReturnType<typeof find>> = await find({ q: word, order, ...(after !== '' && { after }) });
        pages.push(page.items.map(({ id }) => id));
        after = page.next;
      }
      expect(pages.map((page) => page.length)).toEqual([20, seen.length - 20]);
      expect(pages.flat().toSorted()).toEqual(seen.toSorted());
      if (order === 'newest') expect(pages.flat()).toEqual(seen.toReversed());
    }
    // Who is blocked between two pages is on none of the later ones.
    const reader = await world.member();
    for (const order of ['newest', 'relevance'] as const) {
      const ask = async (after?: string) =>
        await world.ok('GET /search', { query: { q: word, order, ...(after !== undefined && { after }) } }, reader);
      const first = await ask();
      await world.ok('PUT /blocks/:profileId', { params: { profileId: author.profileId } }, reader);
      expect([first.items.length, (await ask(first.next!)).items, (await ask()).items]).toEqual([20, [], []]);
      await world.ok('DELETE /blocks/:profileId', { params: { profileId: author.profileId } }, reader);
    }
    for (const after of ['nonsense', 'best~1~2~3', `${Date.now()}~x`])
      await world.refused('GET /search', { query: { q: word, after } }, null, 'invalid');
  });
});
