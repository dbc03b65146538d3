import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveRightsWording } from '#platform/contract/archive-limits.ts';
import { trackRightsWording } from '#content/media/contract/limits.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { remove } from '#content/core/server/lifecycle.ts';
import { countsOf, recount, wrongCounts } from '#content/core/server/maintenance/recount.ts';
import { purgeRemoved } from '#content/core/server/maintenance/purge.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { correct } from '#people/ledger/server/actions.ts';
import { cleanFiles } from '#content/media/server/cleaning.ts';
import { makeFile, makeSound } from '#content/media/server/fixtures.ts';
import { entryContent } from '#platform/server/archive/content.ts';
import { readDirectory } from '#platform/server/archive/directory.ts';
import { memorySource } from '#platform/server/archive/source.ts';
import { sql } from '#platform/server/db/database.ts';
import { startS3Server, type S3Server } from '#site/testing/s3-server.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type As, type World, openWorld } from '#site/testing/world.ts';
import { type ZipPart, unzipped, zipOfParts } from '#site/testing/zip.ts';
import { sharedType } from '#features/sharing/server/fixtures.ts';
import { refundJob } from '#content/core/server/purchases/purchases.ts';

let world: World;
let s3: S3Server;
beforeAll(async () => {
  // An S3 store: what is read in ranges there is read in ranges on a disk.
  s3 = await startS3Server();
  world = await openWorld({ environment: s3.environment });
});
afterAll(async () => {
  await world.close();
  await s3.close();
});

const member = () => world.member({ createdAt: new Date('2020-01-01') });
const kick = wavOf(4000);
const snare = wavOf(9000);
const parts: readonly ZipPart[] = [
  { name: 'Kit/Kicks/kick 10.wav', content: snare, deflated: true },
  { name: 'Kit/Kicks/kick 2.wav', content: kick },
  { name: 'Kit/Loops/fake.wav', content: Buffer.from('MZ this is a program of another system') },
  { name: 'Kit/Lead.fxp', content: Buffer.from('preset') },
  { name: 'Kit/setup.exe', content: Buffer.from('MZ') },
  { name: 'Kit/more.zip', content: Buffer.from('PK') },
  { name: 'Kit/read me.txt', content: Buffer.from('Have fun') },
];

/** Uploads an archive through the path of every file, and waits for its list. */
async function archiveOf(by: FixtureMember, content: readonly ZipPart[] | Buffer = parts): Promise<string> {
  const bytes = Buffer.isBuffer(content) ? content : zipOfParts([...content, { name: `${randomUUID()}.nfo` }]);
  const id = await makeFile(world.ctx, by, bytes, { purpose: 'sharing_archive', name: 'My kit.zip' });
  await world.settle();
  return id;
}

const form = (archiveFileId: string, more: object = {}) => ({
  body: { title: `Kit ${randomUUID()}`, archiveFileId, rights: true, submitId: randomUUID(), ...more },
});

/** Shares a kit with an archive. */
async function kitOf(by: FixtureMember, more: object = {}, content?: readonly ZipPart[]): Promise<SharedItem> {
  const { id } = await world.ok('POST /drumkits', form(await archiveOf(by, content), more), by);
  await world.settle();
  return await world.ok('GET /drumkits/:itemId', { params: { itemId: id } }, by);
}
const read = (id: string, as: As | null) => world.ok('GET /drumkits/:itemId', { params: { itemId: id } }, as);
const entriesOf = (id: string, query: object = {}, as: As | null = null) =>
  world.ok('GET /drumkits/:itemId/archive', { params: { itemId: id }, query }, as);
