import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openItemOf } from '#content/moderation/server/fixtures.ts';
import { makeComplaint } from '#content/rights/server/fixtures.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { sql } from '#platform/server/db/database.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { commands } from '#scripts/commands/all.ts';
import { terminalOn } from '#scripts/commands/testing/terminal.ts';
import { contract } from '#site/contract/contract.ts';
import { features } from '#site/server/app.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { otherwise, panelRows } from './rows.ts';

const failing = defineJob({
  name: 'test.failing',
  payload: z.object({}),
  retries: 0,
  run: () => Promise.reject(new Error('on purpose')),
});

let world: World;
let owner: FixtureMember;
let terminal: ReturnType<typeof terminalOn>;
beforeAll(async () => {
  world = await openWorld({
    environment: { SIGN_UP: 'invitation', STAFF_TWO_FACTOR: 'on' },
    features: [...features, { name: 'test', jobs: [failing] }],
  });
  owner = await world.member({ admin: true, username: 'owner', createdAt: new Date('2020-01-01') });
  terminal = terminalOn(world.ctx);
});
afterAll(() => world.close());

const idOf = async (...words: string[]): Promise<string> => (await terminal.done(...words))['id'] as string;

async function reported(): Promise<string> {
  const id = await makePost(world.ctx, await world.member());
  await world.ok('POST /reports', { body: { kind: 'forum_post', id, reason: 'spam' } }, await world.member());
  return (await openItemOf(world.ctx, id)).itemId;
}

async function complaint(): Promise<string> {
  const post = await makePost(world.ctx, await world.member());
  return (await makeComplaint(world, `/forum/post/${post}`)).complaintId;
}

async function accepted(): Promise<string> {
  const id = await complaint();
  await terminal.done('complaint', 'accept', id);
  return id;
}

const member = async (): Promise<string> => (await world.member()).username;
const word = async (): Promise<string> => {
  const banned = `bad${randomUUID().slice(0, 8)}`;
  await terminal.done('banned-word', 'add', banned);
  return banned;
};
const role = async (): Promise<string> => {
  const name = `role_${randomUUID().slice(0, 8)}`;
  await terminal.done('role', 'create', name, '--display-name', `Role ${randomUUID().slice(0, 4)}`);
  return name;
};
const announcement = () => idOf('announcement', 'publish', 'News', '--content', 'Some **news**');

/** The words after each command with which it is done. */
const cases: Readonly<Record<string, () => Promise<string[]> | string[]>> = {
  overview: () => [],
  'overview counts': () => [],
  'overview checklist': () => [],
  'storage show': () => [],
  'storage measure': () => [],
  'account find': async () => ['--q', (await member()).slice(0, 3), '--by', 'name'],
  'account warn': async () => [await member(), '--reason', 'Spam'],
  'account give-role': async () => [await member(), await role()],
  'note list': async () => [await member()],
  'note add': async () => [await member(), 'Watch this'],
  'spammer show': async () => [await member()],
  'spammer mark': async () => [await member(), '--reason', 'Spam', '--days', '2'],
  async 'spammer undo'() {
    const name = await member();
    await terminal.done('spammer', 'mark', name, '--reason', 'Spam');
    return [name];
  },
  'invitation create': () => ['--email', 'guest@example.org'],
  'invitation list': () => [],
  'invitation revoke': async () => [await idOf('invitation', 'create')],
  'role list': () => [],
  'role create': () => [`role_${randomUUID().slice(0, 8)}`, '--display-name', 'Night owl'],
  'role change': async () => [await role(), '--is-active', 'no', '--description', ''],
  'announcement list': () => [],
  'announcement publish': () => ['News', '--content', 'Some news', '--priority', '4', '--expires-at', '7d'],
  'announcement change': async () => [await announcement(), '--is-pinned', 'yes', '--expires-at', 'none'],
  'announcement remove': async () => [await announcement()],
  'complaint list': () => ['--state', 'running'],
  'complaint show': async () => [await complaint()],
  'complaint accept': async () => [await complaint(), '--reason', 'It is theirs'],
  'complaint dismiss': async () => [await complaint(), '--reason', 'It is not theirs'],
  'complaint restore': async () => [await accepted(), 'mistake'],
  async 'complaint court'() {
    return [await accepted(), '--note', 'They have gone to court'];
  },
  'post list': () => [],
  async 'queue undo'() {
    const id = await reported();
    await terminal.done('queue', 'keep', id);
    return [id];
  },
  'queue hold': async () => [await reported(), '--reason', 'Let us look'],
  'queue ask': async () => [await reported(), '--reason', 'Leave the name out'],
  'queue escalate': async () => [await reported(), '--reason', 'For you'],
  'template list': () => [],
  'template save': () => ['["Spam", "Not music"]'],
  'banned-word try': () => ['hello'],
  'banned-word change': async () => [await word(), '--action', 'mark'],
  'legal show': () => ['terms'],
  'legal publish': () => ['rules', '--source', '-', '--needs-acceptance', 'no'],
  'audit find': () => ['--actor', owner.username, '--from', '2020-01-01'],
  async 'job give-up'() {
    await world.ctx.db.tx((tx) => world.ctx.jobs.enqueue(tx, failing, {}));
    await world.settle();
    return [(await world.ctx.jobs.dead())[0]!.id];
  },
};

