import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '#platform/server/db/database.ts';
import { DatabaseOutage } from '#platform/server/db/outage.ts';
import { createAccount } from '#people/accounts/server/actions.ts';
import { eraseJob } from './deletion.ts';
import { exportDocument, exportJob, purgeExports } from './exports.ts';
import { type Visit, firstVisitOfDay } from '#people/accounts/server/events.ts';
import { resolveViewer } from '#people/accounts/server/sessions/session-reader.ts';
import { type World, openWorld } from '#people/accounts/server/testing/world.ts';
import { unzipped } from '#site/testing/zip.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function makeDue(userId: string): Promise<void> {
  await world.ctx.db.rows(sql`UPDATE users SET deletion_at = ${new Date(Date.now() - 1)} WHERE id = ${userId}`);
}

/** Keys of what is stored of a member's exports. */
async function partsOf(userId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of world.ctx.storage.list(`exports/${userId}/`)) keys.push(key);
  return keys;
}

describe('an export', () => {
  test('is made by a job, mailed about, and loaded by its owner alone', async () => {
    const [member, stranger] = [await world.member(), await world.member()];
    const asked = await member.browser.call('POST /account/exports');
    expect(asked).toMatchObject({ state: 'waiting', url: null });
    expect((await world.mails(member.email))[0]?.subject).toContain('is ready');
    const { items } = await member.browser.call('GET /account/exports');
    expect(items[0]).toMatchObject({ id: asked.id, state: 'ready', url: `/files/exports/${asked.id}` });
    const reply = await member.browser.open(exportDocument, items[0]!.url!, { id: asked.id });
    const entries = await unzipped(await buffer(reply.body as Readable));
    const data = JSON.parse(String(entries.get('data.json'))) as {
      account: { email: string };
      profile: { username: string };
    };
    expect(data.account.email).toBe(member.email);
    expect(data.profile.username).toBe(member.username);
    await expect(stranger.browser.open(exportDocument, items[0]!.url!, { id: asked.id })).rejects.toThrow('not_found');
    await expect(world.visitor().open(exportDocument, items[0]!.url!, { id: asked.id })).rejects.toThrow(
      'sign_in_required',
    );
    await expect(member.browser.open(exportDocument, '/files/exports/x', { id: '../secret' })).rejects.toThrow(
      'not_found',
    );
  });

  test('that fails says so, and is ready when a further try succeeds', async () => {
    const member = await world.member();
    vi.spyOn(world.ctx.storage, 'put').mockRejectedValueOnce(new DatabaseOutage('busy', 'No place became free.'));
    const { id } = await member.browser.call('POST /account/exports');
    await world.ctx.jobs.idle();
    const state = async (): Promise<string> => (await member.browser.call('GET /account/exports')).items[0]!.state;
    expect(await state()).toBe('failed');
    await exportJob.run(world.ctx, { exportId: id });
    expect(await state()).toBe('ready');
    expect((await world.mails(member.email))[0]?.subject).toContain('is ready');
  });

  test('contains no password, no secret and no token', async () => {
    const member = await world.member();
    const { id } = await member.browser.call('POST /account/exports');
    await world.ctx.jobs.idle();
    const reply = await member.browser.open(exportDocument, '/', { id });
    const content = [...(await unzipped(await buffer(reply.body as Readable))).values()].join('\n');
    expect(content).toContain(member.email);
    const [row] = await world.ctx.db.rows<{ password: string; token: string }>(
      sql`SELECT a.password, s.token FROM user_accounts a JOIN sessions s ON s.user_id = a.user_id WHERE a.user_id = ${member.userId}`,
    );
    expect(content).not.toContain(row!.password);
    expect(content).not.toContain(row!.token);
  });

  test('is gone after seven days', async () => {
    const member = await world.member();
    const { id } = await member.browser.call('POST /account/exports');
    await world.ctx.jobs.idle();
    await world.ctx.db.rows(
      sql`UPDATE data_exports SET created_at = ${new Date(Date.now() - 7.1 * 86_400_000)} WHERE id = ${id}`,
    );
    expect(await partsOf(member.userId)).toHaveLength(2);
    await purgeExports(world.ctx);
    expect((await member.browser.call('GET /account/exports')).items).toEqual([]);
    expect(await partsOf(member.userId)).toEqual([]);
  });
});

