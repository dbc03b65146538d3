import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { sql } from '#platform/server/db/database.ts';
import { runNode } from '#scripts/tool.ts';
import { checkSums, isAcknowledged, paidTips, storedFiles } from './checks.ts';
import { eventually } from './eventually.ts';
import { type PatientLoad, startPatientLoad } from './patient-load.ts';
import { type Place, startSite } from './site-process.ts';
import { type CrashFixture, withFixture } from './fixture.ts';
import { fileIdOf, isDone } from './transfers.ts';

async function looproom(place: Place, words: readonly string[]): Promise<void> {
  const environment = {
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    PORT: '3999',
    NODE_ENV: 'production',
  };
  const { code, output } = await runNode('scripts/looproom.ts', words, { environment });
  assert.equal(code, 0, output);
}

async function addDatabase(fixture: CrashFixture, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: fixture.place.databaseUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(fixture.place.databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * A site on a database server is backed up while members write and send files, then restored elsewhere, and compared:
 * everything from before the backup is there, nothing that nobody sent, and nothing half.
 * @returns how many writes and files were in the backup at least
 * @throws when it is not so
 */
export async function backUpUnderLoad(rounds: number): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'looproom-backup-'));
  const scenario = async (fixture: CrashFixture): Promise<number> => {
    const site = await startSite(fixture.place);
    let compared = 0;
    const earlier: PatientLoad[] = [];
    for (let round = 0; round < rounds; round++) {
      const load = startPatientLoad(site, fixture);
      earlier.push(load);
      await eventually('files', () => load.transfers.filter(isDone).length > 2);
      const before = earlier.flatMap(({ sent }) => sent.filter(isAcknowledged));
      const filesBefore = earlier.flatMap(({ transfers }) => transfers.filter(isDone));
      const archive = path.join(folder, `${round}.tar.gz`);
      await looproom(fixture.place, ['backup', archive]);
      // Whatever comes of the copy, nobody has to write meanwhile.
      await load.finish();
      // A busy site asks to try again, and refuses nothing else.
      assert.ok(load.refused.every(({ status }) => status === 503));
      const copy: Place = {
        dataDir: path.join(folder, `data-${round}`),
        databaseUrl: await addDatabase(fixture, `restored_${round}`),
      };
      await looproom(copy, ['restore', archive]);
      // What was sent up to now is all that the copy may have.
      const sent = new Set(earlier.flatMap((one) => one.sent.flatMap(({ body }) => body['submitId'] ?? [])));
      const transfers = new Map(earlier.flatMap((one) => one.transfers.map((file) => [fileIdOf(file), file.sha256])));
      await fixture.open(async (ctx) => {
        const written = await ctx.db.rows<{ submit_id: string }>(sql`
          SELECT submit_id::text FROM post_replies UNION ALL
          SELECT submit_id::text FROM forum_posts WHERE NOT id = ANY(${fixture.postIds}::uuid[])`);
        const { paid, received } = await paidTips(ctx);
        assert.deepEqual(paid.toSorted(), received.toSorted());
        const ids = [...written.map((row) => row.submit_id), ...paid];
        const found = new Set(ids);
        assert.equal(found.size, ids.length, 'nothing is there twice');
        assert.deepEqual([...found.difference(sent)], [], 'nothing is there that nobody sent');
        const missing = before.filter(({ kind, body }) => kind !== 'sign-up' && !found.has(body['submitId']!));
        assert.deepEqual(missing, [], 'everything from before the backup is there');
        await checkSums(ctx);
        const stored = await storedFiles(ctx);
        for (const [id, sha256] of stored) assert.equal(sha256, transfers.get(id));
        for (const one of filesBefore) assert.equal(stored.get(fileIdOf(one)), one.sha256);
      }, copy);
      compared += before.length + filesBefore.length;
    }
    assert.equal(await site.end('SIGTERM'), 0);
    return compared;
  };
  try {
    return await withFixture({ on: 'server' }, scenario);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