const raw = async (address: string, as: As | null = null, headers: Record<string, string> = {}) => {
  const answer = await world.app.inject({
    method: 'GET',
    url: address,
    headers: { host: 'localhost:3999', ...(as && 'cookie' in as && { cookie: as.cookie }), ...headers },
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
};
const pay = (by: FixtureMember, credits: number) =>
  world.ctx.db.tx((tx) => correct(world.ctx, tx, by.profileId, { xp: 0, credits }, randomUUID()));
const creditsOf = async (by: FixtureMember): Promise<number> =>
  (await world.ctx.db.rows<{ credits: number }>(sql`SELECT credits FROM profiles WHERE id = ${by.profileId}`))[0]!
    .credits;

describe('a kit with an archive', () => {
  it('is listed without unpacking: folders in natural order, types by name, programs and further archives counted', async () => {
    const kit = await kitOf(await member());
    expect(kit).toMatchObject({
      url: null,
      price: null,
      bought: false,
      can: { download: true, buy: false, addVersion: true },
    });
    expect(kit.archive).toMatchObject({
      version: 1,
      name: 'My kit.zip',
      processing: 'done',
      entries: 8,
      sounds: 3,
      programs: 1,
      nested: 1,
    });
    const { items, kinds, next } = await entriesOf(kit.id);
    expect(items.map(({ path, kind }) => [path, kind]).slice(1)).toEqual([
      ['Kit/Lead.fxp', 'preset'],
      ['Kit/more.zip', 'archive'],
      ['Kit/read me.txt', 'text'],
      ['Kit/setup.exe', 'program'],
      ['Kit/Kicks/kick 2.wav', 'sound'],
      ['Kit/Kicks/kick 10.wav', 'sound'],
      ['Kit/Loops/fake.wav', 'sound'],
    ]);
    expect(kinds).toMatchObject({ sound: 3, preset: 1, program: 1 });
    expect(next).toBeNull();
    const found = await entriesOf(kit.id, { kind: 'sound', search: 'KICKS' });
    expect(found.items.map(({ path }) => path)).toEqual(['Kit/Kicks/kick 2.wav', 'Kit/Kicks/kick 10.wav']);
  });

  it('needs the confirmation of its rights, which is stored with date and wording, as of tracks', async () => {
    const author = await member();
    const fileId = await archiveOf(author);
    await world.refused('POST /drumkits', form(fileId, { rights: false }), author, 'rights_required');
    await world.ok('POST /drumkits', form(fileId), author);
    const trackId = await makeSound(world.ctx, author);
    await makeUpload(world.ctx, author, { fileIds: [trackId] });
    const rows = await world.ctx.db.rows<{ kind: string; rights_wording: string; rights_at: Date | null }>(sql`
      SELECT kind, rights_wording, rights_at FROM files WHERE owner_id = ${author.profileId} ORDER BY kind`);
    expect(rows).toEqual([
      { kind: 'archive', rights_wording: archiveRightsWording, rights_at: expect.any(Date) },
      { kind: 'audio', rights_wording: trackRightsWording, rights_at: expect.any(Date) },
    ]);
  });

  it('is refused with the reason where its archive is a trap, and other kinds of files are no archive', async () => {
    const author = await member();
    const trap = await archiveOf(author, zipOfParts([{ name: '../../kick.wav' }]));
    const refusal = await world.refused('POST /drumkits', form(trap), author, 'file_failed');
    expect(refusal.detail).toContain('a name that can be unpacked safely: "../../kick.wav"');
    await expect(archiveOf(author, Buffer.from('Rar!\x1a\x07\x01\x00rest', 'latin1'))).rejects.toMatchObject({
      code: 'file_type_refused',
    });
    await expect(archiveOf(author, wavOf(4000))).rejects.toMatchObject({ code: 'file_type_refused' });
    const other = await archiveOf(await member());
    await world.refused('POST /drumkits', form(other), author, 'file_not_usable');
    await world.refused(
      'POST /uploads',
      { body: { content: 'x', fileIds: [await archiveOf(author)], submitId: randomUUID() } },
      author,
      'file_not_usable',
    );
    await world.refused(
      'POST /drumkits',
      { body: { ...form('').body, archiveFileId: null, url: 'https://example.org/x.zip', price: 50 } },
      author,
      'price_without_archive',
    );
  });
});

describe('names in an archive that are dangerous somewhere', () => {
  it('are changed or left out with a note for the author, and a download has them as they are listed, in ranges too', async () => {
    const author = await member();
    const content: readonly ZipPart[] = [
      { name: '../../slip.txt', content: Buffer.from('slip') },
      { name: 'Kit/kick.wav', content: kick },
      { name: 'Kit/KICK.wav', content: snare, deflated: true },
      { name: 'Kit/a:b.wav', content: kick },
      { name: '__MACOSX/setup.exe', content: Buffer.from('MZ') },
      { name: 'Kit/Icon\r' },
    ];
    const { id } = await kitOf(author, {}, content);
    const kit = await read(id, author);
    expect(kit.archive).toMatchObject({ processing: 'done', entries: 4, programs: 0 });
    expect(kit.archive!.reason).toBe(
      'Names that not every system can unpack were changed: "Kit/KICK.wav" is "Kit/KICK (2).wav", "Kit/a:b.wav" is "Kit/a_b.wav". ' +
        'Left out, because the name leads out of the archive\'s folder: "../../slip.txt". Downloads have the files as they are listed.',
    );
    expect((await read(id, await member())).archive!.reason).toBeNull();
    const whole = await raw(`/archives/${kit.archive!.fileId}`);
    expect(Number(whole.headers['content-length'])).toBe(whole.bytes.length);
    const files = await unzipped(whole.bytes);
    expect([...files.keys()].slice(1)).toEqual(['Kit/a_b.wav', 'Kit/KICK (2).wav', 'Kit/kick.wav']);
    expect(files.get('Kit/KICK (2).wav')!.equals(snare)).toBe(true);
    for (const bad of ['slip', 'setup', 'Icon']) expect(whole.bytes.includes(bad), bad).toBe(false);
    for (const [from, to] of [
      [0, 10],
      [25, 300],
      [200, whole.bytes.length - 30],
      [whole.bytes.length - 400, whole.bytes.length - 1],
    ] as const) {
      const part = await raw(`/archives/${kit.archive!.fileId}`, null, { range: `bytes=${from}-${to}` });
      expect(part.status).toBe(206);
      expect(part.bytes.equals(whole.bytes.subarray(from, to + 1)), `${from}-${to}`).toBe(true);
    }
  });

  it('are not there in most archives, which are downloaded as they were uploaded', async () => {
    const zip = zipOfParts([{ name: 'kick.wav', content: kick }, { name: `${randomUUID()}.nfo` }]);
    const author = await member();
    const { id } = await world.ok('POST /drumkits', form(await archiveOf(author, zip)), author);
    const { fileId } = await entriesOf(id);
    expect((await raw(`/archives/${fileId}`)).bytes.equals(zip)).toBe(true);
    // One that was listed before its content was compared is made of its list.
    await world.ctx.db.rows(sql`UPDATE archives SET is_exact = false WHERE file_id = ${fileId}`);
    const made = (await raw(`/archives/${fileId}`)).bytes;
    expect((await unzipped(made)).get('kick.wav')!.equals(kick)).toBe(true);
  });
});

describe('a sound in an archive', () => {
  it('plays through a range into the archive, stored or deflated, and a program with its name does not', async () => {
    const kit = await kitOf(await member());
    const { fileId, items } = await entriesOf(kit.id);
    const at = (name: string) => `/archives/${fileId}/${items.find(({ path }) => path.endsWith(name))!.position}`;
    for (const [name, content] of [
      ['kick 2.wav', kick],
      ['kick 10.wav', snare],
    ] as const) {
      const whole = await raw(at(name));
      expect(whole).toMatchObject({ status: 200, headers: { 'content-type': 'audio/wav', 'accept-ranges': 'bytes' } });
      expect(whole.bytes.equals(content)).toBe(true);
      expect(whole.headers['content-security-policy']).toContain('sandbox');
      const part = await raw(at(name), null, { range: 'bytes=1000-1999' });
      expect(part).toMatchObject({ status: 206, headers: { 'content-range': `bytes 1000-1999/${content.length}` } });
      expect(part.bytes.equals(content.subarray(1000, 2000))).toBe(true);
      expect((await raw(at(name), null, { range: 'bytes=-10' })).bytes.equals(content.subarray(-10))).toBe(true);
      expect((await raw(at(name), null, { range: 'bytes=99999-' })).status).toBe(416);
    }
    expect((await raw(at('fake.wav'))).status).toBe(415);
    expect((await raw(at('setup.exe'))).status).toBe(404);
    for (const wrong of [
      `/archives/${fileId}/999`,
      `/archives/${fileId}/x`,
      `/archives/${randomUUID()}/1`,
      '/archives/x',
    ])
      expect((await raw(wrong)).status, wrong).toBe(404);
  });

  it('follows what its kit is at every request: 18+, removed, blocked', async () => {
    const author = await member();
    const kit = await kitOf(author);
    const { fileId, items } = await entriesOf(kit.id);
    const address = `/archives/${fileId}/${items.find(({ kind }) => kind === 'sound')!.position}`;
    const reader = await member();
    expect((await raw(address)).headers['cache-control']).toContain('public');
    await world.ctx.db.rows(sql`UPDATE drumkits SET is_adult = true WHERE id = ${kit.id}`);
    expect((await raw(address)).status).toBe(403);
    expect((await raw(`/archives/${fileId}`, reader)).status).toBe(403);
    await world.ctx.db.rows(sql`UPDATE drumkits SET is_adult = false WHERE id = ${kit.id}`);
    await world.ok('PUT /blocks/:profileId', { params: { profileId: reader.profileId } }, author);
    expect((await raw(address, reader)).status).toBe(404);
    await world.ok('DELETE /drumkits/:itemId', { params: { itemId: kit.id }, body: {} }, author);
    for (const gone of [address, `/archives/${fileId}`, `/archives/${fileId}?entries=1`])
      expect((await raw(gone, reader)).status, gone).toBe(404);
    expect((await raw(address, author)).status).toBe(200);
    expect((await raw(address, author)).headers['cache-control']).toBe('private, no-store');
  });
});

describe('the analysis of an archive', () => {
  it('finds length and outline of each sound, names what is no sound or damaged, and filters by it', async () => {
    const author = await member();
    const whole = zipOfParts([
      { name: 'good.wav', content: wavOf(88_244) },
      { name: 'short.wav', content: kick, deflated: true },
      { name: 'fake.wav', content: Buffer.from('MZ a program') },
      { name: 'broken.wav', content: snare },
      { name: 'other.flac', content: Buffer.from('fLaC and nothing that can be read') },
    ]);
    // One sample of the last sound is another one than its checksum says.
    const damaged = Buffer.from(whole);
    const at = damaged.indexOf('broken.wav') + 3000;
    damaged[at] = damaged[at]! ^ 0xff;
    const { id } = await world.ok('POST /drumkits', form(await archiveOf(author, damaged)), author);
    const { items, waiting } = await entriesOf(id);
    expect(waiting).toBe(0);
    expect(Object.fromEntries(items.map((item) => [item.path, [item.analysis, item.durationMs]]))).toEqual({
      'good.wav': ['done', 1000],
      'short.wav': ['done', 45],
      'fake.wav': ['not_sound', null],
      'broken.wav': ['damaged', null],
      'other.flac': ['unavailable', null],
    });
    expect(Buffer.from(items.find(({ path }) => path === 'good.wav')!.peaks!, 'base64')).toHaveLength(48);
    const short = await entriesOf(id, { maxSeconds: 0.5 });
    expect(short.items.map(({ path }) => path)).toEqual(['short.wav']);
    await world.ctx.db.rows(sql`
      UPDATE archive_entries SET tempo = 120, musical_key = 'Cm' WHERE path = 'good.wav' AND file_id IN (SELECT file_id FROM kit_versions WHERE item_id = ${id})`);
    for (const query of [{ minTempo: 100, maxTempo: 120 }, { key: 'Cm' }, { minSeconds: 0.9, kind: 'sound' }])
      expect(
        (await entriesOf(id, query)).items.map(({ path }) => path),
        JSON.stringify(query),
      ).toEqual(['good.wav']);
    expect((await entriesOf(id)).keys).toEqual(['Cm']);
  });
});

describe('a download', () => {
  it('is the whole archive or some of its files, counted once for a member, and never at the address of the file', async () => {
    const author = await member();
    const kit = await kitOf(author);
    const reader = await member();
    const { fileId, items } = await entriesOf(kit.id);
    const whole = await raw(`/archives/${fileId}`, reader);
    expect(whole).toMatchObject({ status: 200, headers: { 'content-type': 'application/octet-stream' } });
    expect(whole.headers['content-disposition']).toContain('filename="My kit.zip"');
    const { entries } = await readDirectory(memorySource(whole.bytes), { entries: 100, unpackedBytes: 1e9 });
    expect(entries).toHaveLength(8);
    const chosen = items.filter(({ path }) => /kick|fxp/.test(path)).map(({ position }) => position);
    const some = await raw(`/archives/${fileId}?entries=${chosen.join(',')}`, reader);
    expect(some.status).toBe(200);
    expect(Number(some.headers['content-length'])).toBe(some.bytes.length);
    const { entries: listed } = await readDirectory(memorySource(some.bytes), { entries: 100, unpackedBytes: 1e9 });
    expect(listed.map(({ path, method }) => [path, method])).toEqual([
      ['Kit/Lead.fxp', 0],
      ['Kit/Kicks/kick 2.wav', 0],
      ['Kit/Kicks/kick 10.wav', 8],
    ]);
    await world.ctx.storage.put('archives/part.zip', some.bytes, { contentType: 'application/zip' });
    const content = await entryContent(
      world.ctx.storage,
      { key: 'archives/part.zip', bytes: some.bytes.length },
      listed[2]!,
    );
    expect(Buffer.concat(await content.toArray()).equals(snare)).toBe(true);
    await raw(`/archives/${fileId}`, author);
    await raw(`/archives/${fileId}`);
    expect((await read(kit.id, null)).downloadCount).toBe(1);
    await Promise.all(Array.from({ length: 4 }, async () => await raw(`/archives/${fileId}`, await member())));
    expect((await read(kit.id, null)).downloadCount).toBe(5);
    for (const wrong of ['', 'x', '1-9999', Array.from({ length: 700 }, (_, at) => at).join(',')])
      expect((await raw(`/archives/${fileId}?entries=${wrong}`, reader)).status, wrong).toBe(413);
    expect((await raw(`/archives/${fileId}?entries=99`, reader)).status).toBe(404);
    const [file] = await world.ctx.db.rows<{ key: string }>(sql`SELECT key FROM files WHERE id = ${fileId}`);
    expect((await raw(`/files/${file!.key}`, reader)).status).toBe(404);
    expect((await raw(`/files/${file!.key}`, author)).status).toBe(200);
  });

  it('has a count that the recount compares and corrects', async () => {
    const kit = await kitOf(await member());
    await raw(`/archives/${kit.archive!.fileId}`, await member());
    await world.ctx.db.rows(sql`UPDATE drumkits SET download_count = 7 WHERE id = ${kit.id}`);
    const counted = countsOf(sharedType('drumkit').item).find(({ column }) => column === 'download_count')!;
    const zero = '00000000-0000-0000-0000-000000000000';
    const { wrong } = await wrongCounts(world.ctx.db, counted, zero, 1000);
    expect(wrong).toMatchObject([{ id: kit.id, stored: 7, actual: 1 }]);
    await world.ctx.db.tx((tx) => recount(tx, counted, kit.id));
    expect((await read(kit.id, null)).downloadCount).toBe(1);
  });
});

describe('a version', () => {
  it('is a new archive with its notes; older ones stay listed and downloadable; its author alone adds one', async () => {
    const author = await member();
    const kit = await kitOf(author);
    const params = { itemId: kit.id };
    const next = await archiveOf(author, [{ name: 'only.wav', content: kick }]);
    const body = { fileId: next, notes: 'One kick is enough.', rights: true };
    await world.refused(
      'POST /drumkits/:itemId/versions',
      { params, body: { ...body, rights: false } },
      author,
      'rights_required',
    );
    await world.refused(
      'POST /drumkits/:itemId/versions',
      { params, body },
      await world.member({ moderator: true }),
      'forbidden',
    );
    await world.refused('POST /drumkits/:itemId/versions', { params, body }, await member(), 'forbidden');
    const newer = await world.ok('POST /drumkits/:itemId/versions', { params, body }, author);
    expect(newer.archive).toMatchObject({ version: 2, fileId: next, entries: 2 });
    await world.refused('POST /drumkits/:itemId/versions', { params, body }, author, 'file_not_usable');
    const { items } = await world.ok('GET /drumkits/:itemId/versions', { params });
    expect(items.map(({ number, notes, fileId }) => [number, notes, fileId])).toEqual([
      [2, 'One kick is enough.', next],
      [1, '', kit.archive!.fileId],
    ]);
    expect((await raw(`/archives/${kit.archive!.fileId}`)).status).toBe(200);
    expect((await entriesOf(kit.id)).version).toBe(2);
    expect((await entriesOf(kit.id, { version: 1 })).items).toHaveLength(8);
    await world.refused('GET /drumkits/:itemId/archive', { params, query: { version: 3 } }, null, 'not_found');
    // An edit keeps the archive, with or without another preview.
    const { title, version } = newer;
    const edited = await world.ok(
      'PATCH /drumkits/:itemId',
      { params, body: { title, price: 30, previewFileId: null, baseVersion: version } },
      author,
    );
    expect(edited).toMatchObject({ price: 30, archive: { version: 2 } });
  });
});

describe('a price', () => {
  it('is paid once through the ledger, however often it is pressed at once, and opens the archive for good', async () => {
    const author = await member();
    const kit = await kitOf(author, { price: 40, url: 'https://example.org/mirror.zip' });
    const buyer = await member();
    const params = { itemId: kit.id };
    const address = `/archives/${kit.archive!.fileId}`;
    const sound = `${address}/${(await entriesOf(kit.id)).items.find(({ kind }) => kind === 'sound')!.position}`;
    expect(await read(kit.id, buyer)).toMatchObject({
      price: 40,
      bought: false,
      url: null,
      can: { download: false, buy: true },
    });
    const history = async (as: FixtureMember | null) =>
      (await world.ok('GET /drumkits/:itemId/history', { params }, as)).items.map(({ source }) => source).join('\n');
    for (const reader of [null, buyer]) expect(await history(reader)).not.toContain('mirror.zip');
    expect(await history(author)).toContain('Address: https://example.org/mirror.zip');
    for (const shut of [address, sound, `${address}?entries=1`]) expect((await raw(shut, buyer)).status).toBe(402);
    expect((await raw(sound)).status).toBe(402);
    await world.refused('POST /drumkits/:itemId/download', { params }, buyer, 'not_bought');
    const short = await world.refused(
      'POST /drumkits/:itemId/buy',
      { params, body: { price: 40 } },
      buyer,
      'insufficient_credits',
    );
    expect(short).toMatchObject({
      title: 'Insufficient Credits',
      detail: 'You need 40 credits but only have 0',
    });
    await pay(buyer, 100);
    await world.refused('POST /drumkits/:itemId/buy', { params, body: { price: 10 } }, buyer, 'price_changed');
    await world.refused('POST /drumkits/:itemId/buy', { params, body: { price: 40 } }, author, 'own_item');
    const presses = await Promise.all(
      Array.from({ length: 5 }, () => world.call('POST /drumkits/:itemId/buy', { params, body: { price: 40 } }, buyer)),
    );
    expect(presses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of presses)
      if (status !== 200)
        expect({ status, body }).toMatchObject({
          status: 409,
          body: { title: 'Already Owned', detail: 'You already own this drumkit!' },
        });
    expect([await creditsOf(buyer), await creditsOf(author)]).toEqual([60, 40]);
    expect(await read(kit.id, buyer)).toMatchObject({
      bought: true,
      url: 'https://example.org/mirror.zip',
      can: { download: true, buy: false },
    });
    expect(await history(buyer)).toContain('mirror.zip');
    for (const opened of [address, sound, `${address}?entries=1`]) {
      const answer = await raw(opened, buyer);
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
    }
    const free = await kitOf(author);
    await world.refused(
      'POST /drumkits/:itemId/buy',
      { params: { itemId: free.id }, body: { price: 1 } },
      buyer,
      'not_for_sale',
    );
  });

  it('is paid back in full when staff remove what was sold: by its seller as far as they have credits, else by the site', async () => {
    const author = await member();
    const kit = await kitOf(author, { price: 40 });
    const params = { itemId: kit.id };
    const [early, late] = [await member(), await member()];
    const buy = (buyer: FixtureMember) =>
      world.ok('POST /drumkits/:itemId/buy', { params, body: { price: 40 } }, buyer);
    for (const buyer of [early, late]) {
      await pay(buyer, 100);
      await buy(buyer);
    }
    const credits = async () => [await creditsOf(early), await creditsOf(late), await creditsOf(author)];
    await pay(author, -15);
    expect(await credits()).toEqual([60, 60, 65]);
    // Its author removing it pays nobody back; a decision of staff about it after that does.
    await world.ok('DELETE /drumkits/:itemId', { params, body: {} }, author);
    await world.settle();
    expect(await credits()).toEqual([60, 60, 65]);
    const staff = { profileId: (await world.member({ moderator: true })).profileId, reason: 'Not theirs' };
    await world.ctx.db.tx((tx) => remove(world.ctx, tx, sharedType('drumkit').item, kit.id, staff));
    await world.settle();
    expect(await credits()).toEqual([100, 100, 0]);
    const newest = async (of: FixtureMember) => (await world.ok('GET /notifications', {}, of)).items[0];
    expect(await newest(late)).toMatchObject({
      title: `"${kit.title}", which you bought, was removed`,
      message: 'You have your 40 credits back.',
    });
    expect(await newest(early)).toMatchObject({ message: 'You have your 40 credits back.' });
    expect(await newest(author)).toMatchObject({ title: '65 credits went back to 2 buyers' });
    const [entry] = await world.ctx.db.rows<{ details: object }>(
      sql`SELECT details FROM audit_log WHERE action = 'drumkit.refund' AND target_id = ${kit.id}`,
    );
    expect(entry!.details).toEqual({
      before: { owed: 80 },
      after: { owed: 0, buyers: 2, bySeller: 65, bySite: 15 },
    });
    // Again is nothing more. Restored, it may be bought again.
    await refundJob.run(world.ctx, { kind: 'drumkit', id: kit.id });
    expect(await credits()).toEqual([100, 100, 0]);
    await world.ok('POST /drumkits/:itemId/restore', { params }, await world.member({ admin: true }));
    expect([(await read(kit.id, early)).bought, (await read(kit.id, late)).bought]).toEqual([false, false]);
    await refundJob.run(world.ctx, { kind: 'drumkit', id: kit.id });
    await buy(late);
    expect(await credits()).toEqual([100, 60, 40]);
  });

  it('keeps a buyer access after the author removed it and after the purge, not after staff removed it', async () => {
    const author = await member();
    const [kit, other] = [await kitOf(author, { price: 5 }), await kitOf(author, { price: 5 })];
    const buyer = await member();
    await pay(buyer, 50);
    for (const { id } of [kit, other])
      await world.ok('POST /drumkits/:itemId/buy', { params: { itemId: id }, body: { price: 5 } }, buyer);
    await world.ok('DELETE /drumkits/:itemId', { params: { itemId: kit.id }, body: {} }, author);
    const staff = await world.member({ moderator: true });
    await world.ok('DELETE /drumkits/:itemId', { params: { itemId: other.id }, body: { reason: 'Not theirs' } }, staff);
    await world.settle();
    await purgeRemoved(world.ctx, new Date('2999-01-01'));
    await cleanFiles(world.ctx);
    expect(await read(kit.id, buyer)).toMatchObject({
      bought: true,
      notice: expect.stringContaining('You have bought it'),
      can: { download: true, like: false, reply: false, buy: false },
    });
    expect((await raw(`/archives/${kit.archive!.fileId}`, buyer)).status).toBe(200);
    expect((await entriesOf(kit.id, {}, buyer)).items).toHaveLength(8);
    expect((await raw(`/archives/${kit.archive!.fileId}`, await member())).status).toBe(404);
    expect((await raw(`/archives/${other.archive!.fileId}`, buyer)).status).toBe(404);
    // What staff have removed was paid back.
    expect([await creditsOf(buyer), await creditsOf(author)]).toEqual([45, 5]);
    const left = await world.ctx.db.rows(sql`SELECT 1 FROM archive_entries WHERE file_id = ${other.archive!.fileId}`);
    expect(left).toEqual([]);
  });
});