describe('a deletion', () => {
  test('needs the password, is planned for a day later, mailed about, and can be taken back', async () => {
    const member = await world.member();
    expect(await member.browser.refused('POST /account/deletion', { body: { password: 'wrong one' } })).toBe(
      'invalid_credentials',
    );
    const before = Date.now();
    const { deletionAt } = await member.browser.call('POST /account/deletion', { body: { password: member.password } });
    const plannedFor = new Date(deletionAt).getTime() - 86_400_000;
    expect(plannedFor).toBeGreaterThanOrEqual(before);
    expect(plannedFor).toBeLessThanOrEqual(Date.now());
    expect((await world.mails(member.email))[0]?.subject).toContain('will be deleted');
    await eraseJob.run(world.ctx, { userId: member.userId });
    expect((await member.browser.call('GET /account')).deletionAt).toBe(deletionAt);
    await member.browser.call('DELETE /account/deletion');
    await eraseJob.run(world.ctx, { userId: member.userId });
    expect((await member.browser.call('GET /account')).deletionAt).toBeNull();
  });

  test('erases user, sessions, copies and profile, and frees the address', async () => {
    const member = await world.member();
    await member.browser.call('POST /account/exports');
    await world.ctx.jobs.idle();
    expect(await partsOf(member.userId)).toHaveLength(2);
    await member.browser.call('POST /account/deletion', { body: { password: member.password } });
    await makeDue(member.userId);
    await eraseJob.run(world.ctx, { userId: member.userId });
    expect((await member.browser.call('GET /session')).viewer).toBeNull();
    expect(await partsOf(member.userId)).toEqual([]);
    expect(await world.ctx.db.rows(sql`SELECT 1 FROM profiles WHERE id = ${member.profileId}`)).toEqual([]);
    expect(await createAccount(world.ctx, { email: member.email, password: 'plum violet 88' })).not.toBeNull();
    await eraseJob.run(world.ctx, { userId: member.userId });
  });

  test('leaves a nameless shell where something refers to the profile', async () => {
    const member = await world.member({ displayName: 'Real Name' });
    const table = sql.raw(`refers_${process.pid}`);
    await world.ctx.db.rows(sql`CREATE TABLE ${table} (profile_id uuid REFERENCES profiles (id))`);
    await world.ctx.db.rows(sql`INSERT INTO ${table} VALUES (${member.profileId})`);
    await makeDue(member.userId);
    await eraseJob.run(world.ctx, { userId: member.userId });
    const [shell] = await world.ctx.db.rows<{ user_id: string | null; username: string; display_name: string }>(
      sql`SELECT user_id, username, display_name FROM profiles WHERE id = ${member.profileId}`,
    );
    expect(shell).toMatchObject({ user_id: null, display_name: 'Deleted member' });
    expect(shell?.username).toMatch(/^deleted_[0-9a-f]{12}$/);
    await world.ctx.db.rows(sql`DROP TABLE ${table}`);
  });
});

test('the first visit of a day is reported once, and again if that failed', async () => {
  const member = await world.member();
  const calls: string[] = [];
  const visits = [
    {
      event: firstVisitOfDay.name,
      async handle(_ctx: unknown, _tx: unknown, payload: unknown) {
        calls.push((payload as Visit).profileId);
        if (calls.length === 1) throw new Error('not this time');
      },
    },
  ];
  const ctx = { ...world.ctx, events: new Map([[firstVisitOfDay.name, visits]]) };
  await vi.waitFor(
    async () => {
      await resolveViewer(ctx, member.cookie);
      expect(calls).toHaveLength(2);
    },
    { timeout: 10_000, interval: 5 },
  );
  await resolveViewer(ctx, member.cookie);
  expect(calls).toEqual([member.profileId, member.profileId]);
  await world.ctx.db.rows(
    sql`UPDATE profiles SET last_visit_day = ${new Date().toISOString().slice(0, 10)} WHERE id = ${member.profileId}`,
  );
  await resolveViewer(ctx, member.cookie);
  expect(calls).toHaveLength(2);
});
