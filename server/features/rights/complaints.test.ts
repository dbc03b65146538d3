import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '#contract/contract.ts';
import type { FixtureMember } from '#server/features/accounts/fixtures.ts';
import { purgeRemoved } from '#server/features/content/maintenance/purge.ts';
import { makePost, makeReply } from '#server/features/forum/fixtures.ts';
import { makeUpload } from '#server/features/feed/fixtures.ts';
import { drawPicture } from '#server/features/gallery/fixtures.ts';
import { makeFile } from '#server/features/media/fixtures.ts';
import { setSiteSetting } from '#server/features/site-settings/store.ts';
import { sql } from '#server/platform/db/database.ts';
import { type World, openWorld } from '#server/testing/world.ts';
import { complaintClockJob } from './jobs.ts';

const DAY_MS = 86_400_000;
let world: World;
let admin: FixtureMember;
let moderator: FixtureMember;
let claimants = 0;
beforeAll(async () => {
  // A Friday.
  world = await openWorld({
    clock: new Date('2026-05-15T09:30:00Z'),
    environment: { SESSION_DAYS: '365' },
    rateLimits: true,
  });
  admin = await world.member({ admin: true });
  moderator = await world.member({ moderator: true });
});
afterAll(() => world.close());

type Form = Input<'POST /legal/takedown'>['body'];
const form = (url: string, email: string, over: Partial<Form> = {}): Form => ({
  url,
  email,
  name: 'Clara Owner',
  postalAddress: '1 Main Street, Springfield',
  work: 'The song "Blue hours" of 2024, written by me.',
  goodFaith: true,
  accurate: true,
  signature: 'clara owner',
  ...over,
});
const counter = {
  name: 'Ugo Loader',
  postalAddress: '2 Side Street, Springfield',
  statement: 'I recorded every sound of it myself.',
  goodFaith: true,
  jurisdiction: true,
  signature: 'Ugo Loader',
} as const;

/** A visitor with an address of their own. */
const from = (number: number) => ({ address: `192.0.2.${number}` });

/** The token of the newest mail to an address. */
async function tokenOf(email: string): Promise<string> {
  const mail = (await world.mails(email)).find(({ text }) => text.includes('token='));
  return /token=([\w-]+)/.exec(mail!.text)![1]!;
}

/** A confirmed complaint. @returns its id, and the claimant's address */
async function complain(url: string, over: Partial<Form> = {}): Promise<{ id: string; email: string }> {
  const email = `claimant-${claimants++}@example.net`;
  await world.ok('POST /legal/takedown', { body: form(url, email, over) }, from(100 + claimants));
  await world.ok('POST /legal/takedown/confirm', { body: { token: await tokenOf(email) } });
  const [row] = await world.ctx.db.rows<{ id: string }>(sql`SELECT id FROM complaints WHERE claimant_email = ${email}`);
  return { id: row!.id, email };
}

const accept = (id: string, by = moderator) =>
  world.ok('POST /staff/complaints/:complaintId/accept', { params: { complaintId: id }, body: {} }, by);
const answer = (id: string, by: FixtureMember) =>
  world.ok('POST /legal/complaints/:complaintId/counter-notice', { params: { complaintId: id }, body: counter }, by);
const restore = (id: string, because: 'withdrawn' | 'mistake' | 'counter_notice') =>
  ({ params: { complaintId: id }, body: { because } }) as const;
const stateOf = async (id: string): Promise<string> =>
  (await world.ctx.db.rows<{ state: string }>(sql`SELECT state FROM forum_posts WHERE id = ${id}`))[0]!.state;
const noticesOf = async (member: FixtureMember): Promise<string[]> => {
  await world.settle();
  return (await world.ok('GET /notifications', {}, member)).items.map(({ title }) => title);
};
const runClock = () => complaintClockJob.run(world.ctx, {});
const audited = async (targetId: string, action: string) =>
  (await world.ok('GET /staff/audit', { query: { targetId } }, admin)).items.filter((entry) => entry.action === action);

