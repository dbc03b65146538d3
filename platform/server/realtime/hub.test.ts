import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { realtimePath } from '#platform/contract/event.ts';
import { realtime as limits } from '#platform/contract/realtime-limits.ts';
import { readConfig } from '#platform/server/config.ts';
import { setStaff } from '#people/accounts/server/actions.ts';
import { makeMember } from '#people/accounts/server/fixtures.ts';
import { blockMember } from '#people/friends/server/actions.ts';
import { grantEntitlement } from '#people/ledger/server/actions.ts';
import { restrict } from '#content/moderation/server/decisions.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { type Site, openSite } from '#site/server/site.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'looproom-hub-'));
let site: Site;
let address: string;

beforeAll(async () => {
  site = await openSite(readConfig({ DATA_DIR: folder, PORT: '0' }), pino({ level: 'silent' }), { pages: false });
  address = await site.listen();
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A bare connection, for what no library sends. */
function open(text: string): Socket {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text.replaceAll('\n', '\r\n'));
  return socket;
}

const upgrade = (target: string, cookie = ''): string =>
  `GET ${target} HTTP/1.1\nHost: localhost\nCookie: ${cookie}\nConnection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\nSec-WebSocket-Version: 13\n\n`;

/** Everything that comes until the other side ends the connection. */
async function answerTo(text: string): Promise<string> {
  let answer = '';
  for await (const part of open(text)) answer += String(part);
  return answer;
}

test('an upgrade to no address, or to another than the socket, is refused and harms nobody', async () => {
  for (const target of ['//', '/', '/api/v1/realtime/more', 'http://[/'])
    expect(await answerTo(upgrade(target)), target).toMatch(/^HTTP\/1\.1 40[04] /);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
});

test('connections that are reset while their session is read harm nobody', async () => {
  const { cookie } = await makeMember(site.ctx);
  for (let turn = 0; turn < 20; turn++) {
    const socket = open(upgrade(realtimePath, cookie));
    await sleep(turn % 5);
    socket.resetAndDestroy();
  }
  await sleep(50);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
});

test('closed maintenance ends the sockets of all but staff, and takes no further ones', async () => {
  const [member, moderator] = [await makeMember(site.ctx), await makeMember(site.ctx, { moderator: true })];
  const cookies = { visitor: '', member: member.cookie, moderator: moderator.cookie };
  const ends = new Map<string, number>();
  const sockets = await Promise.all(
    Object.entries(cookies).map(async ([who, cookie]) => {
      const socket = new WebSocket(`${address.replace('http', 'ws')}${realtimePath}`, { headers: { cookie } });
      socket.on('close', (code) => ends.set(who, code));
      await new Promise((resolve) => socket.once('message', resolve));
      return socket;
    }),
  );
  await setSiteSetting(site.ctx, 'maintenance', 'closed');
  await vi.waitFor(() => expect(Object.fromEntries(ends)).toEqual({ visitor: 1013, member: 1013 }));
  for (const [who, cookie] of Object.entries(cookies)) {
    const socket = open(upgrade(realtimePath, cookie));
    const [head] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(String(head), who).toMatch(
      who === 'moderator' ? /^HTTP\/1\.1 101 / : /^HTTP\/1\.1 503 [^]*Retry-After: 300/,
    );
  }
  await setSiteSetting(site.ctx, 'maintenance', 'read-only');
  expect((await answers(member.cookie, { topic: `viewer:${member.profileId}` })).map(({ kind }) => kind)).toContain(
    'subscribed',
  );
  await setSiteSetting(site.ctx, 'maintenance', 'off');
  for (const socket of sockets) socket.terminate();
});

/** What a member's page gets of a topic until the answer to its ping. */
async function answers(cookie: string, message: object): Promise<{ kind: string; seq?: number | null }[]> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${realtimePath}`, { headers: { cookie } });
  const heard: { kind: string; seq?: number | null }[] = [];
  await new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const said = JSON.parse(data.toString()) as { kind: string };
      if (said.kind === 'hello')
        for (const sent of [{ kind: 'subscribe', ...message }, { kind: 'ping' }]) socket.send(JSON.stringify(sent));
      else if (said.kind === 'pong') resolve();
      else heard.push(said);
    });
  });
  socket.close();
  return heard;
}

/** Of these what has a number. */
async function subscribed(cookie: string, message: object): Promise<unknown[]> {
  return (await answers(cookie, message)).filter((one) => one.seq !== null);
}

/** Of these the hints, after subscribing. */
async function greetings(cookie: string, topic: string): Promise<unknown[]> {
  return (await answers(cookie, { topic })).filter((one) => one.seq === null);
}

test('a page without a number gets what happened while it was loading, and nothing older', async () => {
  const { cookie, profileId } = await makeMember(site.ctx);
  const topic = `viewer:${profileId}` as const;
  const publish = (at: number): Promise<unknown> =>
    site.ctx.db.tx(async (tx) => {
      await site.ctx.realtime.publish(tx, topic, 'notified', { kind: String(at) });
      await tx.rows(
        sql`UPDATE topic_events SET created_at = ${new Date(at)} WHERE topic = ${topic} AND data->>'kind' = ${String(at)}`,
      );
    });
  // Five minutes lie between the loading and either event, before it and after it.
  const within = 300_000;
  expect(await subscribed(cookie, { topic, within })).toMatchObject([{ kind: 'subscribed', seq: 0 }]);
  await publish(Date.now() - 2 * within);
  expect(await subscribed(cookie, { topic, within })).toMatchObject([{ kind: 'subscribed', seq: 1 }]);
  await publish(Date.now());
  expect(await subscribed(cookie, { topic, within })).toMatchObject([
    { kind: 'subscribed', seq: 1 },
    { kind: 'event', seq: 2, type: 'notified' },
  ]);
  expect(await subscribed(cookie, { topic })).toMatchObject([{ kind: 'subscribed', seq: 2 }]);
  // With both the earlier one counts: one part of the page may know its number, and another none.
  expect(await subscribed(cookie, { topic, after: 2, within })).toMatchObject([
    { kind: 'subscribed', seq: 1 },
    { kind: 'event', seq: 2 },
  ]);
  expect(await subscribed(cookie, { topic, after: 0, within })).toMatchObject([
    { kind: 'subscribed', seq: 0 },
    { kind: 'event', seq: 1 },
    { kind: 'event', seq: 2 },
  ]);
});

test('what changed about a member after their page was rendered comes with its first subscription', async () => {
  const [member, other] = [await makeMember(site.ctx), await makeMember(site.ctx)];
  const topic = `viewer:${member.profileId}`;
  const rendered = async (): Promise<number> => {
    const answer = await fetch(`${address}/api/v1/session`, { headers: { cookie: member.cookie } });
    return ((await answer.json()) as { viewer: { eventSeq: number } }).viewer.eventSeq;
  };
  const causes: Record<string, () => Promise<unknown>> = {
    session: () =>
      restrict(site.ctx, null, member.profileId, 'silence', { reason: 'Insults', until: '2099-01-01T00:00:00Z' }),
    relations_changed: () => blockMember(site.ctx, other.profileId, member.profileId),
    rights_changed: () =>
      site.ctx.db.tx((tx) => grantEntitlement(site.ctx, tx, member.profileId, 'pin_own_post', 'test', null)),
  };
  for (const [type, change] of Object.entries(causes)) {
    const after = await rendered();
    await change();
    const heard = await subscribed(member.cookie, { topic, after });
    expect(heard, type).toContainEqual(expect.objectContaining({ kind: 'event', type }));
    expect(await subscribed(member.cookie, { topic, after: await rendered() })).toHaveLength(1);
  }
});

test('whoever listens to their own news is greeted with the number of unread notifications', async () => {
  const { cookie, profileId } = await makeMember(site.ctx);
  const topic = `viewer:${profileId}` as const;
  const greeting = { kind: 'event', topic, seq: null, type: 'inbox' };
  expect(await greetings(cookie, topic)).toEqual([{ ...greeting, data: { unread: 0 } }]);
  await site.ctx.db.tx((tx) =>
    notify(site.ctx, tx, [profileId], { ...noticeText.staff('Hello', 'There'), cause: 'hub' }),
  );
  // The event of the notification itself may come beside it, and says the same.
  await expect.poll(async () => (await greetings(cookie, topic)).at(-1)).toEqual({ ...greeting, data: { unread: 1 } });
  expect(await greetings((await makeMember(site.ctx)).cookie, topic)).toEqual([]);
  expect(await greetings(cookie, 'forum')).toEqual([]);
});

/** A socket that keeps all it hears of one topic. */
async function listener(cookie: string): Promise<{ socket: WebSocket; heard: Heard[]; say(message: object): void }> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${realtimePath}`, { headers: { cookie } });
  const heard: Heard[] = [];
  await new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const said = JSON.parse(data.toString()) as Heard;
      if (said.kind === 'hello') resolve();
      else heard.push(said);
    });
  });
  return { socket, heard, say: (message) => socket.send(JSON.stringify(message)) };
}
interface Heard {
  readonly kind: string;
  readonly seq?: number | null;
}
const until = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 500 && !holds(); tries++) await sleep(20);
  expect(holds()).toBe(true);
};
const publishSome = (topic: `viewer:${string}`, count: number): Promise<unknown> =>
  site.ctx.db.tx(async (tx) => {
    for (let at = 0; at < count; at++) await site.ctx.realtime.publish(tx, topic, 'relations_changed', {});
  });

