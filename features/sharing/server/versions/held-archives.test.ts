import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { processFile } from '#content/media/server/processing/process.ts';
import { sql } from '#platform/server/db/database.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { zipOfParts } from '#site/testing/zip.ts';

/** A stand-in for a virus scanner: it finds the word EICAR, and has no verdict while the file `down` is beside it. */
const scanner = `
  const chunks = [];
  process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
    if (require('node:fs').existsSync(__dirname + '/down')) process.exit(2);
    const isInfected = Buffer.concat(chunks).includes('EICAR');
    if (isInfected) console.log('stdin: Eicar-Signature FOUND');
    process.exitCode = isInfected ? 1 : 0;
  });`;

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'scanner-'));
  await writeFile(path.join(folder, 'scan.cjs'), scanner);
  world = await openWorld({ environment: { SCAN_COMMAND: `${process.execPath} ${path.join(folder, 'scan.cjs')}` } });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const member = () => world.member({ createdAt: new Date('2020-01-01') });
const zipOf = (names: readonly string[], content: Uint8Array = wavOf(4000)): Buffer =>
  zipOfParts([...names.map((name) => ({ name, content })), { name: `${randomUUID()}.nfo` }]);
const upload = (by: FixtureMember, zip: Buffer) =>
  makeFile(world.ctx, by, zip, { purpose: 'sharing_archive', name: 'kit.zip' });
const share = (by: FixtureMember, archiveFileId: string) =>
  world.ok(
    'POST /drumkits',
    { body: { title: `Kit ${randomUUID()}`, archiveFileId, rights: true, submitId: randomUUID() } },
    by,
  );
const stateOf = async (id: string) =>
  (await world.ctx.db.rows<{ state: string }>(sql`SELECT state FROM drumkits WHERE id = ${id}`))[0]!.state;
const reasonsOf = async (id: string) => {
  const items = await world.ctx.db.rows<{ hold_reasons: string[] | null }>(
    sql`SELECT hold_reasons FROM queue_items WHERE content_id = ${id} AND state = 'open'`,
  );
  return items.flatMap((item) => item.hold_reasons ?? []);
};

describe('a kit whose archive holds programs and little else', () => {
  const alone: readonly [string, readonly string[]][] = [
    ['a program', ['setup.exe']],
    ['a program with a picture and a text', ['Kit/setup.msi', 'Kit/cover.png', 'Kit/read me.txt']],
    ['an application of a Mac', ['Kit.app/Contents/MacOS/kit', 'Kit.app/Contents/Info.plist']],
    ['archives in it alone', ['Drums.zip', 'Loops.rar']],
    ['one sound beside a program', ['kick.wav', 'setup.scr']],
    ...['bat', 'cmd', 'com', 'dmg', 'iso', 'jar', 'js', 'lnk', 'ps1', 'vbs'].map(
      (ending): [string, readonly string[]] => [`a file .${ending}`, [`kick.wav.${ending}`]],
    ),
  ];
  it.each(alone)('waits for staff: %s', async (_title, names) => {
    const author = await member();
    const listed = await upload(author, zipOf(names));
    await world.settle();
    const made = await share(author, listed);
    expect(await stateOf(made.id)).toBe('held');
    expect(await reasonsOf(made.id)).toEqual(['an archive of programs']);
  });

  it('waits too where the list is made after it was shared, and where a version brings it', async () => {
    const author = await member();
    const { id } = await share(author, await upload(author, zipOf(['setup.exe'])));
    await world.settle();
    expect([await stateOf(id), await reasonsOf(id)]).toEqual(['held', ['an archive of programs']]);
    const good = await share(author, await upload(author, zipOf(['kick.wav'])));
    await world.settle();
    expect(await stateOf(good.id)).toBe('published');
    const next = await upload(author, zipOf(['setup.exe']));
    await world.settle();
    await world.ok(
      'POST /drumkits/:itemId/versions',
      { params: { itemId: good.id }, body: { fileId: next, rights: true } },
      author,
    );
    expect(await stateOf(good.id)).toBe('held');
  });

  it('does not wait where programs are beside the files of a kit', async () => {
    const author = await member();
    const { id } = await share(
      author,
      await upload(author, zipOf(['a.wav', 'b.wav', 'Lead.fxp', 'plugin.exe', 'more.zip'])),
    );
    await world.settle();
    expect(await stateOf(id)).toBe('published');
  });
});

describe('an archive that the virus scanner reads', () => {
  const own = async (fileId: string) =>
    (
      await world.ctx.db.rows<{ processing: string; reason: string | null }>(
        sql`SELECT processing, processing_reason AS reason FROM files WHERE id = ${fileId}`,
      )
    )[0]!;
  const infected = () => zipOf(['kick.wav'], Buffer.from('EICAR'));

  it('is refused with a sentence where it is infected, and staff are informed', async () => {
    const author = await member();
    const fileId = await upload(author, infected());
    await world.settle();
    const refusal = await world.refused(
      'POST /drumkits',
      { body: { title: 'Kit', archiveFileId: fileId, rights: true, submitId: randomUUID() } },
      author,
      'file_failed',
    );
    expect(refusal.detail).toBe(
      'The virus scanner found "Eicar-Signature" in the archive. Please remove it, and pack the archive again.',
    );
    const [entry] = await world.ctx.db.rows<{ target_id: string; details: object }>(
      sql`SELECT target_id, details FROM audit_log WHERE action = 'archive.infected' AND target_id = ${author.profileId}`,
    );
    expect(entry!.details).toMatchObject({ fileId });
  });

  it('holds the kit that was shared before the verdict', async () => {
    const author = await member();
    const { id } = await share(author, await upload(author, infected()));
    await world.settle();
    expect([await stateOf(id), await reasonsOf(id)]).toEqual(['held', ['an archive that the virus scanner refused']]);
  });

  it('waits while the scanner has no verdict, however often, and is listed when it has one', async () => {
    const author = await member();
    await writeFile(path.join(folder, 'down'), '');
    const fileId = await upload(author, zipOf(['kick.wav']));
    await world.settle();
    for (let time = 0; time < 6; time++) await processFile(world.ctx, fileId);
    expect(await own(fileId)).toEqual({ processing: 'waiting', reason: null });
    const { id } = await share(author, fileId);
    expect(await world.ctx.db.rows(sql`SELECT 1 FROM archives WHERE file_id = ${fileId}`)).toEqual([]);
    await rm(path.join(folder, 'down'));
    await processFile(world.ctx, fileId);
    expect(await own(fileId)).toEqual({ processing: 'done', reason: null });
    expect(await stateOf(id)).toBe('published');
  });
});