describe('the public form', () => {
  it('makes no complaint of an address that nobody confirms, and deletes it after three days', async () => {
    const post = await makePost(world.ctx, await world.member());
    await world.ok('POST /legal/takedown', { body: form(`/forum/post/${post}`, 'nobody@example.net') });
    const before = await world.ok('GET /staff/complaints', {}, moderator);
    expect(before.items.filter(({ subject }) => subject.id === post)).toEqual([]);
    expect((await world.ok('GET /staff/queue', { query: { kind: 'complaint' } }, moderator)).items).toEqual([]);
    const token = await tokenOf('nobody@example.net');
    expect((await world.mails('nobody@example.net'))[0]!.text).not.toContain('Blue hours');
    world.clock!.advance(3 * DAY_MS + 1000);
    await runClock();
    await world.refused('POST /legal/takedown/confirm', { body: { token } }, null, 'complaint_link_unknown');
  });

  it('refuses what is not on this site, what not everybody can see, and another name as signature', async () => {
    const hidden = await makePost(world.ctx, await world.member());
    await world.ok('DELETE /forum/posts/:postId', { params: { postId: hidden }, body: { reason: 'x' } }, admin);
    const wrong = ['https://elsewhere.example/forum/post/x', `/forum/post/${hidden}`, '/forum', 'http://[bad'];
    for (const [at, url] of wrong.entries()) {
      const body = form(url, `wrong-${at}@example.net`);
      await world.refused('POST /legal/takedown', { body }, from(10 + at), 'complaint_subject_unknown');
      expect(await world.mails(body.email)).toEqual([]);
    }
    const post = await makePost(world.ctx, await world.member());
    const body = form(`/forum/post/${post}`, 'unsigned@example.net', { signature: 'Somebody Else' });
    await world.refused('POST /legal/takedown', { body }, from(20), 'complaint_signature');
    expect(await world.mails(body.email)).toEqual([]);
  });

  it('finds an answer behind the address of its page, and a profile by its name', async () => {
    const author = await world.member();
    const post = await makePost(world.ctx, author);
    const reply = await makeReply(world.ctx, author, post);
    const byReply = await complain(`${world.ctx.siteUrl}/forum/post/${post}#reply-${reply}`);
    const byName = await complain(`/profile/${author.username}`);
    const read = (id: string) =>
      world.ok('GET /staff/complaints/:complaintId', { params: { complaintId: id } }, moderator);
    expect((await read(byReply.id)).subject).toMatchObject({ kind: 'post_reply', id: reply });
    expect((await read(byName.id)).subject).toMatchObject({ kind: 'profile', id: author.profileId });
    const subject = await world.ok('GET /legal/takedown/subject', { query: { kind: 'post_reply', id: reply } });
    expect(subject.url).toContain(`/forum/post/${post}`);
  });

  it('sends no more than three mails to one address, whoever fills it in', async () => {
    const post = await makePost(world.ctx, await world.member());
    const body = form(`/forum/post/${post}`, 'flooded@example.net');
    for (let sent = 0; sent < 3; sent++) await world.ok('POST /legal/takedown', { body }, from(sent));
    await world.refused('POST /legal/takedown', { body }, from(9), 'rate_limited');
    expect(await world.mails('flooded@example.net')).toHaveLength(3);
  });
});

describe('a complaint', () => {
  it('that is accepted hides the content, and its uploader, the claimant and the audit log learn of it', async () => {
    const author = await world.member();
    const post = await makePost(world.ctx, author);
    const { id, email } = await complain(`/forum/post/${post}`);
    const [item] = (await world.ok('GET /staff/queue', { query: { subject: id } }, moderator)).items;
    expect(item).toMatchObject({ priority: 2, needsApproval: true, subject: { kind: 'complaint' } });
    await world.refused('GET /legal/complaints/:complaintId', { params: { complaintId: id } }, author, 'not_found');
    const shown = await accept(id);
    expect(shown).toMatchObject({ state: 'hidden', visibility: 'removed', strikes: { count: 1, of: 3, months: 12 } });
    expect(await stateOf(post)).toBe('removed');
    expect(await noticesOf(author)).toEqual([expect.stringContaining('was hidden after a copyright complaint')]);
    expect((await world.mails(email))[0]!.subject).toContain('was accepted');
    expect((await world.mails(author.email))[0]!.text).toContain(`/legal/complaints/${id}`);
    expect((await audited(post, 'complaint.accept'))[0]).toMatchObject({
      actor: { username: moderator.username },
      details: { before: { state: 'open' }, after: { state: 'hidden' } },
    });
    expect((await world.ok('GET /staff/queue', { query: { subject: id } }, moderator)).items).toEqual([]);
    const own = await world.ok('GET /legal/complaints/:complaintId', { params: { complaintId: id } }, author);
    expect(JSON.stringify(own)).not.toContain(email);
    expect((await world.ok('GET /legal/complaints', {}, author)).items).toHaveLength(1);
    const stranger = await world.member();
    await world.refused('GET /legal/complaints/:complaintId', { params: { complaintId: id } }, stranger, 'not_found');
    const again = { params: { complaintId: id }, body: {} };
    await world.refused('POST /staff/complaints/:complaintId/accept', again, moderator, 'already_decided');
  });

  it('that is dismissed in the queue changes nothing for the uploader, and the claimant reads why', async () => {
    const author = await world.member();
    const post = await makePost(world.ctx, author);
    const { id, email } = await complain(`/forum/post/${post}`);
    const [item] = (await world.ok('GET /staff/queue', { query: { subject: id } }, moderator)).items;
    const decision = { params: { itemId: item!.id }, body: { decision: 'remove', reason: 'A quotation' } } as const;
    await world.ok('POST /staff/queue/:itemId/decide', decision, moderator);
    expect(await stateOf(post)).toBe('published');
    expect(await noticesOf(author)).toEqual([]);
    expect((await world.mails(email))[0]!.text).toContain('A quotation');
    expect(await audited(post, 'complaint.dismiss')).toHaveLength(1);
    const { items, counts } = await world.ok('GET /staff/complaints', { query: { state: 'closed' } }, moderator);
    expect(items.map((one) => one.id)).toContain(id);
    expect(counts.open).toBeGreaterThanOrEqual(0);
  });

  it('is not decided by who made the content, nor by a moderator about an admin', async () => {
    const own = await complain(`/forum/post/${await makePost(world.ctx, moderator)}`);
    const params = (id: string) => ({ params: { complaintId: id }, body: {} });
    await world.refused('POST /staff/complaints/:complaintId/accept', params(own.id), moderator, 'own_content');
    const above = await complain(`/forum/post/${await makePost(world.ctx, admin)}`);
    await world.refused('POST /staff/complaints/:complaintId/accept', params(above.id), moderator, 'staff_protected');
    await world.refused('POST /staff/complaints/:complaintId/accept', params(above.id), null, 'sign_in_required');
  });
});

