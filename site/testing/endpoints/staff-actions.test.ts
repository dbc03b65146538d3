import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { features } from '#site/server/app.ts';
import { contract } from '#site/contract/contract.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { openItemOf } from '#content/moderation/server/fixtures.ts';
import { makeComplaint } from '#content/rights/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { decidesWhatWasRead, newestVersion } from '#site/testing/read-version.ts';
import { type World, openWorld } from '#site/testing/world.ts';

const failing = defineJob({
  name: 'test.failing',
  payload: z.object({}),
  retries: 0,
  run: () => Promise.reject(new Error('on purpose')),
});

let world: World;
let admin: FixtureMember;
beforeAll(async () => {
  world = await openWorld({
    environment: { SIGN_UP: 'invitation' },
    features: [...features, { name: 'test', jobs: [failing] }],
  });
  admin = await world.member({ admin: true, createdAt: new Date('2020-01-01') });
});
afterAll(() => world.close());

interface Call {
  readonly key: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** What a staff action needs to be done, and what must come of it. */
interface Case {
  readonly call: Call;
  /** Id that the audit log names; of what the answer has as `id` when not given. */
  readonly target?: string;
  /** Who must be notified. */
  readonly notifies?: FixtureMember;
  /** What takes it back, where the product offers that. */
  readonly undo?: Omit<Call, 'key'> & { readonly key: string };
  /** The undo has an entry whose `after` is the `before` of the action; true when not given. */
  readonly mirrors?: boolean;
}

const done = async (key: string, rest: Omit<Call, 'key'> = {}, as = admin): Promise<Record<string, string>> => {
  const answer = await world.call(key, rest, as);
  expect(answer.status, `${key}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body as Record<string, string>;
};

async function reported(): Promise<{ author: FixtureMember; id: string; params: { itemId: string } }> {
  const author = await world.member();
  const id = await makePost(world.ctx, author);
  await done('POST /reports', { body: { kind: 'forum_post', id, reason: 'spam' } }, await world.member());
  return { author, id, params: await openItemOf(world.ctx, id) };
}

/** A reported post with its item as staff have read it. */
async function readItem(): Promise<{ author: FixtureMember; id: string; item: { id: string; version: string } }> {
  const { author, id, params } = await reported();
  return { author, id, item: { id: params.itemId, version: (await newestVersion(world.ctx, params))! } };
}

async function complaint(): Promise<{ author: FixtureMember; post: string; params: { complaintId: string } }> {
  const author = await world.member();
  const post = await makePost(world.ctx, author);
  return { author, post, params: await makeComplaint(world, `/forum/post/${post}`) };
}

async function accepted() {
  const found = await complaint();
  await done('POST /staff/complaints/:complaintId/accept', { params: found.params, body: {} });
  return found;
}

const counter = {
  name: 'Ugo Loader',
  postalAddress: '2 Side Street, Springfield',
  signature: 'Ugo Loader',
  goodFaith: true,
  statement: 'I recorded every sound of it myself.',
  jurisdiction: true,
};

async function announced(): Promise<{ announcementId: string }> {
  const body = { title: 'News', content: 'Some news', submitId: randomUUID() };
  return { announcementId: (await done('POST /announcements', { body }))['id']! };
}

const flag = async (key: string, name: string): Promise<Case> => {
  const member = await world.member();
  const params = { profileId: member.profileId };
  const call = (on: boolean) => ({ key, params, body: { [name]: on } });
  return { call: call(true), target: member.profileId, notifies: member, undo: call(false) };
};

const restriction = async (kind: 'suspension' | 'silence'): Promise<Case> => {
  const member = await world.member();
  const params = { profileId: member.profileId };
  const address = `/staff/members/:profileId/${kind}`;
  return {
    call: { key: `PUT ${address}`, params, body: { reason: 'Spam', until: null } },
    target: member.profileId,
    notifies: member,
    undo: { key: `DELETE ${address}`, params },
  };
};

const lifted = async (kind: 'suspension' | 'silence'): Promise<Case> => {
  const { call, undo, target } = await restriction(kind);
  await done(call.key, call);
  return { call: undo!, target: target! };
};

async function deadJob(): Promise<{ jobId: string }> {
  await world.ctx.db.tx((tx) => world.ctx.jobs.enqueue(tx, failing, {}));
  await world.settle();
  return { jobId: (await world.ctx.jobs.dead())[0]!.id };
}

const role = () => ({ name: `role_${randomUUID().slice(0, 8)}`, displayName: `Role ${randomUUID().slice(0, 4)}` });

/** Every endpoint of staff that changes something; the test below fails while one is missing. */
const cases: Readonly<Record<string, () => Promise<Case>>> = {
  'POST /invitations': async () => ({ call: { key: 'POST /invitations', body: {} } }),
  'DELETE /invitations/:invitationId': async () => {
    const { id } = await done('POST /invitations', { body: {} });
    return { call: { key: 'DELETE /invitations/:invitationId', params: { invitationId: id! } }, target: id! };
  },
  'POST /staff/forum-categories': async () => ({
    call: { key: 'POST /staff/forum-categories', body: { name: 'Mixing', description: '', sortOrder: 3 } },
  }),
  'PATCH /staff/forum-categories/:categoryId': async () => {
    const { id } = await done('POST /staff/forum-categories', {
      body: { name: 'Live', description: '', sortOrder: 4 },
    });
    const call = (isActive: boolean) => ({
      key: 'PATCH /staff/forum-categories/:categoryId',
      params: { categoryId: id! },
      body: { isActive },
    });
    return { call: call(false), target: id!, undo: call(true) };
  },
  'POST /staff/gallery/:imageId/approve': async () => {
    const author = await world.member();
    const imageId = await makeGalleryImage(world.ctx, author, { approved: false });
    const call = { key: 'POST /staff/gallery/:imageId/approve', params: { imageId } };
    return { call, target: imageId, notifies: author };
  },
  'POST /staff/gallery/:imageId/reject': async () => {
    const author = await world.member();
    const imageId = await makeGalleryImage(world.ctx, author, { approved: false });
    const call = { key: 'POST /staff/gallery/:imageId/reject', params: { imageId }, body: { reason: 'Blurred' } };
    return { call, target: imageId, notifies: author };
  },
  'PUT /staff/gallery/:imageId/featured': async () => {
    const imageId = await makeGalleryImage(world.ctx, await world.member());
    const call = (on: boolean) => ({ key: 'PUT /staff/gallery/:imageId/featured', params: { imageId }, body: { on } });
    return { call: call(true), target: imageId, undo: call(false) };
  },
  'POST /staff/queue/:itemId/decide': async () => {
    const { author, id, params } = await reported();
    const body = { decision: 'remove', reason: 'Spam' };
    const undo = { key: 'POST /staff/queue/:itemId/undo', params };
    const call = { key: 'POST /staff/queue/:itemId/decide', params, body };
    return { call, target: id, notifies: author, undo, mirrors: false };
  },
  'POST /staff/queue/decisions': async () => {
    const { author, id, item } = await readItem();
    const body = { items: [{ ...item, decision: 'remove' }], reason: 'Spam' };
    return { call: { key: 'POST /staff/queue/decisions', body }, target: id, notifies: author };
  },
  'POST /staff/queue/decisions/undo': async () => {
    const { id, item } = await readItem();
    const body = { items: [{ ...item, decision: 'keep' }] };
    const { items } = (await done('POST /staff/queue/decisions', { body })) as unknown as { items: object[] };
    return { call: { key: 'POST /staff/queue/decisions/undo', body: { items } }, target: id };
  },
  'POST /staff/spammers': async () => {
    const member = await world.member();
    const profileIds = [member.profileId];
    return {
      call: { key: 'POST /staff/spammers', body: { profileIds, reason: 'Spam' } },
      target: member.profileId,
      notifies: member,
      undo: { key: 'POST /staff/spammers/undo', body: { profileIds } },
    };
  },
  'POST /staff/spammers/undo': async () => {
    const { profileId } = await world.member();
    const body = { profileIds: [profileId] };
    await done('POST /staff/spammers', { body: { ...body, reason: 'Spam' } });
    return { call: { key: 'POST /staff/spammers/undo', body }, target: profileId };
  },
  'POST /staff/queue/:itemId/undo': async () => {
    const { id, params } = await reported();
    await done('POST /staff/queue/:itemId/decide', { params, body: { decision: 'keep', reason: '' } });
    return { call: { key: 'POST /staff/queue/:itemId/undo', params }, target: id };
  },
  'POST /staff/queue/:itemId/hold': async () => {
    const { author, id, params } = await reported();
    const call = { key: 'POST /staff/queue/:itemId/hold', params, body: { reason: 'Let us look' } };
    const undo = { key: 'POST /staff/queue/:itemId/decide', params, body: { decision: 'approve', reason: '' } };
    return { call, target: id, notifies: author, undo, mirrors: false };
  },
  'POST /staff/queue/:itemId/ask': async () => {
    const { author, id, params } = await reported();
    const call = { key: 'POST /staff/queue/:itemId/ask', params, body: { reason: 'Leave the name out' } };
    const undo = { key: 'POST /staff/queue/:itemId/decide', params, body: { decision: 'approve', reason: '' } };
    return { call, target: id, notifies: author, undo, mirrors: false };
  },
  'POST /staff/queue/:itemId/escalate': async () => {
    const { id, params } = await reported();
    const other = await world.member({ admin: true });
    const call = { key: 'POST /staff/queue/:itemId/escalate', params, body: { reason: 'For you' } };
    return { call, target: id, notifies: other };
  },
  'POST /staff/members/:profileId/notes': async () => {
    const { profileId } = await world.member();
    const call = { key: 'POST /staff/members/:profileId/notes', params: { profileId }, body: { text: 'Watch this' } };
    return { call, target: profileId };
  },
  'POST /staff/members/:profileId/warnings': async () => {
    const member = await world.member();
    const { profileId } = member;
    const call = { key: 'POST /staff/members/:profileId/warnings', params: { profileId }, body: { reason: 'Spam' } };
    return { call, target: profileId, notifies: member };
  },
  'PUT /staff/members/:profileId/suspension': () => restriction('suspension'),
  'PUT /staff/members/:profileId/silence': () => restriction('silence'),
  'DELETE /staff/members/:profileId/suspension': () => lifted('suspension'),
  'DELETE /staff/members/:profileId/silence': () => lifted('silence'),
  'POST /staff/banned-words': async () => ({
    call: { key: 'POST /staff/banned-words', body: { word: `bad${randomUUID().slice(0, 8)}` } },
  }),
  'PATCH /staff/banned-words/:wordId': async () => {
    const { id } = await done('POST /staff/banned-words', { body: { word: `bad${randomUUID().slice(0, 8)}` } });
    const key = 'PATCH /staff/banned-words/:wordId';
    const call = (action: string) => ({ key, params: { wordId: id! }, body: { action } });
    return { call: call('mark'), target: id!, undo: call('refuse') };
  },
  'DELETE /staff/banned-words/:wordId': async () => {
    const { id } = await done('POST /staff/banned-words', { body: { word: `bad${randomUUID().slice(0, 8)}` } });
    return { call: { key: 'DELETE /staff/banned-words/:wordId', params: { wordId: id! } }, target: id! };
  },
  'POST /staff/complaints/:complaintId/accept': async () => {
    const { author, post, params } = await complaint();
    const undo = { key: 'POST /staff/complaints/:complaintId/restore', params, body: { because: 'mistake' } };
    const call = { key: 'POST /staff/complaints/:complaintId/accept', params, body: {} };
    return { call, target: post, notifies: author, undo, mirrors: false };
  },
  'POST /staff/complaints/:complaintId/dismiss': async () => {
    const { post, params } = await complaint();
    const call = { key: 'POST /staff/complaints/:complaintId/dismiss', params, body: { reason: 'Not theirs' } };
    return { call, target: post };
  },
  'POST /staff/complaints/:complaintId/restore': async () => {
    const { author, post, params } = await accepted();
    const call = { key: 'POST /staff/complaints/:complaintId/restore', params, body: { because: 'withdrawn' } };
    return { call, target: post, notifies: author };
  },
  'POST /staff/complaints/:complaintId/court': async () => {
    const { author, post, params } = await accepted();
    await done('POST /legal/complaints/:complaintId/counter-notice', { params, body: counter }, author);
    const call = { key: 'POST /staff/complaints/:complaintId/court', params, body: { note: 'A court has it' } };
    return { call, target: post, notifies: author };
  },
  'PATCH /announcements/:announcementId': async () => {
    const params = await announced();
    const call = (isPublished: boolean, baseVersion: number) => ({
      key: 'PATCH /announcements/:announcementId',
      params,
      body: { isPublished, baseVersion },
    });
    return { call: call(false, 1), target: params.announcementId, undo: call(true, 2), mirrors: false };
  },
  'DELETE /announcements/:announcementId': async () => {
    const params = await announced();
    return { call: { key: 'DELETE /announcements/:announcementId', params }, target: params.announcementId };
  },
  'POST /staff/members/:profileId/corrections': async () => {
    const { profileId } = await world.member();
    const call = (amount: number) => ({
      key: 'POST /staff/members/:profileId/corrections',
      params: { profileId },
      body: { currency: 'credits', amount, reason: 'Lost', submitId: randomUUID() },
    });
    return { call: call(10), target: profileId, undo: call(-10) };
  },
  'PUT /staff/members/:profileId/moderator': () => flag('PUT /staff/members/:profileId/moderator', 'on'),
  'PUT /staff/settings/:name': () => {
    const params = { name: 'spamMessages' };
    const call = (value: number | null) => ({ key: 'PUT /staff/settings/:name', params, body: { value } });
    return Promise.resolve({ call: call(30), target: params.name, undo: call(null) });
  },
  'POST /staff/logo': async () => {
    const content = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#e05030' } })
      .png()
      .toBuffer();
    const fileId = await makeFile(world.ctx, admin, content, { purpose: 'site_logo' });
    await world.settle();
    const undo = { key: 'PUT /staff/settings/:name', params: { name: 'logo' }, body: { value: null } };
    return { call: { key: 'POST /staff/logo', body: { fileId } }, target: 'logo', undo };
  },
  'PUT /staff/members/:profileId/admin': () => flag('PUT /staff/members/:profileId/admin', 'on'),
  'PUT /staff/members/:profileId/role': async () => {
    const member = await world.member();
    const made = role();
    await done('POST /staff/custom-roles', { body: made });
    const params = { profileId: member.profileId };
    const call = (name: string | null) => ({ key: 'PUT /staff/members/:profileId/role', params, body: { role: name } });
    return { call: call(made.name), target: member.profileId, notifies: member, undo: call(null), mirrors: false };
  },
  'POST /staff/custom-roles': async () => ({ call: { key: 'POST /staff/custom-roles', body: role() } }),
  'PATCH /staff/custom-roles/:roleId': async () => {
    const { id } = await done('POST /staff/custom-roles', { body: role() });
    const key = 'PATCH /staff/custom-roles/:roleId';
    const call = (isActive: boolean) => ({ key, params: { roleId: id! }, body: { isActive } });
    return { call: call(false), target: id!, undo: call(true) };
  },
  'PUT /staff/legal/:key': async () => {
    const body = { source: '# Rules\n\nBe kind.', note: '', needsAcceptance: false, baseVersion: 0 };
    return { call: { key: 'PUT /staff/legal/:key', params: { key: 'rules' }, body }, target: 'rules' };
  },
  'POST /staff/jobs/:jobId/retry': async () => {
    const params = await deadJob();
    return { call: { key: 'POST /staff/jobs/:jobId/retry', params }, target: params.jobId };
  },
  'POST /staff/jobs/retry': async () => {
    await deadJob();
    return { call: { key: 'POST /staff/jobs/retry' }, target: 'all' };
  },
  'DELETE /staff/jobs/:jobId': async () => {
    const params = await deadJob();
    return { call: { key: 'DELETE /staff/jobs/:jobId', params }, target: params.jobId };
  },
  // What staff do by endpoints that members have too.
  'POST /announcements': async () => ({
    call: { key: 'POST /announcements', body: { title: 'More', content: 'News', submitId: randomUUID() } },
  }),
  'PUT /forum/posts/:postId/pin': async () => {
    const postId = await makePost(world.ctx, await world.member());
    const call = (on: boolean) => ({ key: 'PUT /forum/posts/:postId/pin', params: { postId }, body: { on } });
    return { call: call(true), target: postId, undo: call(false) };
  },
  'PATCH /forum/posts/:postId': async () => {
    const author = await world.member();
    const postId = await makePost(world.ctx, author);
    const call = { key: 'PATCH /forum/posts/:postId', params: { postId }, body: { content: 'Better', baseVersion: 1 } };
    return { call, target: postId, notifies: author };
  },
  'DELETE /forum/posts/:postId': async () => {
    const author = await world.member();
    const params = { postId: await makePost(world.ctx, author) };
    const undo = { key: 'POST /forum/posts/:postId/restore', params };
    const call = { key: 'DELETE /forum/posts/:postId', params, body: { reason: 'Spam' } };
    return { call, target: params.postId, notifies: author, undo };
  },
  'DELETE /forum/replies/:replyId': async () => {
    const author = await world.member();
    const params = { replyId: await makeReply(world.ctx, author, await makePost(world.ctx, await world.member())) };
    const undo = { key: 'POST /forum/replies/:replyId/restore', params };
    const call = { key: 'DELETE /forum/replies/:replyId', params, body: { reason: 'Spam' } };
    return { call, target: params.replyId, notifies: author, undo };
  },
  'POST /parties/:partyId/end': async () => {
    const host = await world.member();
    const { id } = await done('POST /parties', { body: { name: 'Night', submitId: randomUUID() } }, host);
    return { call: { key: 'POST /parties/:partyId/end', params: { partyId: id! } }, target: id! };
  },
};

/** Endpoints of staff that leave no entry, and why. */
const excused: Readonly<Record<string, string>> = {
  'PUT /staff/queue/:itemId/taken': 'a sign of an open page, not a decision',
  'POST /staff/storage/measure': 'counts, and changes nothing',
  'POST /staff/test-mail': 'sends a mail to its own sender alone',
  'PUT /staff/templates': 'own texts, read by nobody else',
  'POST /staff/banned-words/try': 'changes nothing',
};

const ofStaff = (Object.entries(contract) as [string, Endpoint][])
  .filter(([key, { access }]) => !key.startsWith('GET ') && (access === 'moderator' || access === 'admin'))
  .map(([key]) => key);

it('has a case for every endpoint of staff that changes something', () => {
  expect(ofStaff.filter((key) => !cases[key] && !excused[key])).toEqual([]);
  expect(ofStaff.length).toBeGreaterThan(30);
});

const decisions = (Object.entries(contract) as [string, Endpoint][])
  .filter(([, endpoint]) => decidesWhatWasRead(endpoint))
  .map(([key]) => key);

/** Endpoints of staff for an item of the queue, an image that waits, or a complaint. */
const aboutItems = /^(POST|PUT) \/staff\/(queue\/:itemId|gallery\/:imageId|complaints\/:complaintId)\//;
/** Those that decide nothing about what waits. */
const decidesNothing = new Set(['PUT /staff/queue/:itemId/taken', 'PUT /staff/gallery/:imageId/featured']);

it('asks every decision about something that waits for the version that was read', () => {
  expect(decisions).toEqual(ofStaff.filter((key) => aboutItems.test(key) && !decidesNothing.has(key)));
  expect(decisions).toHaveLength(11);
});

it.each(decisions)('%s decides only what was read', async (key) => {
  const { call, target } = await cases[key]!();
  const as = (version: string | undefined) => world.call(key, { ...call, body: { ...call.body, version } }, admin);
  const read = await newestVersion(world.ctx, call.params!);
  const before = (await entriesOf(target!)).length;
  await world.ctx.db.rows(sql`UPDATE forum_posts SET content = content || ' +49 170 5550123' WHERE id = ${target!}`);
  await world.ctx.db.rows(sql`UPDATE gallery_images SET title = 'Another' WHERE id = ${target!}`);
  expect(await as(undefined)).toMatchObject({ status: 400, body: { code: 'invalid' } });
  expect(await as('unread')).toMatchObject({ status: 409, body: { code: 'decision_outdated' } });
  expect(await as(read)).toMatchObject({ status: 409, body: { code: 'decision_outdated' } });
  expect(await entriesOf(target!)).toHaveLength(before);
  expect(await as(await newestVersion(world.ctx, call.params!))).toMatchObject({ status: 200 });
});

interface Entry {
  readonly actor_id: string | null;
  readonly details: { readonly before?: unknown; readonly after?: unknown };
}

const entriesOf = (target: string): Promise<Entry[]> =>
  world.ctx.db.rows<Entry>(
    sql`SELECT actor_id, details FROM audit_log WHERE target_id = ${target} ORDER BY created_at DESC, id DESC`,
  );

const noticesOf = async ({ profileId }: FixtureMember): Promise<number> => {
  await world.settle();
  const rows = await world.ctx.db.rows(sql`SELECT 1 AS one FROM notifications WHERE user_id = ${profileId}`);
  return rows.length;
};

it.each(Object.entries(cases))(
  '%s leaves an entry with before and after, and notifies whom it must',
  async (_, make) => {
    const { call, target, notifies, undo, mirrors = true } = await make();
    const earlier = notifies ? await noticesOf(notifies) : 0;
    const before = target === undefined ? 0 : (await entriesOf(target)).length;
    const answer = await done(call.key, call);
    const about = target ?? answer['id']!;
    const [entry, ...rest] = await entriesOf(about);
    expect(rest).toHaveLength(before);
    expect(entry!.actor_id).toBe(admin.profileId);
    expect(entry!.details).toHaveProperty('before');
    expect(entry!.details).toHaveProperty('after');
    expect(entry!.details.before).not.toEqual(entry!.details.after);
    if (notifies) expect(await noticesOf(notifies)).toBeGreaterThan(earlier);
    if (!undo) return;
    await done(undo.key, undo);
    const [second, ...others] = await entriesOf(about);
    expect(others).toHaveLength(before + 1);
    if (mirrors) expect(second!.details.after).toEqual(entry!.details.before);
  },
);