const endpointOf = (key: string): Endpoint => (contract as Readonly<Record<string, Endpoint>>)[key]!;
/** What is done without a line of the audit log in the panel too. */
const silent = new Set(['storage measure', 'template save', 'banned-word try']);

describe.each(panelRows)('$name', ({ name, key }) => {
  const words = name.split(' ');

  test('does what the panel does, for the owner, with the command in the audit log', async () => {
    const args = await cases[name]!();
    const before = await world.ctx.db.rows<{ id: string }>(sql`SELECT id FROM audit_log`);
    const answer = await terminalOn(world.ctx, '# Rules\n\nBe kind.\n').done(...words, ...args);
    expect(endpointOf(key).reply.safeParse(answer).success).toBe(true);
    const known = new Set(before.map(({ id }) => id));
    const lines = (
      await world.ctx.db.rows<{ id: string; actor_id: string | null; command: string | null }>(
        sql`SELECT id, actor_id, details ->> 'commandLine' AS command FROM audit_log`,
      )
    ).filter(({ id }) => !known.has(id));
    if (key.startsWith('GET ') || silent.has(name)) expect(lines).toEqual([]);
    else expect(lines[0]).toMatchObject({ actor_id: owner.profileId, command: name });
  });

  test('answers a person in words, and refuses for who is not of staff', async () => {
    const ended = await terminalOn(world.ctx, 'Be kinder.').type(...words, ...(await cases[name]!()));
    expect(ended).toMatchObject({ exit: 0, error: '' });
    expect(ended.out.trim()).not.toBe('');
    expect(ended.out).not.toMatch(/\[object|undefined|^\{/m);
    const args = await cases[name]!();
    const refused = await terminal.type(...words, ...args, '--as', await member());
    expect(refused).toMatchObject({ exit: 1, out: '', error: expect.stringMatching(/is not of staff\.$/) });
  });

  test.runIf(Object.keys(endpointOf(key).params?.shape ?? {}).length > 0)(
    'refuses in a sentence what is not there',
    async () => {
      const [, ...rest] = await cases[name]!();
      const place = Object.keys(endpointOf(key).params!.shape)[0]!;
      const nobody = place.endsWith('Id') && !/^(?:profile|role|word)Id$/.test(place) ? randomUUID() : 'nowhere';
      const ended = await terminal.type(...words, nobody, ...rest);
      expect(ended).toMatchObject({ exit: 1, out: '' });
      expect(ended.error).toMatch(/^(?:KEY: )?["\p{Lu}].*\.$/u);
      const asJson = JSON.parse((await terminal.type(...words, nobody, ...rest, '--json')).error) as object;
      expect(asJson).toEqual({ error: { code: expect.any(String), message: ended.error } });
    },
  );
});

test('every endpoint of staff has a command, or a reason why it has none', () => {
  const staff = Object.entries(contract as Readonly<Record<string, Endpoint>>).filter(
    ([key, { access }]) => access === 'moderator' || access === 'admin' || key === 'POST /announcements',
  );
  const named = [...panelRows.map(({ key }) => key as string), ...Object.keys(otherwise)];
  expect(named.toSorted()).toEqual(staff.map(([key]) => key).toSorted());
  for (const reason of Object.values(otherwise))
    expect(reason.startsWith('(') || commands.some(({ name }) => name === reason), reason).toBe(true);
});

test('a moderator for whom the operator acts may do no more than in the panel', async () => {
  const { username } = await world.member({ moderator: true });
  const ended = await terminal.type('invitation', 'create', '--as', username);
  expect(ended).toMatchObject({ exit: 1, error: 'You do not have permission to do that.' });
  await terminal.done('account', 'suspend', username, '--reason', 'Away');
  expect(await terminal.type('post', 'list', '--as', username)).toMatchObject({ exit: 1, out: '' });
});

test('what an endpoint finds wrong is named by its option', async () => {
  const ended = await terminal.type('role', 'create', 'x'.repeat(200), '--display-name', 'X');
  expect(ended).toMatchObject({ exit: 1, error: expect.stringMatching(/^NAME: .+/) });
  expect(await terminal.type('announcement', 'publish', 'x', '--priority', 'high')).toMatchObject({
    exit: 2,
    error: '--priority must be a whole number; it is "high".',
  });
});
