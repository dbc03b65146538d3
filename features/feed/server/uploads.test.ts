import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '#site/contract/contract.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { blockMember } from '#people/friends/server/actions.ts';
import { makeFile, makeSound } from '#content/media/server/fixtures.ts';
import { openItemOf } from '#content/moderation/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { pngOf } from '#site/testing/png.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { makeUpload } from './fixtures.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const at = (uploadId: string) => ({ params: { uploadId } });
const submit = (body: Omit<Input<'POST /uploads'>['body'], 'submitId'>) => ({
  body: { submitId: randomUUID(), ...body },
});
/** A member of long standing: spam thresholds count in full. */
const elder = () => world.member({ createdAt: new Date('2020-01-01') });
const creditsOf = async (member: FixtureMember): Promise<number> =>
  (await world.ok('GET /session', {}, member)).viewer!.credits;

async function track(author: FixtureMember, overrides: Parameters<typeof makeUpload>[2] = {}): Promise<string> {
  const file = await makeSound(world.ctx, author, { name: 'loop.wav' });
  return await makeUpload(world.ctx, author, { fileIds: [file], ...overrides });
}

describe('an upload', () => {
  it('takes its title from the first line, links hashtags, and is read by a stranger with its files', async () => {
    const author = await world.member();
    const files = [
      await makeFile(world.ctx, author, await pngOf('#aa3300'), { name: 'cover.png' }),
      await makeSound(world.ctx, author, { name: 'kick.wav' }),
    ];
    const content = 'Kick **study** #LoFi\n\nTwo bars of #lofi and #Übung, not #123 nor `#code` nor mail#no.';
    const made = await world.ok('POST /uploads', submit({ content, fileIds: files }), author);
    expect(made).toMatchObject({ visibility: 'published', notice: null });
    await world.settle();
    const read = await world.ok('GET /uploads/:uploadId', at(made.id));
    expect(read).toMatchObject({
      title: 'Kick study #LoFi',
      tags: ['lofi', 'übung'],
      source: null,
      likeCount: 0,
      liked: false,
      commentCount: 0,
      playCount: 0,
      poll: null,
      visibility: 'published',
      version: 1,
    });
    expect(read.html).toContain('<a class="hashtag" href="/uploads?tag=lofi">#lofi</a>');
    expect(read.html).toContain('href="/uploads?tag=%C3%BCbung"');
    expect(read.html).not.toMatch(/tag=(123|code|no)"/);
    expect(read.files.map((file) => [file.kind, file.name, file.version])).toEqual([
      ['image', 'cover.png', 1],
      ['audio', 'kick.wav', 1],
    ]);
    expect(read.files.every((file) => file.trackId !== file.id)).toBe(true);
    expect(Object.values(read.can)).toEqual(Object.values(read.can).map(() => false));
    expect((await world.get(read.files[1]!.url!)).status).toBe(200);
    const own = await world.ok('GET /uploads/:uploadId', at(made.id), author);
    expect(own).toMatchObject({
      source: content,
      can: { edit: true, delete: true, restore: false, like: true, comment: true, report: false, manageTracks: true },
    });
  });

  it('of nothing is refused in the words of the specification; files alone are "New Upload"', async () => {
    const author = await world.member();
    const problem = await world.refused('POST /uploads', submit({ content: ' \n ' }), author, 'nothing_to_upload');
    expect(problem).toMatchObject({ title: 'Nothing to upload', detail: 'Please add some content or upload a file' });
    const visitor = await world.refused('POST /uploads', submit({ content: 'Hello' }), null, 'sign_in_required');
    expect(visitor).toMatchObject({ title: 'Authentication required' });
    const id = await track(author, { content: '' });
    expect(await world.ok('GET /uploads/:uploadId', at(id))).toMatchObject({ title: 'New Upload', html: '' });
  });

  it('is one for one submit, however often and however much at once it is sent', async () => {
    const author = await world.member();
    const file = await makeSound(world.ctx, author, { name: 'once.wav' });
    const input = submit({ content: 'Only once', fileIds: [file] });
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.ok('POST /uploads', input, author)));
    const again = await world.ok('POST /uploads', input, author);
    expect(new Set([...answers, again].map((answer) => answer.id)).size).toBe(1);
    expect(await creditsOf(author)).toBe(2);
  });

  it('takes nobody else’s file, none twice, none that is used, and no made-up one', async () => {
    const [author, other] = [await world.member(), await world.member()];
    const theirs = await makeSound(world.ctx, other);
    const mine = await makeSound(world.ctx, author);
    for (const fileIds of [[theirs], [mine, theirs], [mine, mine], [randomUUID()]])
      await world.refused('POST /uploads', submit({ content: 'Mine', fileIds }), author, 'file_not_usable');
    const [{ count }] = (await world.ctx.db.rows(
      sql`SELECT count(*)::int AS count FROM uploads WHERE author_id = ${author.profileId}`,
    )) as [{ count: number }];
    expect(count).toBe(0);
    await world.ok('POST /uploads', submit({ content: 'Mine', fileIds: [mine] }), author);
    await world.refused('POST /uploads', submit({ content: 'More', fileIds: [mine] }), author, 'file_not_usable');
  });

  it('is a duplicate only of the same author’s, within the hour, by its text, or without one by what files contain', async () => {
    const [author, other] = [await elder(), await elder()];
    const content = `The same words ${randomUUID()}`;
    await makeUpload(world.ctx, author, { content, createdAt: new Date(Date.now() - 61 * 60_000) });
    await makeUpload(world.ctx, author, { content });
    const problem = await world.refused(
      'POST /uploads',
      submit({ content: `  ${content.toUpperCase()} ` }),
      author,
      'duplicate_upload',
    );
    expect(problem).toMatchObject({
      title: 'Duplicate content detected',
      detail: "You've already uploaded this content in the past hour",
    });
    await world.ok('POST /uploads', submit({ content }), other);
    // The text is compared: another file under it makes it no other upload.
    const beside = await makeSound(world.ctx, other);
    await world.refused('POST /uploads', submit({ content, fileIds: [beside] }), other, 'duplicate_upload');
    const bytes = wavOf(30_000);
    const [one, two, three] = [
      await makeSound(world.ctx, other, { content: bytes }),
      await makeSound(world.ctx, other, { content: bytes }),
      await makeSound(world.ctx, other),
    ];
    await world.ok('POST /uploads', submit({ fileIds: [one] }), other);
    await world.refused('POST /uploads', submit({ fileIds: [two] }), other, 'duplicate_upload');
    await world.ok('POST /uploads', submit({ fileIds: [three] }), other);
  });

  it('waits for the rest of ten minutes after five; a new account after two', async () => {
    const [old, young] = [await elder(), await world.member()];
    for (let index = 0; index < 5; index++) await makeUpload(world.ctx, old);
    const problem = await world.refused('POST /uploads', submit({ content: 'Six' }), old, 'rate_limit');
    expect(problem).toMatchObject({
      title: 'Action Blocked',
      detail: expect.stringMatching(
        /^You are posting too frequently\. Please wait before posting again\. Try again in (a minute|\d+ minutes)\.$/,
      ),
    });
    for (let index = 0; index < 2; index++) await makeUpload(world.ctx, young);
    await world.refused('POST /uploads', submit({ content: 'Three' }), young, 'rate_limit');
  });

  it('with banned words is refused, in its poll too; with private information it waits for staff', async () => {
    const [author, staff, reader] = [
      await world.member(),
      await world.member({ moderator: true }),
      await world.member(),
    ];
    await world.ok('POST /staff/banned-words', { body: { word: 'forbiddenword' } }, staff);
    const poll = { question: 'Which one?', options: ['a', 'a forbiddenword'], days: 1 as const };
    await world.refused('POST /uploads', submit({ content: 'A forbiddenword' }), author, 'banned_words');
    await world.refused('POST /uploads', submit({ poll }), author, 'banned_words');
    const file = await makeSound(world.ctx, author);
    const held = await world.ok(
      'POST /uploads',
      submit({ content: 'Call me: +49 151 23456789 #secrettag', fileIds: [file] }),
      author,
    );
    expect(held).toMatchObject({ visibility: 'held' });
    expect(held.notice).toContain('private information');
    const own = await world.ok('GET /uploads/:uploadId', at(held.id), author);
    const url = own.files[0]!.url!;
    for (const stranger of [null, reader]) {
      await world.refused('GET /uploads/:uploadId', at(held.id), stranger, 'upload_not_found');
      await world.refused('GET /uploads/:uploadId/comments', at(held.id), stranger, 'upload_not_found');
      expect((await world.get(url, stranger)).status).toBe(404);
      const list = await world.ok('GET /uploads', { query: { author: author.username } }, stranger);
      expect(list.items).toEqual([]);
    }
    await world.refused(
      'PUT /uploads/:uploadId/like',
      { ...at(held.id), body: { on: true } },
      reader,
      'upload_not_found',
    );
    expect((await world.ok('GET /uploads/tags')).items.map((row) => row.tag)).not.toContain('secrettag');
    expect((await world.ok('GET /uploads/tags', { query: { q: 'secr' } })).items).toEqual([]);
    for (const insider of [author, staff]) expect((await world.get(url, insider)).status).toBe(200);
    expect((await world.ok('GET /uploads', {}, author)).items[0]!.id).toBe(held.id);
    expect(await creditsOf(author)).toBe(0);
    const params = await openItemOf(world.ctx, held.id);
    await world.ok('POST /staff/queue/:itemId/decide', { params, body: { decision: 'approve' } }, staff);
    expect((await world.get(url)).status).toBe(200);
    expect(await creditsOf(author)).toBe(2);
  });

  it('that is held stands at its place in the feed of its author, on any page', async () => {
    const [author, reader] = [await world.member(), await world.member()];
    const now = world.ctx.clock.now().getTime();
    const ids: string[] = [];
    for (let hours = 25; hours > 0; hours--)
      ids.unshift(await makeUpload(world.ctx, author, { createdAt: new Date(now - hours * 3_600_000) }));
    const held = [ids[3]!, ids[22]!, ids[24]!];
    await world.ctx.db.rows(sql`UPDATE uploads SET state = 'held' WHERE id = ANY(${held}::uuid[])`);
    for (const [as, expected] of [
      [author, ids],
      [reader, ids.filter((id) => !held.includes(id))],
    ] as const) {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page: { items: { id: string }[]; next: string | null } = await world.ok(
          'GET /uploads',
          { query: after === null ? {} : { after } },
          as,
        );
        seen.push(...page.items.map(({ id }) => id));
        after = page.next;
      } while (after !== null);
      // Others of this file stand in the feed too.
      expect(seen.filter((id) => ids.includes(id))).toEqual(expected);
    }
  });

  it('is edited by its author against the version it started from; the last thing in it cannot go', async () => {
    const [author, other] = [await world.member(), await world.member()];
    const files = [await makeSound(world.ctx, author), await makeSound(world.ctx, author)];
    const id = await makeUpload(world.ctx, author, { content: 'First #one', fileIds: files });
    const before = await world.ok('GET /uploads/:uploadId', at(id), author);
    const [a, b] = before.files.map((file) => file.trackId) as [string, string];
    const edit = (body: Record<string, unknown>) => ({ ...at(id), body: { content: '', baseVersion: 1, ...body } });
    await world.refused('PATCH /uploads/:uploadId', edit({ content: 'No' }), other, 'forbidden');
    await world.refused('PATCH /uploads/:uploadId', edit({ trackIds: [] }), author, 'nothing_to_upload');
    await world.refused('PATCH /uploads/:uploadId', edit({ trackIds: [a, a] }), author, 'track_not_found');
    await world.refused('PATCH /uploads/:uploadId', edit({ trackIds: [randomUUID()] }), author, 'track_not_found');
    const after = await world.ok(
      'PATCH /uploads/:uploadId',
      edit({ content: 'Second #two', trackIds: [b, a] }),
      author,
    );
    expect(after).toMatchObject({ title: 'Second #two', tags: ['two'], version: 2 });
    expect(after.files.map((file) => file.trackId)).toEqual([b, a]);
    expect(after.editedAt).not.toBeNull();
    const problem = await world.refused(
      'PATCH /uploads/:uploadId',
      edit({ content: 'Third' }),
      author,
      'edit_conflict',
    );
    expect(problem.meta).toEqual({ version: 2 });
    const url = after.files[1]!.url!;
    const less = await world.ok('PATCH /uploads/:uploadId', edit({ trackIds: [b], baseVersion: 2 }), author);
    expect(less).toMatchObject({ title: 'New Upload' });
    expect(less.files.map((file) => file.trackId)).toEqual([b]);
    expect((await world.get(url)).status).toBe(404);
    const none = await world.ok(
      'PATCH /uploads/:uploadId',
      edit({ content: 'Words', trackIds: [], baseVersion: 3 }),
      author,
    );
    expect(none.files).toEqual([]);
    expect(await creditsOf(author)).toBe(0);
  });

  it('that is removed is nobody’s but its author’s and staff’s, pays its reward back, and pays it again when restored', async () => {
    const [author, staff, reader] = [
      await world.member(),
      await world.member({ moderator: true }),
      await world.member(),
    ];
    const id = await track(author, { content: 'Going #goingtag' });
    const { url } = (await world.ok('GET /uploads/:uploadId', at(id))).files[0]!;
    const activity = async () =>
      (await world.ok('GET /profiles/:username/activity', { params: { username: author.username } })).items;
    expect(await creditsOf(author)).toBe(2);
    expect(await activity()).toHaveLength(1);
    expect((await world.get(url!)).status).toBe(200);
    const remove = { ...at(id), body: { reason: 'Not yours' } };
    await world.refused('DELETE /uploads/:uploadId', remove, reader, 'forbidden');
    await world.ok('DELETE /uploads/:uploadId', remove, staff);
    expect(await creditsOf(author)).toBe(0);
    expect(await activity()).toHaveLength(0);
    for (const stranger of [null, reader]) {
      await world.refused('GET /uploads/:uploadId', at(id), stranger, 'upload_not_found');
      expect((await world.get(url!, stranger)).status).toBe(404);
    }
    expect((await world.ok('GET /uploads/tags')).items.map((row) => row.tag)).not.toContain('goingtag');
    expect((await world.ok('GET /uploads', { query: { tag: 'goingtag' } })).items).toEqual([]);
    const own = await world.ok('GET /uploads/:uploadId', at(id), author);
    expect(own).toMatchObject({ visibility: 'removed', notice: 'Removed: Not yours', can: { restore: false } });
    await world.refused('POST /uploads/:uploadId/restore', at(id), author, 'forbidden');
    await world.ok('POST /uploads/:uploadId/restore', at(id), staff);
    expect(await creditsOf(author)).toBe(2);
    expect(await activity()).toHaveLength(1);
    expect((await world.get(url!)).status).toBe(200);
  });

  it('with sound pays two credits and no XP, at most eight times a day; pictures and words pay nothing', async () => {
    const author = await elder();
    await makeUpload(world.ctx, author);
    expect(await creditsOf(author)).toBe(0);
    const day = new Date().setUTCHours(12, 0, 0, 0);
    for (let index = 1; index <= 9; index++) await track(author, { createdAt: new Date(day + index * 3 * 60_000) });
    expect(await creditsOf(author)).toBe(16);
    const entries = await world.ctx.db.rows(
      sql`SELECT DISTINCT kind, currency FROM ledger_entries WHERE profile_id = ${author.profileId} AND kind <> 'daily_visit'`,
    );
    expect(entries).toEqual([{ kind: 'song', currency: 'credits' }]);
  });

  it('for adults reaches nobody else: no list, page, file, tag, feed, or count', async () => {
    const [author, adult, minor] = [
      await world.member({ adult: true }),
      await world.member({ adult: true }),
      await world.member(),
    ];
    await world.refused('POST /uploads', submit({ content: 'Hot', isAdult: true }), minor, 'adults_only');
    const first = await makeUpload(world.ctx, author);
    const id = await track(author, { content: 'Spicy title #adulttag', isAdult: true });
    const { url } = (await world.ok('GET /uploads/:uploadId', at(id), adult)).files[0]!;
    const than = { query: { than: first } };
    const mine = { query: { author: author.username } };
    for (const stranger of [null, minor]) {
      await world.refused('GET /uploads/:uploadId', at(id), stranger, 'adults_only');
      await world.refused('GET /uploads/:uploadId/comments', at(id), stranger, 'adults_only');
      expect((await world.get(url!, stranger)).status).toBe(404);
      expect((await world.ok('GET /uploads', mine, stranger)).items.map((one) => one.id)).toEqual([first]);
      expect((await world.ok('GET /uploads', { query: { tag: 'adulttag' } }, stranger)).items).toEqual([]);
    }
    const seen = (await world.ok('GET /uploads/newer', than, adult)).count;
    expect((await world.ok('GET /uploads/newer', than, minor)).count).toBeLessThan(seen);
    expect((await world.ok('GET /uploads/tags')).items.map((row) => row.tag)).not.toContain('adulttag');
    expect((await world.ok('GET /uploads/tags', { query: { q: 'adul' } })).items).toEqual([]);
    expect((await world.get(url!, adult)).status).toBe(200);
    expect((await world.get(url!, adult)).headers['cache-control']).toContain('no-store');
    const did = async (as: FixtureMember | null) => {
      const activity = await world.ok(
        'GET /profiles/:username/activity',
        { params: { username: author.username } },
        as,
      );
      return activity.items.map((line) => line.path);
    };
    for (const stranger of [null, minor]) expect(await did(stranger)).toEqual([`/uploads/${first}`]);
    expect(await did(adult)).toEqual([`/uploads/${id}`, `/uploads/${first}`]);
  });

  it('of who is blocked, either way, is not there', async () => {
    const [author, reader] = [await world.member(), await world.member()];
    const id = await track(author, { content: 'Hidden #blockedtag' });
    const { url } = (await world.ok('GET /uploads/:uploadId', at(id), reader)).files[0]!;
    await blockMember(world.ctx, author.profileId, reader.profileId);
    await world.refused('GET /uploads/:uploadId', at(id), reader, 'upload_not_found');
    await world.refused('PUT /uploads/:uploadId/like', { ...at(id), body: { on: true } }, reader, 'upload_not_found');
    expect((await world.ok('GET /uploads', { query: { author: author.username } }, reader)).items).toEqual([]);
    expect((await world.ok('GET /uploads', { query: { tag: 'blockedtag' } }, reader)).items).toEqual([]);
    expect((await world.get(url!, reader)).status).toBe(404);
    expect((await world.get(url!)).status).toBe(200);
  });
});

