import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { customization as limits } from '#people/profiles/contract/appearance-limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { correct } from '#people/ledger/server/actions.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { type World, openWorld } from '#site/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const read = (member: FixtureMember, as: FixtureMember | null = null, after?: string) =>
  world.ok(
    'GET /profiles/:username/activity',
    { params: { username: member.username }, ...(after !== undefined && { query: { after } }) },
    as,
  );
const texts = async (member: FixtureMember, as: FixtureMember | null = null) =>
  (await read(member, as)).items.map((line) => line.text);

it('lists friends, posts, uploads, gallery images and ranks, newest first, with current titles and names', async () => {
  const [mina, olu] = [await world.member(), await world.member({ displayName: 'Olu' })];
  const post = await makePost(world.ctx, mina, { content: 'A first title\n\nText' });
  const upload = await makeUpload(world.ctx, mina, { content: 'A fresh loop' });
  await world.ok('POST /friends', { body: { profileId: olu.profileId } }, mina);
  await world.ok('POST /friends', { body: { profileId: mina.profileId } }, olu);
  const image = await makeGalleryImage(world.ctx, mina, { title: 'A cover' });
  await world.ctx.db.tx((tx) => correct(world.ctx, tx, mina.profileId, { xp: 100, credits: 0 }, 'up'));
  await world.ctx.db.rows(sql`UPDATE profiles SET display_name = 'Olu Now' WHERE id = ${olu.profileId}`);
  await world.ctx.db.rows(sql`UPDATE forum_posts SET title = 'A second title' WHERE id = ${post}`);
  const { items, next } = await read(mina);
  expect(items.map(({ kind, text, path }) => [kind, text, path])).toEqual([
    ['rank', 'reached VIP', '/ranks'],
    ['gallery', 'added to the gallery: "A cover"', `/gallery?image=${image}`],
    ['friendship', 'became friends with Olu Now', `/profile/${olu.username}`],
    ['upload', 'shared "A fresh loop"', `/uploads/${upload}`],
    ['post', 'posted "A second title"', `/forum/post/${post}`],
  ]);
  expect(next).toBeNull();
  // Falling and coming back is no news.
  await world.ctx.db.tx((tx) => correct(world.ctx, tx, mina.profileId, { xp: -100, credits: 0 }, 'down'));
  await world.ctx.db.tx((tx) => correct(world.ctx, tx, mina.profileId, { xp: 100, credits: 0 }, 'up again'));
  expect((await texts(mina)).filter((text) => text.startsWith('reached'))).toHaveLength(1);
});

it('shows nothing held, hidden, 18+ or waiting to who may not see it', async () => {
  const [author, staff] = [
    await world.member({ adult: true, createdAt: new Date(Date.now() - 90_000_000) }),
    await world.member({ moderator: true }),
  ];
  const [adult, reader] = [await world.member({ adult: true }), await world.member()];
  const removed = await makePost(world.ctx, author, { content: 'To be removed' });
  await makePost(world.ctx, author, { content: 'For adults', category: 'nsfw' });
  const held = await makePost(world.ctx, author, { content: 'Held: call me at +49 170 1234567 please' });
  await makeUpload(world.ctx, author, { content: 'Adult loop', isAdult: true });
  const pending = await makeGalleryImage(world.ctx, author, { title: 'Pending', approved: false });
  await world.ok('DELETE /forum/posts/:postId', { params: { postId: removed }, body: { reason: 'x' } }, staff);
  for (const as of [null, reader]) expect(await texts(author, as)).toEqual([]);
  expect(await texts(author, adult)).toEqual(['shared "Adult loop"', 'posted "For adults"']);
  // What staff restore or let through comes back.
  await world.ok('POST /forum/posts/:postId/restore', { params: { postId: removed } }, staff);
  expect(await texts(author)).toEqual(['posted "To be removed"']);
  expect(JSON.stringify(await read(author, reader))).not.toMatch(new RegExp(`${held}|${pending}|Adult|Held`));
});

