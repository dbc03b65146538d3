import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { openItemOf } from '#content/moderation/server/fixtures.ts';
import { bannedWordsChanged } from '#content/moderation/server/texts.ts';
import { warningsOf } from '#content/moderation/server/rules/word-warnings.ts';

let world: World;
let staff: FixtureMember;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.member({ moderator: true });
});
afterAll(() => world.close());

const ban = (word: string, action: 'refuse' | 'hold' | 'mark') =>
  world.ok('POST /staff/banned-words', { body: { word, action } }, staff);
const post = (content: string) => ({ body: { content, category: '', submitId: randomUUID() } });
const edit = (postId: string, content: string, baseVersion: number) => ({
  params: { postId },
  body: { content, baseVersion },
});
const readItem = async (id: string) =>
  await world.ok('GET /staff/queue/:itemId', { params: await openItemOf(world.ctx, id) }, staff);
const entriesOf = async (targetId: string) =>
  (await world.ok('GET /staff/audit', { query: { targetId } }, staff)).items.map(({ action, details, actor }) => ({
    action,
    details,
    by: actor?.username,
  }));

describe('a banned word', () => {
  it('that holds lets a text wait for staff, and its author reads why; an edit that adds it does the same', async () => {
    await ban('quibblesnark', 'hold');
    const author = await world.member();
    const made = await world.ok('POST /forum/posts', post('Pure quibblesnark'), author);
    expect(made).toMatchObject({
      visibility: 'held',
      notice:
        'This is waiting for staff review: it has words that staff read before they are published. Only you and staff can see it. You will get a notification.',
    });
    expect((await readItem(made.id)).hold?.reasons).toEqual(['words that staff read first']);
    const plain = await makePost(world.ctx, author);
    const edited = await world.ok('PATCH /forum/posts/:postId', edit(plain, 'Now qu1bblesnark', 1), author);
    expect(edited.visibility).toBe('held');
  });

  it('that marks publishes the text and puts it into the queue, once for each word', async () => {
    await ban('wobblegrift', 'mark');
    const author = await world.member();
    const made = await world.ok('POST /forum/posts', post('A W0BBLEGRIFT, or two: wobblegrift'), author);
    expect(made).toMatchObject({ visibility: 'published', notice: null });
    const item = await readItem(made.id);
    expect(item).toMatchObject({ markedWords: ['wobblegrift'], hold: null, needsApproval: false });
    expect(item.history[0]).toMatchObject({ kind: 'mark', reasons: ['wobblegrift'] });
    const marked = await world.ok('GET /staff/queue', { query: { cause: 'mark' } }, staff);
    expect(marked.items.map((one) => one.subject.id)).toContain(made.id);
    const decide = { params: { itemId: item.id }, body: { decision: 'keep' as const, reason: '' } };
    await world.ok('POST /staff/queue/:itemId/decide', decide, staff);
    // What was looked at is not marked again for the same word.
    await world.ok('PATCH /forum/posts/:postId', edit(made.id, 'Still a wobblegrift', 1), author);
    await expect(openItemOf(world.ctx, made.id)).rejects.toThrow('not in the queue');
    await ban('flimflamity', 'mark');
    await world.ok('PATCH /forum/posts/:postId', edit(made.id, 'A wobblegrift and flimflamity', 2), author);
    expect((await readItem(made.id)).markedWords).toEqual(['flimflamity']);
  });

  it('that marks is not forgotten where the author removes the text and restores it', async () => {
    await ban('glimmerbonk', 'mark');
    const author = await world.member();
    const { id } = await world.ok('POST /forum/posts', post(`A glimmerbonk ${randomUUID()}`), author);
    const at = { params: { postId: id } };
    await world.ok('DELETE /forum/posts/:postId', { ...at, body: {} }, author);
    expect((await readItem(id)).history.map((one) => one.kind)).toEqual(['removal', 'mark']);
    await world.ok('POST /forum/posts/:postId/restore', at, author);
    expect(await readItem(id)).toMatchObject({ markedWords: ['glimmerbonk'], subject: { visibility: 'published' } });
  });

  it('of a profile refuses where it would hold, because a profile cannot wait, and marks the profile', async () => {
    await ban('holdmyname', 'hold');
    await ban('markmybio', 'mark');
    const member = await world.member();
    const { profile } = await world.ok('GET /profile-settings', {}, member);
    const body = (bio: string) => ({ body: { ...profile, bio } });
    await world.refused('PUT /profile-settings/profile', body('holdmyname'), member, 'banned_words');
    await world.ok('PUT /profile-settings/profile', body('so markmybio'), member);
    expect((await readItem(member.profileId)).markedWords).toEqual(['markmybio']);
  });

  it('is added, changed and removed with an entry of the audit log that says what was before', async () => {
    const word = await ban('grobnak', 'mark');
    expect(word).toMatchObject({ word: 'grobnak', action: 'mark', addedBy: { username: staff.username } });
    // The same again is nothing new; with another action it is.
    expect((await ban('GROBNAK', 'mark')).id).toBe(word.id);
    const again = { body: { word: 'grobnak', action: 'hold' as const } };
    await world.refused('POST /staff/banned-words', again, staff, 'word_banned');
    const params = { wordId: word.id };
    const other = await ban('grobnik', 'refuse');
    const taken = { params, body: { word: 'grobnik' } };
    await world.refused('PATCH /staff/banned-words/:wordId', taken, staff, 'word_banned');
    await world.ok('PATCH /staff/banned-words/:wordId', { params, body: { action: 'refuse' } }, staff);
    await world.ok('PATCH /staff/banned-words/:wordId', { params, body: { action: 'refuse' } }, staff);
    await world.ok('DELETE /staff/banned-words/:wordId', { params }, staff);
    await world.refused('DELETE /staff/banned-words/:wordId', { params }, staff, 'not_found');
    await world.refused('PATCH /staff/banned-words/:wordId', { params, body: {} }, staff, 'not_found');
    const mark = { word: 'grobnak', action: 'mark' };
    const refuse = { word: 'grobnak', action: 'refuse' };
    const by = staff.username;
    expect(await entriesOf(word.id)).toEqual([
      { action: 'banned-word.remove', details: { before: refuse, after: null }, by },
      { action: 'banned-word.edit', details: { before: mark, after: refuse }, by },
      { action: 'banned-word.add', details: { before: null, after: mark }, by },
    ]);
    const found = await world.ok('GET /staff/banned-words', { query: { q: 'GROBN' } }, staff);
    expect(found.items.map((one) => one.id)).toEqual([other.id]);
    expect(found.total).toBeGreaterThan(1);
  });

  it('is tried against the latest texts, and nothing is saved', async () => {
    const ids = [];
    for (let at = 0; at < 3; at++)
      ids.push(await makePost(world.ctx, await world.member(), { content: `A zorpwave ${at}\n\n${randomUUID()}` }));
    const trial = (word: string) => world.ok('POST /staff/banned-words/try', { body: { word } }, staff);
    const found = await trial('ZorpWave');
    expect(found).toMatchObject({ matched: 3, warnings: [] });
    expect(found.checked).toBeGreaterThanOrEqual(3);
    expect(found.examples.map((one) => one.id)).toEqual(ids.toReversed());
    expect(found.examples[0]).toMatchObject({
      kind: 'forum_post',
      title: 'A zorpwave 2',
      url: `/forum/post/${ids[2]}`,
    });
    for (let at = 0; at < 3; at++)
      await makePost(world.ctx, await world.member(), { content: `zorpwave ${at} ${randomUUID()}` });
    expect((await trial('zorpwave')).warnings).toEqual(['common']);
    expect(await trial('')).toMatchObject({ checked: 0, matched: 0, warnings: ['unreadable'] });
    expect((await trial('🔥')).warnings).toEqual(['unreadable']);
    await world.ok('POST /forum/posts', post(`zorpwave ${randomUUID()}`), await world.member());
  });

  it('that would never be found is refused, and lists are for staff alone', async () => {
    for (const word of ['!!!', '🔥🔥', '  '])
      await world.refused('POST /staff/banned-words', { body: { word } }, staff, 'invalid');
    const member = await world.member();
    await world.refused('POST /staff/banned-words/try', { body: { word: 'loop' } }, member, 'forbidden');
    await world.refused('GET /staff/banned-words', {}, member, 'forbidden');
  });
});