describe('a counter-notice', () => {
  it('brings the content back after ten business days, or by itself after fourteen', async () => {
    const author = await world.member();
    const [early, late] = [await makePost(world.ctx, author), await makePost(world.ctx, author)];
    const [one, two] = [await complain(`/forum/post/${early}`), await complain(`/forum/post/${late}`)];
    await accept(one.id);
    await accept(two.id);
    const answered = await answer(one.id, author);
    await answer(two.id, author);
    expect(answered.state).toBe('countered');
    expect((await world.mails(one.email))[0]!.text).toContain('I recorded every sound of it myself.');
    const path = 'POST /staff/complaints/:complaintId/restore';
    const problem = await world.refused(path, restore(one.id, 'counter_notice'), moderator, 'complaint_clock');
    expect(problem.detail).toContain(answered.counter!.restoreFrom.slice(0, 10));
    await runClock();
    expect(await stateOf(late)).toBe('removed');
    world.clock!.set(new Date(Date.parse(answered.counter!.restoreFrom) + 1000));
    for (let run = 0; run < 2; run++) await runClock();
    const reminders = (await noticesOf(moderator)).filter((title) => title.includes('the content may come back'));
    expect(reminders).toHaveLength(2);
    await world.ok(path, restore(one.id, 'counter_notice'), moderator);
    expect(await stateOf(early)).toBe('published');
    // Removed for longer than other contents are stored: this one is in dispute.
    await purgeRemoved(world.ctx, world.clock!.now());
    world.clock!.set(new Date(Date.parse(answered.counter!.restoreBy) + 1000));
    for (let run = 0; run < 2; run++) await runClock();
    expect(await stateOf(late)).toBe('published');
    expect((await world.mails(two.email)).filter(({ subject }) => subject.includes('is back'))).toHaveLength(1);
    expect(await audited(late, 'complaint.restore')).toMatchObject([
      { actor: null, details: { because: 'counter_notice' } },
    ]);
  });

  it('is refused after the end of its time with that day, and the member was reminded once before', async () => {
    const author = await world.member();
    const { id } = await complain(`/forum/post/${await makePost(world.ctx, author)}`);
    const { counterUntil } = await accept(id);
    world.clock!.set(new Date(Date.parse(counterUntil!) - DAY_MS));
    for (let run = 0; run < 2; run++) await runClock();
    expect((await noticesOf(author)).filter((title) => title.includes('you can answer a complaint'))).toHaveLength(1);
    world.clock!.set(new Date(Date.parse(counterUntil!) + 1000));
    const path = 'POST /legal/complaints/:complaintId/counter-notice';
    const input = { params: { complaintId: id }, body: counter };
    const { detail } = await world.refused(path, input, author, 'counter_notice_late');
    expect(detail).toContain(counterUntil!.slice(0, 10));
    await world.refused(path, input, await world.member(), 'not_found');
  });

  it('can be sent by a suspended member, and a claimant in court stops the clock', async () => {
    const author = await world.member();
    const post = await makePost(world.ctx, author);
    const { id, email } = await complain(`/forum/post/${post}`);
    await accept(id);
    const until = new Date(world.clock!.now().getTime() + 90 * DAY_MS);
    await world.ctx.db.rows(sql`UPDATE profiles SET suspended_until = ${until} WHERE id = ${author.profileId}`);
    const { counter: clock } = await answer(id, author);
    const token = await tokenOf(email);
    const note = 'Case 12/345 of the court of Springfield';
    await world.ok('POST /legal/takedown/court', { body: { token, note } });
    world.clock!.set(new Date(Date.parse(clock!.restoreBy) + DAY_MS));
    await runClock();
    expect(await stateOf(post)).toBe('removed');
    const shown = await world.ok('GET /staff/complaints/:complaintId', { params: { complaintId: id } }, moderator);
    expect(shown).toMatchObject({ state: 'in_court', courtNote: note, can: { restore: true, court: false } });
    await world.ok('POST /staff/complaints/:complaintId/restore', restore(id, 'withdrawn'), moderator);
    expect(await stateOf(post)).toBe('published');
    const closed = { params: { complaintId: id }, body: { note: 'Too late' } };
    await world.refused('POST /staff/complaints/:complaintId/court', closed, moderator, 'complaint_closed');
  });
});

