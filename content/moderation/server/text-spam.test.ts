import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { openItemOf } from './fixtures.ts';
import { forgetTextsJob } from './jobs.ts';
import { contentFingerprint, nearPrint } from './rules/duplicates.ts';
import { linksIn } from './rules/links.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-03-01T12:00:00Z') });
});
afterAll(() => world.close());

const old = () => world.member({ createdAt: new Date('2020-01-01') });
const post = (content: string) => ({ body: { content, category: '', submitId: randomUUID() } });
const links = (count: number) => Array.from({ length: count }, (_, at) => `https://shop${at}.example/x`).join(' ');

it('a text of a new member with many links waits for staff; of one who is here longer it does not', async () => {
  const few = await world.ok('POST /forum/posts', post(`Mine ${links(3)}`), await world.member());
  expect(few.visibility).toBe('published');
  const many = await world.ok('POST /forum/posts', post(`Mine ${links(4)}`), await world.member());
  expect(many).toMatchObject({ visibility: 'held' });
  expect(many.notice).toContain('it has several links, and your account is new');
  await openItemOf(world.ctx, many.id);
  const known = await world.ok('POST /forum/posts', post(`Others ${links(4)}`), await old());
  expect(known.visibility).toBe('published');
  const inside = `${world.ctx.siteUrl}/forum `.repeat(5);
  const own = await world.ok('POST /forum/posts', post(`Ours ${inside}`), await world.member());
  expect(own.visibility).toBe('published');
  await setSiteSetting(world.ctx, 'newMemberLinks', 0);
  const one = await world.ok('POST /forum/posts', post('One www.shop.example'), await world.member());
  expect(one.visibility).toBe('held');
  await setSiteSetting(world.ctx, 'newMemberLinks', null);
});

it('texts of an account from a burst of sign-ups wait for staff in its first day, whichever way they are written', async () => {
  const burst = async (options: Parameters<World['member']>[0] = {}) => {
    const member = await world.member(options);
    await world.ctx.db.rows(sql`UPDATE profiles SET joined_in_burst = true WHERE id = ${member.profileId}`);
    return member;
  };
  const [author, answered] = [await burst(), await makePost(world.ctx, await old())];
  const words = () => `Fresh ${randomUUID()}`;
  const made = await world.ok('POST /forum/posts', post(words()), author);
  const body = { content: words(), submitId: randomUUID() };
  const { reply } = await world.ok('POST /forum/posts/:postId/replies', { params: { postId: answered }, body }, author);
  expect([made.visibility, reply.visibility]).toEqual(['held', 'held']);
  expect(made.notice).toContain('your account is new, and many were made with your mail provider at the time');
  for (const member of [await burst({ moderator: true }), await burst({ createdAt: new Date('2026-02-27') })])
    expect((await world.ok('POST /forum/posts', post(words()), member)).visibility).toBe('published');
});

it('the same text waits for staff from the third account on, however it is spaced, and is forgotten after a day', async () => {
  const text = 'Get ten thousand real plays for five coins today';
  const say = async (words: string) => (await world.ok('POST /forum/posts', post(words), await old())).visibility;
  // Later than an hour: within it the same post is a duplicate, whoever writes it.
  const later = () => world.clock!.advance(61 * 60_000);
  expect(await say(text)).toBe('published');
  later();
  expect(await say(text.toUpperCase())).toBe('published');
  later();
  expect(await say(text.replaceAll(' ', '  '))).toBe('held');
  later();
  expect(await say(`${text}\u200B`)).toBe('held');
  for (let at = 0; at < 4; at++) {
    expect(await say('Thanks!')).toBe('published');
    later();
  }
  world.clock!.advance(25 * 3_600_000);
  expect(await say(text)).toBe('published');
  world.clock!.advance(25 * 3_600_000);
  await forgetTextsJob.run(world.ctx, {});
  expect(await world.ctx.db.rows(sql`SELECT 1 AS one FROM text_prints`)).toEqual([]);
  await makePost(world.ctx, await old());
});

