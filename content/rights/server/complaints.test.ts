import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '#site/contract/contract.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { purgeRemoved } from '#content/core/server/maintenance/purge.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { drawPicture } from '#features/gallery/server/fixtures.ts';
import { makeFile, makeSound } from '#content/media/server/fixtures.ts';
import { publishFileChanged } from '#content/media/server/live.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { zipOfParts } from '#site/testing/zip.ts';
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
    // Nobody answers there: what Spotify says of a showcase is no matter here.
    environment: { SESSION_DAYS: '365', SPOTIFY_STAND_IN_URL: 'http://127.0.0.1:9' },
    jobsMayFail: true,
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

  it('finds a showcase, a party and a message of its chat by the address that it fills in for them', async () => {
    const author = await world.member({ createdAt: new Date('2020-01-01') });
    const partyId = (await world.ok('POST /parties', { body: { name: 'Leaks', submitId: randomUUID() } }, author)).id;
    const message = { params: { partyId }, body: { content: 'Have this one', submitId: randomUUID() } };
    const said = await world.ok('POST /parties/:partyId/messages', message, author);
    const artist = { artist: 'spotify:artist:4Z8W4fKeB5YxbusRsdQVPb', followers: 3, monthlyListeners: 5 };
    const showcase = await world.ok('PUT /showcases/mine', { body: artist }, author);
    for (const subject of [
      { kind: 'listening_party', id: partyId },
      { kind: 'chat_message', id: said.message.id },
      { kind: 'spotify_showcase', id: showcase.id },
    ] as const) {
      const { url } = await world.ok('GET /legal/takedown/subject', { query: subject });
      const { id } = await complain(url);
      const made = await world.ok('GET /staff/complaints/:complaintId', { params: { complaintId: id } }, moderator);
      expect(made.subject).toMatchObject(subject);
    }
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

describe('a hidden file', () => {
  const RETURNED = ['a file that was hidden after a complaint'];
  const elder = () => world.member({ createdAt: new Date('2020-01-01') });
  const reader = elder;
  const itemsAbout = async (subject: string) =>
    (await world.ok('GET /staff/queue', { query: { subject } }, moderator)).items;
  const expectHeld = async (subject: string, visibility: string): Promise<void> => {
    expect(visibility).toBe('held');
    expect((await itemsAbout(subject))[0]!.hold!.reasons).toEqual(RETURNED);
  };
  const hide = async (path: string): Promise<void> => void (await accept((await complain(path)).id));
  /** A picture that was hidden with an upload. */
  async function hiddenPicture(): Promise<Buffer> {
    const [by, picture] = [await elder(), await drawPicture()];
    await hide(`/uploads/${await makeUpload(world.ctx, by, { fileIds: [await makeFile(world.ctx, by, picture)] })}`);
    return picture;
  }

  it('is looked for when what was private is published', async () => {
    const [author, hidden] = [await elder(), await hiddenPicture()];
    const publish = async (content: Buffer) => {
      const fileIds = [await makeFile(world.ctx, author, content)];
      const uploadId = await makeUpload(world.ctx, author, { fileIds, visibility: 'private' });
      const input = { params: { uploadId }, body: { visibility: 'public' as const } };
      return await world.ok('PUT /uploads/:uploadId/visibility', input, author);
    };
    expect((await publish(await drawPicture())).visibility).toBe('published');
    const { id, visibility } = await publish(hidden);
    await expectHeld(id, visibility);
    await world.refused('GET /uploads/:uploadId', { params: { uploadId: id } }, await reader(), 'upload_not_found');
  });

  it('is looked for when an edit brings it into a post, which stays published once staff have let it through', async () => {
    const [author, hidden] = [await elder(), await hiddenPicture()];
    const params = { postId: await makePost(world.ctx, author) };
    const edit = async (content: string, fileIds: string[], baseVersion: number) =>
      await world.ok('PATCH /forum/posts/:postId', { params, body: { content, fileIds, baseVersion } }, author);
    const transfer = (content: Buffer) => makeFile(world.ctx, author, content, { purpose: 'forum_image' });
    const pictures = [await transfer(await drawPicture())];
    const { visibility, version } = await edit('With a picture', pictures, 1);
    expect(visibility).toBe('published');
    pictures.push(await transfer(hidden));
    const held = await edit('With two pictures', pictures, version);
    await expectHeld(params.postId, held.visibility);
    await world.refused('GET /forum/posts/:postId', { params }, await reader(), 'post_not_found');
    const [item] = await itemsAbout(params.postId);
    const decision = { params: { itemId: item!.id }, body: { decision: 'approve' as const, reason: '' } };
    await world.ok('POST /staff/queue/:itemId/decide', decision, moderator);
    pictures.push(await transfer(await drawPicture()));
    expect((await edit('With three pictures', pictures, held.version)).visibility).toBe('published');
    // Nor does the end of a file's processing hold it again.
    await world.settle();
    for (const fileId of pictures)
      await world.ctx.db.tx((tx) =>
        publishFileChanged(world.ctx, tx, { id: fileId, ownerId: author.profileId, processing: 'done' }),
      );
    expect((await world.ok('GET /forum/posts/:postId', { params }, author)).visibility).toBe('published');
  });

  it('still waits when its author takes out of the words what held them', async () => {
    const [author, hidden] = [await elder(), await hiddenPicture()];
    const fileIds = [await makeFile(world.ctx, author, hidden, { purpose: 'forum_image' })];
    const body = { content: 'Please call +49 170 5550123', category: '', fileIds, submitId: randomUUID() };
    const { id: postId, notice } = await world.ok('POST /forum/posts', { body }, author);
    expect(notice).toContain('phone number');
    const edit = { params: { postId }, body: { content: 'Please write to me', baseVersion: 1 } };
    const cleaned = await world.ok('PATCH /forum/posts/:postId', edit, author);
    expect(cleaned.notice).toContain('a file in it was hidden before');
    await expectHeld(postId, cleaned.visibility);
  });

  it('is looked for when a track gets another sound, and a sound that was exchanged before the complaint is one too', async () => {
    const [author, other, content] = [await elder(), await elder(), wavOf(31_000)];
    const trackOf = async (by: FixtureMember, fileId: string) => {
      const uploadId = await makeUpload(world.ctx, by, { fileIds: [fileId] });
      const { files } = await world.ok('GET /uploads/:uploadId', { params: { uploadId } }, by);
      return { uploadId, trackId: files[0]!.trackId };
    };
    const exchange = async (by: FixtureMember, params: { uploadId: string; trackId: string }, fileId: string) =>
      await world.ok('POST /uploads/:uploadId/tracks/:trackId/versions', { params, body: { fileId } }, by);
    const taken = await trackOf(author, await makeSound(world.ctx, author, { content }));
    await exchange(author, taken, await makeSound(world.ctx, author));
    await hide(`/uploads/${taken.uploadId}`);
    const track = await trackOf(other, await makeSound(world.ctx, other));
    expect((await exchange(other, track, await makeSound(world.ctx, other))).visibility).toBe('published');
    const { visibility } = await exchange(other, track, await makeSound(world.ctx, other, { content }));
    await expectHeld(track.uploadId, visibility);
  });

  it('is looked for in a new preview of a kit', async () => {
    const [author, hidden] = [await elder(), await hiddenPicture()];
    const itemId = await makeItem(world.ctx, 'drumkit', author, { title: 'Plain kit' });
    const edit = async (content: Buffer, baseVersion: number) => {
      const previewFileId = await makeFile(world.ctx, author, content, { purpose: 'sharing_preview' });
      const fields = { title: 'Plain kit', description: '', url: 'https://example.org/kit', tags: '', previewFileId };
      const input = { params: { itemId }, body: { ...fields, baseVersion } };
      return await world.ok('PATCH /drumkits/:itemId', input, author);
    };
    const { visibility, version } = await edit(await drawPicture(), 1);
    expect(visibility).toBe('published');
    await expectHeld(itemId, (await edit(hidden, version)).visibility);
  });

  it('is looked for in the archives of kits, new and of a further version, and every version of one is hidden', async () => {
    const [author, other] = [await elder(), await elder()];
    const archive = (name: string) => zipOfParts([{ name, content: wavOf(4000) }]);
    const transfer = (by: FixtureMember, content: Buffer) =>
      makeFile(world.ctx, by, content, { purpose: 'sharing_archive', name: 'kit.zip' });
    const share = async (by: FixtureMember, content: Buffer) => {
      const body = { title: `Kit ${randomUUID()}`, archiveFileId: await transfer(by, content), rights: true };
      return await world.ok('POST /drumkits', { body: { ...body, submitId: randomUUID() } }, by);
    };
    const addVersion = async (by: FixtureMember, itemId: string, content: Buffer) => {
      const body = { fileId: await transfer(by, content), notes: '', rights: true };
      return await world.ok('POST /drumkits/:itemId/versions', { params: { itemId }, body }, by);
    };
    const [older, newer] = [archive('older.wav'), archive('newer.wav')];
    const { id } = await share(author, older);
    await addVersion(author, id, newer);
    await hide(`/drumkits/${id}`);
    const again = await share(other, older);
    await expectHeld(again.id, again.visibility);
    const harmless = await share(other, archive('other.wav'));
    expect(harmless.visibility).toBe('published');
    expect((await addVersion(other, harmless.id, archive('more.wav'))).visibility).toBe('published');
    await expectHeld(harmless.id, (await addVersion(other, harmless.id, newer)).visibility);
  });
});

it('the figures of a year are public, without names', async () => {
  const { years } = await world.ok('GET /legal/transparency');
  expect(years[0]).toMatchObject({ year: 2026 });
  const { received, accepted, dismissed, waiting } = years[0]!;
  expect(accepted + dismissed + waiting).toBe(received);
  expect(years[0]!.restored).toBeGreaterThan(0);
});