it.each([
  ['', ['unreadable']],
  ['🔥', ['unreadable']],
  ['...', ['unreadable']],
  ['a', ['too_short']],
  ['ab', ['short']],
  ['buy 🔥', ['emoji']],
  ['spam.*', ['pattern']],
  ['^spam$', ['pattern']],
  ['(spam|scam)', ['pattern']],
  ['spam\\w+', ['pattern']],
  ['spam.com', []],
  ['buy followers', []],
  ['café', []],
])('the word "%s" is warned of as %j', (word, warnings) => expect(warningsOf(word)).toEqual(warnings));

describe('a check that breaks', () => {
  it('of banned words lets the text through, and is counted', async () => {
    await ban('brokenglimmer', 'refuse');
    const author = await world.member();
    const { pool } = world.ctx.db;
    await pool.query('ALTER TABLE banned_words RENAME TO banned_words_gone');
    bannedWordsChanged(world.ctx);
    try {
      await world.ok('POST /forum/posts', post(`A brokenglimmer ${randomUUID()}`), author);
    } finally {
      await pool.query('ALTER TABLE banned_words_gone RENAME TO banned_words');
    }
    await world.refused('POST /forum/posts', post(`A brokenglimmer ${randomUUID()}`), author, 'banned_words');
    const rows = await world.ctx.db.rows<{ name: string; count: number }>(sql`SELECT name, count FROM broken_checks`);
    expect(rows).toEqual([{ name: 'spam', count: 1 }]);
  });
});