test('who is staff no more hears nothing of the queue, and who becomes staff does, on the connection that is open', async () => {
  const { cookie, profileId } = await makeMember(site.ctx, { moderator: true });
  const { socket, heard, say } = await listener(cookie);
  const set = (moderator: boolean) =>
    site.ctx.db.tx((tx) => setStaff(site.ctx, tx, profileId, { moderator }, new Date()));
  const ask = async (): Promise<string> => {
    heard.length = 0;
    say({ kind: 'subscribe', topic: 'staff' });
    await until(() => heard.length > 0);
    return heard[0]!.kind;
  };
  expect(await ask()).toBe('subscribed');
  // Its greeting follows.
  await until(() => heard.length > 1);
  heard.length = 0;
  await set(false);
  await until(() => heard.length > 0);
  expect(heard).toEqual([{ kind: 'ended', topic: 'staff', code: 'forbidden' }]);
  expect(await ask()).toBe('refused');
  heard.length = 0;
  site.ctx.realtime.announce('staff', 'queue_changed', { id: profileId });
  say({ kind: 'ping' });
  await until(() => heard.length > 0);
  expect(heard.map(({ kind }) => kind)).toEqual(['pong']);
  await set(true);
  expect(await ask()).toBe('subscribed');
  socket.close();
});

