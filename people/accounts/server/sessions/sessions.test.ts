import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account } from '#people/accounts/contract/limits.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { resolveViewer } from './session-reader.ts';

const DAY = 86_400_000;

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-03-01T12:00:00Z'), environment: { SESSION_DAYS: '20' } });
});
afterAll(() => world.close());

describe('a session', () => {
  const isSignedIn = async (cookie: string) => (await resolveViewer(world.ctx, cookie)) !== null;

  test('ends as many days after its last use as the operator has set', async () => {
    const { cookie } = await world.member();
    world.clock!.advance(19 * DAY);
    expect(await isSignedIn(cookie)).toBe(true);
    const idle = await world.member();
    world.clock!.advance(21 * DAY);
    expect(await isSignedIn(idle.cookie)).toBe(false);
  });

  test('ends a year after it was opened, however much it is used', async () => {
    const { cookie, userId } = await world.member();
    const opened = world.clock!.now();
    for (let days = 0; days < account.sessionMaxDays - 10; days += 10) {
      expect(await isSignedIn(cookie), `after ${days} days`).toBe(true);
      await expect
        .poll(
          async () => {
            const [row] = await world.ctx.db.rows<{ at: Date }>(
              sql`SELECT last_used_at AS at FROM sessions WHERE user_id = ${userId}`,
            );
            return row?.at.getTime();
          },
          { interval: 2 },
        )
        .toBe(world.clock!.now().getTime());
      world.clock!.advance(10 * DAY);
    }
    const [row] = await world.ctx.db.rows<{ at: Date }>(
      sql`SELECT expires_at AS at FROM sessions WHERE user_id = ${userId}`,
    );
    expect(row!.at.getTime()).toBeLessThanOrEqual(opened.getTime() + account.sessionMaxDays * DAY);
    // Even where the row says otherwise, as rows of older versions may.
    await world.ctx.db.rows(sql`UPDATE sessions SET expires_at = '2030-01-01' WHERE user_id = ${userId}`);
    expect(await isSignedIn(cookie)).toBe(true);
    world.clock!.advance(11 * DAY);
    expect(await isSignedIn(cookie)).toBe(false);
  });

  test('leaves nothing of the member’s pages in the browser when they sign out', async () => {
    for (const key of ['POST /auth/sign-out', 'POST /auth/sign-out-everywhere'] as const) {
      const answer = await world.call(key, {}, await world.member());
      expect(answer.headers['clear-site-data']).toBe('"cache"');
      expect(String(answer.headers['set-cookie'])).toMatch(/^looproom\.session_token=; Max-Age=0/);
    }
  });
});