const again = 'Free presets of every plugin, only today, only here';
const reply = (postId: string, content: string) => ({ params: { postId }, body: { content, submitId: randomUUID() } });

it('an answer waits for the same reasons as a post does', async () => {
  const postId = await makePost(world.ctx, await old());
  const say = async (content: string, author: FixtureMember) =>
    (await world.ok('POST /forum/posts/:postId/replies', reply(postId, content), author)).reply.visibility;
  expect(await say(`Mine ${links(3)}`, await world.member())).toBe('published');
  expect(await say(`Mine ${links(4)}`, await world.member())).toBe('held');
  expect(await say(`Others ${links(4)}`, await old())).toBe('published');
  expect(await say(again, await old())).toBe('published');
  expect(await say(again, await old())).toBe('published');
  expect(await say(again, await old())).toBe('held');
  // Of one's own writing nothing is counted, and staff quote whatever they must.
  expect(await say(again, await world.member({ moderator: true }))).toBe('published');
});

/** What spammers vary in one advertisement, by account. */
const variants: Readonly<Record<string, (account: number) => string>> = {
  'a word': (account) =>
    ['fast', 'cheap', 'easy', 'safe', 'new', 'secret', 'honest', 'brilliant'].map(
      (word) => `Sell your beats at beatshop dot example, ${word} money for every producer here`,
    )[account]!,
  'a word at another place': (account) =>
    'Sell your finest beats at beatshop today and earn money for every single download'
      .split(' ')
      .with(account, 'wonderful')
      .join(' '),
  'a number': (account) =>
    `Only ${account + 1}${account + 3}00 places left, learn how to master your own songs with me`,
  'an emoji': (account) =>
    `Find the best vocal presets of this year on my page, all of them free ${'🔥 🚀 💯 🎧 🎉 👀 ✨ 💎'.split(' ')[account]}`,
};

describe.each(Object.keys(variants))('an advertisement of eight new accounts that differs in %s', (name) => {
  const text = variants[name]!;
  const accounts = [0, 1, 2, 3, 4, 5, 6, 7];

  it.each([
    ['posts', (content: string, by: FixtureMember) => world.ok('POST /forum/posts', post(content), by)],
    [
      'replies',
      async (content: string, by: FixtureMember) =>
        (
          await world.ok(
            'POST /forum/posts/:postId/replies',
            reply(await makePost(world.ctx, await old()), content),
            by,
          )
        ).reply,
    ],
    [
      'uploads',
      (content: string, by: FixtureMember) =>
        world.ok('POST /uploads', { body: { content, fileIds: [], submitId: randomUUID() } }, by),
    ],
  ])('waits for staff from the third account on, in %s', async (_, say) => {
    world.clock!.advance(25 * 3_600_000);
    const made: { id: string; visibility: string }[] = [];
    for (const account of accounts) made.push(await say(text(account), await world.member()));
    expect(made.map((one) => one.visibility)).toEqual(accounts.map((account) => (account < 2 ? 'published' : 'held')));
    await openItemOf(world.ctx, made[2]!.id);
  });
});

it('words that few texts have in common, short texts, and a setting of 100 percent let texts pass', async () => {
  world.clock!.advance(25 * 3_600_000);
  const say = async (content: string) => (await world.ok('POST /forum/posts', post(content), await old())).visibility;
  const passing = [
    'Thanks for sharing this!',
    'Thanks for sharing that!',
    'Thanks for sharing these!',
    'Thanks for sharing',
  ];
  for (const text of passing) expect(await say(text), text).toBe('published');
  await setSiteSetting(world.ctx, 'nearTextPercent', 100);
  for (const account of [0, 1, 2, 3]) expect(await say(variants['a word']!(account))).toBe('published');
  await setSiteSetting(world.ctx, 'nearTextPercent', null);
  expect(await say(variants['a word']!(4))).toBe('held');
});