test('a reader with a number from the future gets a reset', async () => {
  const { cookie, profileId } = await makeMember(site.ctx);
  const topic = `viewer:${profileId}` as const;
  await publishSome(topic, 3);
  expect(await subscribed(cookie, { topic, after: 9 })).toMatchObject([{ kind: 'reset', seq: 3 }]);
  expect(await subscribed(cookie, { topic, after: 3 })).toMatchObject([{ kind: 'subscribed', seq: 3 }]);
});

test('readers who are far behind catch up by themselves, in order, and delay nobody', async () => {
  const { cookie, profileId } = await makeMember(site.ctx);
  const topic = `viewer:${profileId}` as const;
  await publishSome(topic, 450);
  const live = await listener(cookie);
  live.say({ kind: 'subscribe', topic });
  await until(() => live.heard.some((one) => one.kind === 'subscribed'));
  // Reading what others missed takes as long as it is held up here; live events do not wait for it.
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { rows } = site.ctx.db;
  let isHeld = 0;
  Object.assign(site.ctx.db, {
    rows: async (query: Parameters<typeof rows>[0]) => {
      const result = await rows.call(site.ctx.db, query);
      if (result.length > 400) {
        isHeld++;
        await held;
      }
      return result;
    },
  });
  const late = await Promise.all(Array.from({ length: 5 }, () => listener(cookie)));
  try {
    for (const listening of late) listening.say({ kind: 'subscribe', topic, after: 0 });
    await until(() => isHeld === 5);
    await publishSome(topic, 5);
    await until(() => live.heard.some((one) => one.seq === 455));
    // What comes meanwhile does not overtake what was missed.
    for (const listening of late) expect(listening.heard.filter((said) => said.seq !== null)).toEqual([]);
  } finally {
    release();
    Object.assign(site.ctx.db, { rows });
  }
  for (const listening of late) {
    await until(() => listening.heard.some((said) => said.seq === 455));
    const numbered = listening.heard.filter((said) => said.seq !== null);
    expect(numbered[0]).toMatchObject({ kind: 'subscribed', seq: 0 });
    expect(numbered.slice(1).map((said) => said.seq)).toEqual(Array.from({ length: 455 }, (_, at) => at + 1));
  }
  await publishSome(topic, 1);
  for (const listening of [live, ...late]) await until(() => listening.heard.some((said) => said.seq === 456));
  for (const listening of [live, ...late]) listening.socket.close();
});

test('a socket that sends too many messages is closed', async () => {
  const { cookie } = await makeMember(site.ctx);
  const { socket, say } = await listener(cookie);
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  for (let at = 0; at < 1000; at++) say({ kind: 'ping' });
  expect(await closed).toBe(1008);
});

test('a session that has too many sockets gets no more, and others do', async () => {
  const [{ cookie }, other] = [await makeMember(site.ctx), await makeMember(site.ctx)];
  const own = await Promise.all(Array.from({ length: limits.socketsPerSession }, () => listener(cookie)));
  const refused = new WebSocket(`${address.replace('http', 'ws')}${realtimePath}`, { headers: { cookie } });
  expect(await new Promise((resolve) => refused.on('error', (error) => resolve(error.message)))).toContain('429');
  (await listener(other.cookie)).socket.close();
  for (const { socket } of own) socket.close();
  await until(() => site.ctx.realtime.socketCount === 0);
  (await listener(cookie)).socket.close();
});

test('a stop does not wait for ever for silent connections, half requests and sockets', async () => {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${realtimePath}`);
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve) => socket.on('open', resolve));
  open('');
  open('GET /healthz HTTP/1.1\nHost: loc');
  open('POST /api/v1/auth/sign-in HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 90\n\n{');
  await sleep(100);
  await site.close();
  expect(await closed).toBe(1012);
});
