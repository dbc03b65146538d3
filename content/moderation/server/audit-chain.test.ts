import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { verifyAudit } from './audit-chain.ts';
import { audit } from './store.ts';

let world: World;
let admin: FixtureMember;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.member({ admin: true });
});
afterAll(() => world.close());

const entry = (targetId: string) => ({
  action: 'test.change',
  targetKind: 'test',
  targetId,
  details: { before: { on: false }, after: { on: true } },
});
const write = (targetId: string) =>
  world.ctx.db.tx((tx) => audit(world.ctx, tx, { profileId: admin.profileId }, entry(targetId)));
/** Runs statements with the triggers of a table off, as somebody with the owner's rights could. */
async function tamper(table: string, statement: string): Promise<void> {
  const { pool } = world.ctx.db;
  await pool.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await pool.query(statement);
  await pool.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

describe('the audit log', () => {
  it('refuses to change, delete or empty what it holds, with the rights of the site itself', async () => {
    await write('kept');
    for (const statement of [
      `UPDATE audit_log SET reason = 'other' WHERE target_id = 'kept'`,
      `DELETE FROM audit_log WHERE target_id = 'kept'`,
      `TRUNCATE audit_log`,
      `UPDATE audit_chain SET hash = 'x'`,
      `DELETE FROM audit_chain`,
      `TRUNCATE audit_chain`,
    ])
      await expect(world.ctx.db.pool.query(statement), statement).rejects.toThrow(/append-only/);
    expect((await verifyAudit(world.ctx.db)).fault).toBeNull();
  });

  it('has one chain however many write at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => write(`at-once-${at}`)));
    const rows = await world.ctx.db.rows<{ first: number; last: number; count: number }>(
      sql`SELECT min(seq)::float8 AS first, max(seq)::float8 AS last, count(*)::int AS count FROM audit_chain`,
    );
    expect(rows[0]).toMatchObject({ first: 1, last: rows[0]!.count });
    expect((await verifyAudit(world.ctx.db)).fault).toBeNull();
  });

  it('has no entry of an action that was rolled back, and no gap for it', async () => {
    const before = (await verifyAudit(world.ctx.db)).entries;
    const failed = world.ctx.db.tx(async (tx) => {
      await audit(world.ctx, tx, null, entry('undone'));
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    await write('after');
    expect(await verifyAudit(world.ctx.db)).toMatchObject({ entries: before + 1, fault: null });
  });

  it('is listed by who acted, what was done and when, with what it changed', async () => {
    const { items } = await world.ok('GET /staff/audit', { query: { actor: admin.username, action: 'test.' } }, admin);
    expect(items[0]).toMatchObject({
      details: { before: { on: false }, after: { on: true } },
      actor: { username: admin.username },
    });
    const from = new Date(world.ctx.clock.now().getTime() + 60_000).toISOString();
    expect((await world.ok('GET /staff/audit', { query: { from } }, admin)).items).toEqual([]);
    const until = { query: { until: from, targetId: 'kept' } };
    expect((await world.ok('GET /staff/audit', until, admin)).items).toHaveLength(1);
    await world.refused('GET /staff/audit', {}, await world.member(), 'forbidden');
  });

  it('shows in a check what was changed, removed, added or cut off', async () => {
    const { head } = await verifyAudit(world.ctx.db);
    expect(await verifyAudit(world.ctx.db, head)).toMatchObject({ fault: null });
    await write('to be changed');
    await write('last');
    const newest = (await verifyAudit(world.ctx.db)).head!;
    await tamper('audit_log', `UPDATE audit_log SET target_id = 'changed' WHERE target_id = 'to be changed'`);
    expect((await verifyAudit(world.ctx.db)).fault).toBe(`Entry ${newest.seq - 1} was changed, or one before it.`);
    await tamper('audit_log', `UPDATE audit_log SET target_id = 'to be changed' WHERE target_id = 'changed'`);
    const id = newId(world.ctx.clock.now());
    await tamper(
      'audit_log',
      `INSERT INTO audit_log (id, action, target_kind, target_id, created_at) VALUES ('${id}', 'x', 'x', 'x', now())`,
    );
    expect((await verifyAudit(world.ctx.db)).fault).toContain('was added by another way');
    await tamper('audit_log', `DELETE FROM audit_log WHERE id = '${id}'`);
    await tamper('audit_chain', `DELETE FROM audit_chain WHERE seq = ${newest.seq}`);
    await tamper('audit_log', `DELETE FROM audit_log WHERE target_id = 'last'`);
    // Against the head alone that was noted: what is left is whole.
    expect((await verifyAudit(world.ctx.db)).fault).toBeNull();
    expect((await verifyAudit(world.ctx.db, newest)).fault).toContain(`Entry ${newest.seq} is gone`);
    await tamper('audit_log', `DELETE FROM audit_log WHERE target_id = 'kept'`);
    expect((await verifyAudit(world.ctx.db)).fault).toMatch(/^Entry \d+ is gone\.$/);
  });
});