describe('a like', () => {
  it('counts once, comes back, and notifies the author once a day', async () => {
    const [author, one, two] = [await world.member(), await world.member(), await world.member()];
    const id = await makeUpload(world.ctx, author);
    const like = (on: boolean) => ({ ...at(id), body: { on } });
    expect(await world.ok('PUT /uploads/:uploadId/like', like(true), one)).toEqual({ on: true, likeCount: 1 });
    await Promise.all(Array.from({ length: 8 }, () => world.ok('PUT /uploads/:uploadId/like', like(true), one)));
    expect(await world.ok('PUT /uploads/:uploadId/like', like(true), two)).toEqual({ on: true, likeCount: 2 });
    expect(await world.ok('PUT /uploads/:uploadId/like', like(false), one)).toEqual({ on: false, likeCount: 1 });
    expect(await world.ok('PUT /uploads/:uploadId/like', like(false), one)).toEqual({ on: false, likeCount: 1 });
    expect(await world.ok('GET /uploads/:uploadId', at(id), two)).toMatchObject({ liked: true, likeCount: 1 });
    expect(await world.ok('GET /uploads/:uploadId', at(id), one)).toMatchObject({ liked: false });
    await world.settle();
    const notified = await world.ctx.db.rows(
      sql`SELECT kind FROM notifications WHERE user_id = ${author.profileId} AND kind = 'like'`,
    );
    expect(notified).toHaveLength(1);
  });
});
