import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { features } from '#site/server/app.ts';
import { sql } from '#platform/server/db/database.ts';
import { markBackup, markBackupTest, markBackupTrial } from '#platform/server/backups/backup-mark.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { sendMailJob } from '#platform/server/mail/mail.ts';
import { type TestMailServer, startMailServer } from '#site/testing/mail-server.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { maskedAddress, shownError } from './rules.ts';

/** Fails until it may not. */
const broken = defineJob({
  name: 'test.broken',
  payload: z.object({ to: z.string() }),
  retries: 0,
  run() {
    runs++;
    if (isBroken) throw new Error('No answer of smtp://user:hunter2@mail.example:25 for bob@example.org\nat some line');
    return Promise.resolve();
  },
});
let isBroken = true;
let runs = 0;

let server: TestMailServer;
let world: World;
beforeAll(async () => {
  server = await startMailServer();
  world = await openWorld({
    rateLimits: true,
    jobsMayFail: true,
    environment: { SMTP_URL: server.url },
    features: [...features, { name: 'test', jobs: [broken] }],
  });
});
afterAll(async () => {
  await world.close();
  await server.close();
});

const admin = () => world.member({ admin: true });

/** A job that has failed for good. */
async function deadJob(): Promise<string> {
  isBroken = true;
  await world.ctx.db.tx((tx) => world.ctx.jobs.enqueue(tx, broken, { to: 'bob@example.org' }));
  await world.settle();
  return (await world.ctx.jobs.dead())[0]!.id;
}

describe('the checklist of a new site', () => {
  it('has each line open until the site itself has seen it done, and can be put away', async () => {
    const owner = await admin();
    const read = async () => {
      const { isShown, items } = await world.ok('GET /staff/checklist', {}, owner);
      return { isShown, items, done: items.filter((item) => item.isDone).map((item) => item.key) };
    };
    expect(await read()).toMatchObject({ isShown: true, done: [] });

    await world.ok('PUT /staff/settings/:name', { params: { name: 'siteName' }, body: { value: 'Harbour' } }, owner);
    server.refusal = '451 later, ann@example.org';
    await world.ok('POST /staff/test-mail', {}, owner);
    await world.settle();
    expect((await read()).items.find((item) => item.key === 'mail')!.text).toMatch(/could not be sent/);
    server.refusal = null;
    const { to } = await world.ok('POST /staff/test-mail', {}, owner);
    await world.settle();
    expect(server.taken).toEqual([to]);
    expect(to).toBe(owner.email);
    expect((await read()).done).toContain('mail');

    await markBackup(world.ctx.config.dataDir, { at: new Date(Date.now() - 20 * 86_400_000).toISOString(), bytes: 5 });
    expect((await read()).done).not.toContain('backup');
    await markBackup(world.ctx.config.dataDir, { at: new Date().toISOString(), bytes: 5 });
    const rules = { source: '# Rules', note: '', needsAcceptance: false, baseVersion: 0 };
    await world.ok('PUT /staff/legal/:key', { params: { key: 'rules' }, body: rules }, owner);
    await world.ok('POST /staff/forum-categories', { body: { name: 'Mixing', description: '', sortOrder: 1 } }, owner);
    const words = async () => (await read()).items.find((item) => item.key === 'backup')!.text;
    expect(await words()).toContain('None was restored for a test yet');
    await markBackupTest(world.ctx.config.dataDir, { at: '2026-01-05T00:00:00.000Z', of: '2026-01-04T00:00:00.000Z' });
    expect(await words()).toContain('One was restored for a test on 2026-01-05.');
    expect((await read()).done).toEqual(['name', 'mail', 'backup', 'rules', 'categories']);

    // Either choice is one, the default too.
    for (const value of [true, false]) {
      const choice = { params: { name: 'onlyAdminsAssign' }, body: { value } };
      await world.ok('PUT /staff/settings/:name', choice, owner);
      expect((await read()).done).toContain('staff');
    }

    await world.ok('PUT /staff/settings/:name', { params: { name: 'sectionsOff' }, body: { value: '' } }, owner);
    expect((await read()).done).toContain('sections');

    const params = { name: 'showChecklist' };
    await world.ok('PUT /staff/settings/:name', { params, body: { value: false } }, owner);
    expect((await read()).isShown).toBe(false);
    await world.refused('GET /staff/checklist', {}, await world.member({ moderator: true }), 'forbidden');
  });

  it.each([
    ['passed', true, /^The last backup is of [\d-]+. One was restored for a test on 2026-01-05.$/],
    ['failed', false, /The test of 2026-02-05 failed: A blob is damaged.$/],
    ['impossible', true, /The test of 2026-02-05 was not possible: A blob is damaged.$/],
  ] as const)('and storage, metrics and readiness know of a restore test that %s', async (outcome, isDone, text) => {
    const [owner, { dataDir }] = [await admin(), world.ctx.config];
    await markBackup(dataDir, { at: new Date().toISOString(), bytes: 5 });
    await markBackupTest(dataDir, { at: '2026-01-05T00:00:00.000Z', of: '2026-01-04T00:00:00.000Z' });
    const trial = { at: '2026-02-05T00:00:00.000Z', outcome, text: 'A blob is damaged.' };
    await markBackupTrial(dataDir, trial);
    const item = { key: 'backup', isDone, text: expect.stringMatching(text) };
    const { items } = await world.ok('GET /staff/checklist', {}, owner);
    expect(items).toContainEqual(expect.objectContaining(item));
    expect(await world.ok('GET /staff/storage', {}, owner)).toMatchObject({ restoreTest: trial });
    const ready = await world.app.inject({ url: '/readyz?verbose' });
    const seen = ready.json<{ checklist: unknown[]; backup: unknown }>();
    expect(seen.checklist).toContainEqual(item);
    expect(seen.backup).toMatchObject({ testedAt: '2026-01-05T00:00:00.000Z', lastTest: trial });
    const { body } = await world.app.inject({ url: '/metrics' });
    for (const one of ['passed', 'failed', 'impossible'])
      expect(body).toContain(`looproom_backup_test_outcome{outcome="${one}"} ${one === outcome ? 1 : 0}`);
  });

  it('takes the word of an admin that other tools make the backups', async () => {
    const owner = await admin();
    await markBackup(world.ctx.config.dataDir, { at: '2020-01-01T00:00:00.000Z', bytes: 5 });
    const params = { name: 'backupsElsewhere' };
    await world.ok('PUT /staff/settings/:name', { params, body: { value: true } }, owner);
    const { items } = await world.ok('GET /staff/checklist', {}, owner);
    expect(items.find((item) => item.key === 'backup')).toMatchObject({ isDone: true });
  });

  it('lets an admin ask for a few test mails, not for many', async () => {
    const owner = await admin();
    for (let sent = 0; sent < world.ctx.config.rates.attempts.mail.max; sent++)
      await world.ok('POST /staff/test-mail', {}, owner);
    await world.refused('POST /staff/test-mail', {}, owner, 'rate_limited');
  });
});