it('a content that two complaints hide comes back with the second alone', async () => {
  const post = await makePost(world.ctx, await world.member());
  const [one, two] = [await complain(`/forum/post/${post}`), await complain(`/forum/post/${post}`)];
  await accept(one.id);
  await accept(two.id);
  await world.ok('POST /staff/complaints/:complaintId/restore', restore(one.id, 'mistake'), moderator);
  expect(await stateOf(post)).toBe('removed');
  await world.ok('POST /staff/complaints/:complaintId/restore', restore(two.id, 'mistake'), moderator);
  expect(await stateOf(post)).toBe('published');
});

it('a repeat infringer is reported to admins, and suspended where the site says so', async () => {
  const author = await world.member();
  await setSiteSetting(world.ctx, 'infringerStrikes', 2);
  const strike = async () => accept((await complain(`/forum/post/${await makePost(world.ctx, author)}`)).id);
  await strike();
  const isReported = async () =>
    (await noticesOf(admin)).filter((title) => title.includes(`@${author.username} is a repeat`));
  expect(await isReported()).toEqual([]);
  await strike();
  expect(await isReported()).toHaveLength(1);
  const suspended = async () =>
    (
      await world.ctx.db.rows<{ until: Date | null }>(
        sql`SELECT suspended_until AS until FROM profiles WHERE id = ${author.profileId}`,
      )
    )[0]!.until;
  expect(await suspended()).toBeNull();
  // New accounts write little within ten minutes.
  world.clock!.advance(11 * 60_000);
  await setSiteSetting(world.ctx, 'infringerAction', 'suspend');
  await strike();
  expect(await suspended()).not.toBeNull();
  expect(await audited(author.profileId, 'member.suspend')).toMatchObject([{ actor: null }]);
  const colleague = await world.member({ moderator: true });
  for (let count = 0; count < 2; count++) {
    const { id } = await complain(`/forum/post/${await makePost(world.ctx, colleague)}`);
    await accept(id, admin);
  }
  expect(await audited(colleague.profileId, 'member.suspend')).toEqual([]);
  expect(await audited(colleague.profileId, 'member.repeat-infringer')).toHaveLength(1);
});

it('a hidden file that comes back waits for review, also in another form of the same picture', async () => {
  const [first, second] = [await world.member(), await world.member()];
  const picture = await drawPicture();
  const upload = await makeUpload(world.ctx, first, { fileIds: [await makeFile(world.ctx, first, picture)] });
  await world.settle();
  await accept((await complain(`/uploads/${upload}`)).id);
  const uploadState = async (id: string) =>
    (await world.ctx.db.rows<{ state: string }>(sql`SELECT state FROM uploads WHERE id = ${id}`))[0]!.state;
  const same = await makeUpload(world.ctx, second, { fileIds: [await makeFile(world.ctx, second, picture)] });
  expect(await uploadState(same)).toBe('held');
  const other = await sharp(picture).png({ compressionLevel: 1, adaptiveFiltering: true }).toBuffer();
  expect(other.equals(picture)).toBe(false);
  const copy = await makeUpload(world.ctx, second, { fileIds: [await makeFile(world.ctx, second, other)] });
  await world.settle();
  expect(await uploadState(copy)).toBe('held');
  const [item] = (await world.ok('GET /staff/queue', { query: { subject: copy } }, moderator)).items;
  expect(item!.hold!.reasons).toEqual(['a file that was hidden after a complaint']);
  const third = await world.member();
  const harmless = await makeUpload(world.ctx, third, {
    fileIds: [await makeFile(world.ctx, third, await drawPicture())],
  });
  await world.settle();
  expect(await uploadState(harmless)).toBe('published');
});

it('the figures of a year are public, without names', async () => {
  const { years } = await world.ok('GET /legal/transparency');
  expect(years[0]).toMatchObject({ year: 2026 });
  const { received, accepted, dismissed, waiting } = years[0]!;
  expect(accepted + dismissed + waiting).toBe(received);
  expect(years[0]!.restored).toBeGreaterThan(0);
});
