import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseJob } from '#people/accounts/server/leaving/deletion.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { thingChanged } from '#people/profiles/server/events.ts';
import { sql } from '#platform/server/db/database.ts';
import { emit } from '#platform/server/events/emit.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { fold, foldParts } from './fold.ts';
import { INDEX_VERSION, rebuild, rebuildJob, recountJob, startRebuild } from './jobs.ts';
import { keysOf } from './typos.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  for (const name of ['spamPosts', 'spamReplies', 'spamUploads'] as const) await setSiteSetting(world.ctx, name, 1000);
});
afterAll(() => world.close());

const search = async (q: string, more: Record<string, string> = {}) =>
  await world.ok('GET /search', { query: { q, ...more } });
const ids = async (q: string): Promise<string[]> => (await search(q)).items.map(({ id }) => id);
const documents = async () =>
  await world.ctx.db.rows(sql`
    SELECT id, part, kind, parent_id, author_id, created_at, expires_at, reception, is_adult, title, body, marks
    FROM search_documents ORDER BY id, part`);

describe('the index', () => {
  it('is written in the transaction that changes a thing: a roll-back leaves nothing', async () => {
    const author = await world.member();
    const postId = await makePost(world.ctx, author, { content: 'Rollback one\n\nBefore.' });
    const failed = world.ctx.db.tx(async (tx) => {
      await tx.rows(sql`UPDATE forum_posts SET title = 'Rollback undone' WHERE id = ${postId}`);
      await emit(world.ctx, tx, thingChanged, { kind: 'forum_post', ids: [postId] });
      const [row] = await tx.rows<{ title: string }>(sql`SELECT title FROM search_documents WHERE id = ${postId}`);
      expect(row!.title).toBe('rollback undone');
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await ids('undone')).toEqual([]);
    expect(await ids('rollback')).toEqual([postId]);
  });

  it('is built again to the same documents, without those whose things are gone', async () => {
    const author = await world.member();
    const postId = await makePost(world.ctx, author, {
      content: `Rebuilt post\n\n${'A long text. '.repeat(20)}`,
      isLocked: true,
    });
    await makeReply(world.ctx, author, await makePost(world.ctx, author), { content: 'A rebuilt reply' });
    await makeItem(world.ctx, 'drumkit', author, { title: 'Rebuilt kit', tags: 'lo-fi' });
    // Likes and answers are counted by a job, and by a rebuild.
    await recountJob.run(world.ctx, {});
    const before = await documents();
    expect(before.filter((row) => (row as { id: string }).id === postId)).toHaveLength(2);
    const ghost = '00000000-0000-7000-8000-00000000abcd';
    await world.ctx.db.rows(sql`
      INSERT INTO search_documents (id, part, kind, created_at, reception, is_adult, title, body, marks)
      VALUES (${ghost}, 0, 'forum_post', now(), 0, false, 'a ghost', '', '~post')`);
    await world.ctx.db.rows(sql`DELETE FROM search_documents WHERE id = ${postId} AND part = 1`);
    await world.ctx.db.rows(sql`UPDATE search_documents SET title = 'wrong' WHERE kind = 'drumkit'`);
    const kinds = new Set<string>();
    await rebuild(world.ctx, (kind) => kinds.add(kind));
    expect(await documents()).toEqual(before);
    expect(kinds.has('profile')).toBe(true);
  });

  it('is built by a job after an update, once', async () => {
    const author = await world.member();
    const postId = await makePost(world.ctx, author, { content: 'Filled after an update' });
    await world.ctx.db.rows(sql`DELETE FROM search_documents`);
    await world.ctx.db.rows(sql`UPDATE search_state SET version = ${INDEX_VERSION - 1}`);
    expect(await ids('filled')).toEqual([]);
    await startRebuild(world.ctx);
    await world.settle();
    expect(await ids('filled')).toEqual([postId]);
    await world.ctx.db.rows(sql`DELETE FROM search_documents WHERE id = ${postId}`);
    await startRebuild(world.ctx);
    await rebuildJob.run(world.ctx, {});
    expect(await ids('filled')).toEqual([]);
  });

  it('counts likes and answers by a job', async () => {
    const author = await world.member();
    const postId = await makePost(world.ctx, author, { content: 'Counted later' });
    await makeReply(world.ctx, author, postId);
    await recountJob.run(world.ctx, {});
    const rows = await world.ctx.db.rows(sql`SELECT reception FROM search_documents WHERE id = ${postId}`);
    expect(rows).toEqual([{ reception: 1 }]);
  });

  it('has nothing of a member who has left but what stays of theirs', async () => {
    const leaving = await world.member({ displayName: 'Leaving Soonest' });
    const postId = await makePost(world.ctx, leaving, { content: 'What stays of soonest' });
    const alone = await makePost(world.ctx, leaving, { content: 'Alone and soonest' });
    await makeReply(world.ctx, await world.member(), postId);
    expect((await ids('soonest')).toSorted()).toEqual([leaving.profileId, postId, alone].toSorted());
    await world.ctx.db.rows(sql`UPDATE users SET deletion_at = ${new Date(0)} WHERE id = ${leaving.userId}`);
    await eraseJob.run(world.ctx, { userId: leaving.userId });
    expect(await ids('soonest')).toEqual([postId]);
    const { items } = await search('soonest');
    expect(items[0]).toMatchObject({ id: postId, author: null });
    const member = await world.ctx.db.rows(sql`SELECT 1 FROM search_documents WHERE id = ${leaving.profileId}`);
    expect(member).toEqual([]);
  });

  it('folds texts as the search folds its words', async () => {
    const letters = Array.from({ length: 0x2fff }, (_, index) => index + 1)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => `a${String.fromCodePoint(code)}b`);
    const texts = [
      ...letters,
      'Überschön — “Beyoncé” & Sigur Rós',
      'ДОМ Ёлка, ΣΊΣΥΦΟΣ, straße ŁÓDŹ Æther',
      '808s 🥁🔥 lo-fi don’t rock’n’roll №5 ½',
      'שלום עולם مرحبا بالعالم',
      '日本語のテスト 한국어 ガギグ ｶﾞ',
      'ดนตรีไทย เพลง',
      `${'東'.repeat(90)}京x${'x'.repeat(90)}`,
      '👍🏽🇩🇪👨‍👩‍👧 ☀️❤️‍🔥 1️⃣',
      `${'x'.repeat(90)} short`,
    ];
    const rows = await world.ctx.db.rows<{ folded: string }>(
      sql`SELECT search_fold(t.text) AS folded FROM unnest(${texts}::text[]) WITH ORDINALITY AS t (text, place) ORDER BY t.place`,
    );
    const wrong = texts.flatMap((text, index) =>
      fold(text) === rows[index]!.folded ? [] : [[text, fold(text), rows[index]!.folded]],
    );
    expect(wrong).toEqual([]);
    expect(fold('Überschön — “Beyoncé” & Łódź')).toBe('uberschon beyonce lodz');
    expect(fold('x'.repeat(90))).toHaveLength(foldParts.wordMax);
    for (const word of ['kick', 'distortion', 'sidechains', 'extraordinarily', 'ss']) {
      const [row] = await world.ctx.db.rows<{ keys: string[] }>(sql`SELECT search_keys(${word}) AS keys`);
      expect(row!.keys.toSorted()).toEqual(keysOf(word).toSorted());
    }
  });
});

