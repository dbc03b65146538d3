import { mkdtempSync, rmSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { realtimePath } from '#contract/event.ts';
import { readConfig } from '#server/config.ts';
import { makeMember } from '#server/features/accounts/fixtures.ts';
import { sql } from '#server/platform/db/database.ts';
import { type Site, openSite } from '#server/site.ts';

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

test('connections that are reset while their member is looked up harm nobody', async () => {
  const { cookie } = await makeMember(site.ctx);
  for (let turn = 0; turn < 20; turn++) {
    const socket = open(upgrade(realtimePath, cookie));
    await sleep(turn % 5);
    socket.resetAndDestroy();
  }
  await sleep(50);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
});

/** What a member's page gets of a topic until its own answer to a ping. */
async function subscribed(cookie: string, message: object): Promise<unknown[]> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${realtimePath}`, { headers: { cookie } });
  const heard: { kind: string }[] = [];
  await new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const said = JSON.parse(data.toString()) as { kind: string };
      if (said.kind === 'hello')
        for (const one of [{ kind: 'subscribe', ...message }, { kind: 'ping' }]) socket.send(JSON.stringify(one));
      else if (said.kind === 'pong') resolve();
      else heard.push(said);
    });
  });
  socket.close();
  return heard;
}

test('a page without a number gets what happened while it was loading, and nothing older', async () => {
  const { cookie, profileId } = await makeMember(site.ctx);
  const topic = `viewer:${profileId}`;
  const publish = (at: number): Promise<unknown> =>
    site.ctx.db.tx(async (tx) => {
      await site.ctx.realtime.publish(tx, topic, 'relations_changed', { at });
      await tx.rows(
        sql`UPDATE topic_events SET created_at = ${new Date(at)} WHERE topic = ${topic} AND data->>'at' = ${String(at)}`,
      );
    });
  expect(await subscribed(cookie, { topic, within: 1000 })).toMatchObject([{ kind: 'subscribed', seq: 0 }]);
  await publish(Date.now() - 60_000);
  expect(await subscribed(cookie, { topic, within: 1000 })).toMatchObject([{ kind: 'subscribed', seq: 1 }]);
  await publish(Date.now() - 500);
  expect(await subscribed(cookie, { topic, within: 1000 })).toMatchObject([
    { kind: 'subscribed', seq: 1 },
    { kind: 'event', seq: 2, type: 'relations_changed' },
  ]);
  expect(await subscribed(cookie, { topic })).toMatchObject([{ kind: 'subscribed', seq: 2 }]);
  expect(await subscribed(cookie, { topic, after: 2, within: 1000 })).toMatchObject([{ kind: 'subscribed', seq: 2 }]);
});

test('a stop waits neither for silent connections and half requests nor for sockets', async () => {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${realtimePath}`);
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve) => socket.on('open', resolve));
  open('');
  open('GET /healthz HTTP/1.1\nHost: loc');
  open('POST /api/v1/auth/sign-in HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 90\n\n{');
  await sleep(100);
  const started = performance.now();
  await site.close();
  expect(performance.now() - started).toBeLessThan(12_000);
  expect(await closed).toBe(1012);
});