it('a crowd that varies its text is refused, and variants of one account do not hide the others', async () => {
  world.clock!.advance(25 * 3_600_000);
  const [text, print] = [variants['a number']!(1), nearPrint(variants['a number']!(2))!];
  const add = (authors: number, each: number) =>
    world.ctx.db.rows(sql`
      INSERT INTO text_prints (fingerprint, author_id, at, bands, sketch)
      SELECT gen_random_uuid()::text, by_whom.author, ${world.ctx.clock.now()}, ${print.bands}::int[], ${print.sketch}::int[]
      FROM (SELECT gen_random_uuid() AS author FROM generate_series(1, ${authors}::int)) AS by_whom, generate_series(1, ${each}::int)`);
  await add(1, 40);
  expect((await world.ok('POST /forum/posts', post(text), await old())).visibility).toBe('published');
  await add(13, 2);
  await world.refused('POST /forum/posts', post(variants['a number']!(3)), await old(), 'spam_blocked');
});

it('the search of near texts uses the index', async () => {
  await world.ctx.db.rows(sql`
    INSERT INTO text_prints (fingerprint, author_id, at, bands, sketch)
    SELECT 'plan' || i, gen_random_uuid(), ${world.ctx.clock.now()}, ARRAY(SELECT hashint4(i * 32 + band) FROM generate_series(1, 32) AS band), '{}'
    FROM generate_series(1, 5000) AS i`);
  await world.ctx.db.rows(sql`ANALYZE text_prints`);
  const print = nearPrint(variants['a number']!(1))!;
  const plan = await world.ctx.db.tx(async (tx) => {
    // Of a table this small the planner may read all.
    await tx.rows(sql`SET LOCAL enable_seqscan = off`);
    return await tx.rows<{ 'QUERY PLAN': string }>(sql`
      EXPLAIN SELECT author_id FROM text_prints WHERE fingerprint = 'x' OR bands && ${print.bands}::int[]`);
  });
  const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(lines).toContain('text_prints_bands_idx');
  expect(lines).not.toContain('Seq Scan');
  await world.ctx.db.rows(sql`DELETE FROM text_prints WHERE fingerprint LIKE 'plan%'`);
});

it('a member who posts nearly the same within the hour is refused; a part of a series, and what corrects a removed post, are not', async () => {
  world.clock!.advance(25 * 3_600_000);
  const text = (part: number, last: string) =>
    `Part ${part} of my diary. One hour with an old drum machine, two cables, a broken fader and rain on the roof above me. ${last}`;
  const author = await old();
  const first = await world.ok('POST /forum/posts', post(text(1, 'Tomorrow more 🔥')), author);
  await world.refused('POST /forum/posts', post(text(1, 'Tomorrow: MORE! 🚀')), author, 'duplicate_post');
  await world.ok('POST /forum/posts', post(text(2, 'Tomorrow more 🔥')), author);
  await world.ok('DELETE /forum/posts/:postId', { params: { postId: first.id }, body: {} }, author);
  const corrected = await world.ok('POST /forum/posts', post(text(1, 'Tomorrow more!')), author);
  expect(corrected.visibility).toBe('published');
  world.clock!.advance(61 * 60_000);
  await world.ok('POST /forum/posts', post(text(1, 'Tomorrow more, promised')), author);
});