it('is for nobody else where its owner does not show it, nor across a block', async () => {
  const [owner, other, friend] = [await world.member(), await world.member(), await world.member()];
  await makePost(world.ctx, owner, { content: 'Seen' });
  await world.ok('POST /friends', { body: { profileId: owner.profileId } }, friend);
  await world.ok('POST /friends', { body: { profileId: friend.profileId } }, owner);
  // Who blocks the friend sees the profile, and not the friend on it.
  await world.ok('PUT /blocks/:profileId', { params: { profileId: friend.profileId } }, other);
  expect(await texts(owner, other)).toEqual(['posted "Seen"']);
  // Who blocks the owner is left with a page that says nothing of what they did.
  await world.ok('PUT /blocks/:profileId', { params: { profileId: owner.profileId } }, other);
  expect(await texts(owner, other)).toEqual([]);
  const { profile } = await world.ok('GET /profile-settings', {}, owner);
  await world.ok('PUT /profile-settings/profile', { body: { ...profile, showsActivity: false } }, owner);
  expect(await texts(owner)).toEqual([]);
  expect(await texts(owner, friend)).toEqual([]);
  expect(await texts(owner, owner)).toHaveLength(2);
});

it('names the friends of a member who does not show their connections to nobody but that member', async () => {
  const [owner, bea] = [await world.member(), await world.member({ displayName: 'Bea Friend' })];
  const [reader, staff] = [await world.member(), await world.member({ moderator: true })];
  await makePost(world.ctx, owner, { content: 'Before' });
  await world.ok('POST /friends', { body: { profileId: owner.profileId } }, bea);
  await world.ok('POST /friends', { body: { profileId: bea.profileId } }, owner);
  await makePost(world.ctx, owner, { content: 'After' });
  const all = ['posted "After"', 'became friends with Bea Friend', 'posted "Before"'];
  expect(await texts(owner, reader)).toEqual(all);
  const { profile } = await world.ok('GET /profile-settings', {}, owner);
  await world.ok('PUT /profile-settings/profile', { body: { ...profile, showsConnections: false } }, owner);
  for (const as of [null, reader, staff, bea]) {
    const { items } = await world.ok('GET /profiles/:username/friends', { params: { username: owner.username } }, as);
    expect(items).toEqual([]);
    expect(await texts(owner, as)).toEqual(['posted "After"', 'posted "Before"']);
  }
  expect(await texts(owner, owner)).toEqual(all);
});

it('is paged to the end, past rows that this reader does not see', async () => {
  const member = await world.member();
  const seen = await makePost(world.ctx, member, { content: 'The oldest' });
  const gone = limits.activityPerPage * 6;
  const at = Date.now() + 1000;
  const timestamps = Array.from({ length: gone }, (_, n) => new Date(at + n));
  await world.ctx.db.rows(sql`
    INSERT INTO activity_feed (id, user_id, activity_type, target_id, target_type, content, created_at)
    SELECT n.id, ${member.profileId}::uuid, 'post', n.id, 'forum_post', 'x', n.at
    FROM unnest(${timestamps.map(newId)}::uuid[], ${timestamps}::timestamptz[]) AS n (id, at)`);
  const first = await read(member);
  expect(first.items).toEqual([]);
  expect(first.next).not.toBeNull();
  const second = await read(member, null, first.next!);
  expect(second.items.map((line) => line.path)).toEqual([`/forum/post/${seen}`]);
  expect(second.next).toBeNull();
  await world.refused(
    'GET /profiles/:username/activity',
    { params: { username: member.username }, query: { after: 'nonsense' } },
    null,
    'invalid',
  );
});

it('lists a listening party that the member hosted', async () => {
  const host = await world.member({ createdAt: new Date('2020-01-01') });
  const party = await world.ok('POST /parties', { body: { name: 'Night session', submitId: randomUUID() } }, host);
  const { items } = await read(host);
  expect(items.map(({ kind, text, path }) => [kind, text, path])).toEqual([
    ['party', 'hosted "Night session"', `/listening-party/${party.id}`],
  ]);
});
