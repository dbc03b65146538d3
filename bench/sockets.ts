import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import { cookieNameOf, signedValue } from '#server/features/accounts/sessions/cookies.ts';
import { sql } from '#server/platform/db/database.ts';
import { cpuSeconds, residentMb } from './processes.ts';
import type { Listener, Seeded } from './seeded.ts';
import { startSite } from './server.ts';

/** What members cost who have a page open and do nothing. */
export interface SocketsResult {
  readonly sockets: number;
  /** MB of memory that the site has more with them, once the heartbeat has gone round. */
  readonly growthMb: number | null;
  /** Milliseconds of the site's CPU a second, for all of them together. */
  readonly cpuMsPerSecond: number | null;
}

/** Members with an open page. */
const LISTENERS = 5000;
/** Longer than a heartbeat: a socket that nobody answers for is closed in it. */
const IDLE_SECONDS = 60;
const OPENING_SECONDS = 180;

/** Signs members of the crowd in. @returns them with their sessions */
export async function addListeners(ctx: Context): Promise<Listener[]> {
  const members = await ctx.db.rows<{ id: string; token: string }>(sql`
    WITH members AS (SELECT id, user_id, username FROM profiles WHERE username LIKE 'crowd\\_%' ORDER BY id LIMIT ${LISTENERS}),
      added AS (
        INSERT INTO users (id, name, email, email_verified, created_at, updated_at)
        SELECT user_id, username, username || '@example.org', true, now(), now() FROM members RETURNING id)
    SELECT m.id, 'listener-' || m.username AS token FROM members m JOIN added a ON a.id = m.user_id`);
  await ctx.db.rows(sql`
    INSERT INTO sessions (id, user_id, token, expires_at, created_at, last_used_at)
    SELECT gen_random_uuid(), user_id, 'listener-' || username, now() + interval '1 day', now(), now()
    FROM profiles WHERE id = ANY(${members.map(({ id }) => id)}::uuid[])`);
  const name = cookieNameOf(ctx, 'session_token');
  return members.map(({ id, token }) => ({ profileId: id, cookie: `${name}=${signedValue(ctx.secret, token)}` }));
}

/** Opens the pages of thousands of members on a fresh site, and leaves them alone. @throws when one of them is lost */
export async function holdSockets(seeded: Seeded): Promise<SocketsResult> {
  const site = await startSite(seeded);
  const child = fork(path.join(import.meta.dirname, 'sockets-driver.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The driver of the sockets ended with code ${String(code)}.`);
  });
  ended.catch(() => {});
  const message = async (): Promise<unknown> =>
    ((await Promise.race([once(child, 'message'), ended])) as readonly unknown[])[0];
  try {
    // The first request loads what every later one has: a page that the site has not rendered yet is not the sockets'.
    await fetch(`${site.address}/api/v1/forum/posts`, { headers: { cookie: seeded.cookies[0]! } });
    await sleep(3000);
    const before = residentMb(site.pid);
    child.send({ address: site.address, listeners: seeded.listeners });
    const late = sleep(OPENING_SECONDS * 1000, 'late', { ref: false });
    if ((await Promise.race([message(), late])) !== 'open') throw new Error('The sockets did not open in time.');
    const used = cpuSeconds(site.pid);
    await sleep(IDLE_SECONDS * 1000);
    const [after, usedAfter] = [residentMb(site.pid), cpuSeconds(site.pid)];
    child.send('enough');
    const { lost } = (await message()) as { lost: number };
    if (lost > 0) throw new Error(`${lost} idle sockets were closed.`);
    return {
      sockets: seeded.listeners.length,
      growthMb: before === null || after === null ? null : after - before,
      cpuMsPerSecond: used === null || usedAfter === null ? null : ((usedAfter - used) * 1000) / IDLE_SECONDS,
    };
  } finally {
    child.kill();
    await site.stop();
  }
}