it('markup hides neither links nor the same words', async () => {
  const repeated = `Mine\n\n${'[here][x] '.repeat(4)}\n\n[x]: https://shop.example/`;
  const spelled = 'Mine https&#58;//a.example https&#58;//b.example www&#46;c.example [d](https://d.example)';
  const postId = await makePost(world.ctx, await old());
  const say = async (content: string, author: FixtureMember) =>
    (await world.ok('POST /forum/posts/:postId/replies', reply(postId, content), author)).reply.visibility;
  for (const text of [repeated, spelled]) {
    expect((await world.ok('POST /forum/posts', post(text), await world.member())).visibility).toBe('held');
    expect(await say(text, await world.member())).toBe('held');
  }
  const same = [
    'Cheap mastering for everybody, write to me',
    'Cheap **mastering** for `everybody`, write to me',
    '> Cheap mast&#101;ring for every&shy;body, write to me',
  ] as const;
  expect(await say(same[0], await old())).toBe('published');
  expect(await say(same[1], await old())).toBe('published');
  expect(await say(same[2], await old())).toBe('held');
  const writer = await old();
  await world.ok('POST /forum/posts', post('Cheap beats for everybody, write to me'), writer);
  await world.refused(
    'POST /forum/posts',
    post('Cheap **beats** for every&shy;body, write to me'),
    writer,
    'duplicate_post',
  );
});

it('an edit cannot bring in what would have waited', async () => {
  const author = await world.member();
  const postId = await makePost(world.ctx, author);
  const { reply: made } = await world.ok('POST /forum/posts/:postId/replies', reply(postId, 'A calm answer'), author);
  const edited = { content: `Now ${links(4)}`, baseVersion: 1 };
  await world.ok('PATCH /forum/replies/:replyId', { params: { replyId: made.id }, body: edited }, author);
  await world.ok('PATCH /forum/posts/:postId', { params: { postId }, body: edited }, author);
  const rows = await world.ctx.db.rows<{ hold_reasons: string[] | null }>(
    sql`SELECT hold_reasons FROM queue_items WHERE content_id = ANY(${[postId, made.id]}::uuid[])`,
  );
  expect(rows.map((row) => row.hold_reasons)).toEqual([['many links of a new member'], ['many links of a new member']]);
});

it('a text that a crowd of accounts has written is refused, and fills no queue', async () => {
  const text = 'Send one coin and get two coins back, ask me how';
  await world.ctx.db.rows(sql`
    INSERT INTO text_prints (fingerprint, author_id, at)
    SELECT ${contentFingerprint(text)}, gen_random_uuid(), ${world.ctx.clock.now()} FROM generate_series(1, 14)`);
  const problem = await world.refused('POST /forum/posts', post(text), await old(), 'spam_blocked');
  expect(problem).toMatchObject({
    title: 'Action Blocked',
    detail: 'Your action was blocked due to spam protection.',
  });
  const postId = await makePost(world.ctx, await old());
  await world.refused('POST /forum/posts/:postId/replies', reply(postId, text), await old(), 'spam_blocked');
  const [row] = await world.ctx.db.rows<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM queue_items WHERE content_id = ${postId}`,
  );
  expect(row!.count).toBe(0);
});

it('the lists of part 2 refuse it in their own words', async () => {
  const body = { title: 'Send two coins and get three coins back, ask me how', description: '', url: '' };
  const first = await old();
  await world.ok('POST /self-promotion', { body: { ...body, submitId: randomUUID() } }, first);
  await world.ctx.db.rows(sql`
    INSERT INTO text_prints (fingerprint, author_id, at)
    SELECT fingerprint, gen_random_uuid(), at FROM text_prints, generate_series(1, 14) WHERE author_id = ${first.profileId}`);
  const form = { body: { ...body, submitId: randomUUID() } };
  expect(await world.refused('POST /self-promotion', form, await old(), 'content_blocked')).toMatchObject({
    title: 'Content Blocked',
    detail: 'Your content was flagged by our spam filter',
  });
});

it('links are counted once each, own pages not', () => {
  expect(
    linksIn('https://a.example https://a.example/x www.b.example [c](https://c.example)', 'https://we.example'),
  ).toBe(4);
  expect(linksIn('https://we.example/forum https://we.example', 'https://we.example')).toBe(0);
  expect(linksIn('https://we.example.evil.example', 'https://we.example')).toBe(1);
});