describe('a hostile search', () => {
  it('is refused in one sentence when it is too long', async () => {
    for (const key of ['GET /search', 'GET /search/suggest'] as const) {
      const problem = await world.refused(key, { query: { q: 'a'.repeat(10_000) } }, null, 'search_too_long');
      expect(problem).toMatchObject({
        status: 400,
        detail: 'This search is too long. Please use at most 200 characters.',
      });
    }
  });

  it('is answered, whatever it is made of', async () => {
    const author = await world.member();
    const postId = await makePost(world.ctx, author, { content: `The 808's "kick" is 100% שלום & so on\n\nof the` });
    const searches = [
      'the of a',
      '%',
      '%%%',
      "'",
      "''';--",
      '\\',
      '"',
      '""',
      '" "',
      '-',
      '--',
      '-a',
      '-"a b"',
      '!',
      '&',
      '|',
      ':*',
      '(',
      '🥁',
      '🥁🔥💿',
      'שלום',
      '\u202Eabc',
      '\uD800',
      'a:*b',
      "x' | 'y",
      '@20000',
      '~post',
      '=kick',
      '* * *',
      'ﷺ',
      'a '.repeat(99),
      '" '.repeat(99),
      '-a '.repeat(60),
      'é'.repeat(199),
      'w'.repeat(199),
      '\n\t',
      'NULL',
      '<->',
      '<script>alert(1)</script>',
    ];
    for (const q of searches)
      for (const key of ['GET /search', 'GET /search/suggest'] as const)
        expect([q, (await world.call(key, { query: { q } })).status]).toEqual([q, 200]);
    expect(await ids('808s')).toContain(postId);
    expect(await ids('שלום')).toContain(postId);
    expect(await ids('the of')).toContain(postId);
    expect(await ids('"kick is" 100%')).toContain(postId);
    for (const q of ['%', '-kick', '@20000', '~post kick'])
      expect(await ids(q)).toEqual(q === '~post kick' ? expect.anything() : []);
    for (const filter of [{ tag: '%' }, { category: "'" }, { author: "x'y" }])
      expect((await search('kick', filter as Record<string, string>)).items).toEqual([]);
    for (const wrong of [{ q: 'a\u0000b' }, { tag: '\u0000' }, { author: '\u0000' }])
      await world.refused('GET /search', { query: wrong }, null, 'invalid');
    await world.refused('GET /search', { query: { q: 'kick', from: 'yesterday' } }, null, 'invalid');
    await world.refused('GET /search', { query: { q: 'kick', type: 'secret' as 'post' } }, null, 'invalid');
  });

  it('finds parts of texts without spaces, emoji, and compounds in each of their forms', async () => {
    const author = await world.member();
    const post = async (content: string) => await makePost(world.ctx, author, { content });
    const [east, tokyo, thai, drums, roll, amour, flag] = [
      await post('我家在上海东边\n\n住了三年。'),
      await post('ギターの弾き方\n\n東京タワーで録音した。'),
      await post('ฉันชอบเพลงไทย\n\nดนตรีสด'),
      await post('Drums 🥁🔥 today\n\nno words'),
      await post('rock’n’roll is not dead\n\nsaid he'),
      await post('L’amour toujours\n\nc’est ça'),
      await post('Recorded in 🇯🇵 👍🏽\n\nin a room'),
    ];
    const found: [string, string[]][] = [
      ['上海', [east]],
      ['我家在上海东边', [east]],
      ['上海东', [east]],
      ['海', [east]],
      ['边', [east]],
      ['三年', [east]],
      ['上海 三年', [east]],
      ['"上海东" -东京', [east]],
      // Its bigrams are there, but not in this order.
      ['海上', []],
      ['东边在上海', []],
      ['上海 -东边', []],
      ['ギター', [tokyo]],
      ['ｷﾞﾀｰ', [tokyo]],
      ['東京タワー', [tokyo]],
      ['録音', [tokyo]],
      ['音録', []],
      ['เพลง', [thai]],
      ['เพลงไทย', [thai]],
      ['ดนตรี', [thai]],
      ['🥁', [drums]],
      ['🔥', [drums]],
      ['drums 🔥', [drums]],
      ['💿', []],
      ['🇯🇵', [flag]],
      ['👍', [flag]],
      ['rock n roll', [roll]],
      ["rock'n'roll", [roll]],
      ['rock’n’roll', [roll]],
      ['rocknroll', [roll]],
      ['"rock n roll"', [roll]],
      ['amour', [amour]],
      ['l’amour', [amour]],
      ['lamour', [amour]],
    ];
    const wrong = [];
    for (const [q, expected] of found) {
      const items = await ids(q);
      if (items.toSorted().join() !== expected.toSorted().join()) wrong.push([q, items.length]);
    }
    expect(wrong).toEqual([]);
    const marked = async (q: string) => {
      const [item] = (await search(q)).items;
      return [item!.title, item!.excerpt].flatMap(({ text, matches }) =>
        matches.map(([from, to]) => text.slice(from, to)),
      );
    };
    expect(await marked('上海东')).toEqual(['上海东']);
    expect(await marked('ｷﾞﾀｰ')).toEqual(['ギター']);
    expect(await marked('海')).toEqual(['海']);
    expect(await marked('rock n roll')).toEqual(['rock’n’roll']);
    expect(await marked('🔥 drums')).toEqual(['Drums', '🔥']);
  });

  it('finds phrases, leaves out what it excludes, and ends with an unfinished word', async () => {
    const author = await world.member();
    const one = await makePost(world.ctx, author, {
      content: 'Tape saturation on drums\n\nIt glues the transients together.',
    });
    const other = await makePost(world.ctx, author, {
      content: 'Drums without tape\n\nSaturation is not for everybody.',
    });
    expect((await ids('tape saturation drums')).toSorted()).toEqual([one, other].toSorted());
    expect(await ids('"tape saturation"')).toEqual([one]);
    expect(await ids('tape drums -transients')).toEqual([other]);
    expect(await ids('tape -"saturation on"')).toEqual([other]);
    expect(await ids('tape -tape')).toEqual([]);
    expect(await ids('glues transi')).toEqual([one]);
    expect(await ids('transi glues')).toEqual([]);
    const result = await search('tape saturrtaion');
    expect(result.items.map(({ id }) => id)).toContain(one);
  });
});