describe('jobs and mail', () => {
  it('shows failed jobs without addresses and passwords, and mails with addresses to admins alone', async () => {
    const [owner, moderator] = [await admin(), await world.member({ moderator: true })];
    const id = await deadJob();
    server.refusal = '451 mailbox of carla@example.net is busy';
    await world.ctx.db.tx((tx) =>
      world.ctx.mail.send(tx, {
        kind: 'test',
        to: 'carla@example.net',
        subject: 'About "My song"',
        paragraphs: ['Hello'],
      }),
    );
    await world.settle();
    const seen = await world.ok('GET /staff/jobs', {}, moderator);
    const text = JSON.stringify(seen);
    for (const secret of ['bob@', 'hunter2', 'carla@', 'My song', 'some line']) expect(text).not.toContain(secret);
    expect(seen.failed.find((job) => job.id === id)).toMatchObject({
      name: 'test.broken',
      error: 'No answer of smtp://mail.example:25 for [address]',
      mail: null,
    });
    expect(seen.canAct).toBe(false);
    expect(seen.mail.items.at(-1)).toMatchObject({ to: 'c•••@example.net', subject: null, tries: 1 });
    const whole = await world.ok('GET /staff/jobs', {}, owner);
    expect(whole.mail).toMatchObject({ hasServer: true });
    expect(whole.mail.failedTries).toBeGreaterThan(0);
    expect(whole.mail.items.at(-1)).toMatchObject({ to: 'carla@example.net', subject: 'About "My song"' });
    expect(whole.mail.items.at(-1)!.error).toContain('[address]');
    const queue = whole.queues.find(({ name }) => name === sendMailJob.name)!;
    expect(queue.later).toBe(whole.mail.waiting);
    await world.refused('GET /staff/jobs', {}, await world.member(), 'forbidden');
    server.refusal = null;
  });

  it('runs a failed job again, or gives it up, once, for admins alone and with an entry in the audit log', async () => {
    const [owner, moderator] = [await admin(), await world.member({ moderator: true })];
    const first = { params: { jobId: await deadJob() } };
    await world.refused('POST /staff/jobs/:jobId/retry', first, moderator, 'forbidden');
    isBroken = false;
    const before = runs;
    await world.ok('POST /staff/jobs/:jobId/retry', first, owner);
    await world.settle();
    expect(runs).toBe(before + 1);
    await world.refused('POST /staff/jobs/:jobId/retry', first, owner, 'job_gone');

    const second = { params: { jobId: await deadJob() } };
    await world.refused('DELETE /staff/jobs/:jobId', second, moderator, 'forbidden');
    await world.ok('DELETE /staff/jobs/:jobId', second, owner);
    await world.refused('DELETE /staff/jobs/:jobId', second, owner, 'job_gone');
    const { failed } = await world.ok('GET /staff/jobs', {}, owner);
    expect(failed.map((job) => job.id)).not.toContain(second.params.jobId);
    const entries = await world.ctx.db.rows<{ action: string }>(
      sql`SELECT action FROM audit_log WHERE target_kind = 'job' ORDER BY created_at`,
    );
    expect(entries.map((entry) => entry.action)).toEqual(['job.retry', 'job.drop']);
  });

  it('masks addresses, and takes secrets out of errors', () => {
    expect(maskedAddress('ada@example.org')).toBe('a•••@example.org');
    expect(maskedAddress('no address')).toBe('•••');
    expect(shownError('GET https://api.example/v1/x?token=abc refused')).toBe('GET https://api.example/v1/x refused');
    expect(shownError('password=hunter2 is wrong')).toBe('password […] is wrong');
    expect(shownError('key sk_live_51HabcdefGHIJKLmnopqrstuv')).not.toContain('51Habc');
    expect([...shownError('x'.repeat(5000))]).toHaveLength(300);
  });
});
