import { createHash, randomBytes } from 'node:crypto';
import { readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { errors } from '#platform/contract/errors.ts';
import { media } from '#content/media/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { grantEntitlement } from '#people/ledger/server/actions.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { StorageFull, StorageGone } from '#platform/server/storage/storage.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { wavOf } from '#site/testing/wav.ts';
import { cleanFiles } from '#content/media/server/cleaning.ts';
import { TransferClient } from '#content/media/server/fixtures.ts';

let world: World;
let base: string;
let owner: FixtureMember;
let client: TransferClient;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-01T12:00:00Z'), work: false });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
});
afterAll(() => world.close());
beforeEach(async () => {
  owner = await world.member();
  client = new TransferClient(base, owner);
});

/** A refusal as the endpoint answers it. */
async function code(answer: Response): Promise<string> {
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const problem = (await answer.json()) as { code: keyof typeof errors; detail: string };
  expect(answer.status).toBe(errors[problem.code].status);
  expect(problem.detail).not.toMatch(/\{\w+\}/);
  return problem.code;
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
const transferFiles = (): Promise<string[]> => readdir(path.join(world.ctx.config.dataDir, 'uploads')).catch(() => []);
const stored = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const file of world.ctx.storage.list('')) keys.push(file.key);
  return keys;
};

describe('a transfer', () => {
  test('in parts becomes a staged file of its owner, whole and checked', async () => {
    const content = wavOf(3_000_000);
    const { id, answer } = await client.transfer(content, { filename: 'first loop.wav' }, 1_000_000);
    expect(answer.status).toBe(204);
    const file = await world.ok('GET /files/:fileId', { params: { fileId: id } }, owner);
    expect(file).toMatchObject({
      kind: 'audio',
      contentType: 'audio/wav',
      name: 'first loop.wav',
      bytes: content.length,
      sha256: sha256(content),
      state: 'staged',
      processing: 'waiting',
    });
    expect(file.originalUrl).toMatch(/^\/files\/audio\/f_[\w-]{22}\.wav$/);
    const found = await world.ctx.storage.read(file.originalUrl!.slice('/files/'.length));
    expect(sha256(await buffer(found!.body))).toBe(file.sha256);
    const list = await world.ok('GET /files', {}, owner);
    expect(list.items.map((item) => item.id)).toEqual([id]);
    expect(list.usedBytes).toBe(content.length);
    expect(await transferFiles()).not.toContain(id);
  });

  test('reports its offset, and resumes there after a connection was lost', async () => {
    const content = wavOf(4_000_000);
    const location = (await client.create(content.length, { filename: 'a.wav' })).headers.get('location')!;
    const leave = new AbortController();
    const half = new ReadableStream({
      async start(controller) {
        controller.enqueue(content.subarray(0, 2_500_000));
        await wait(300);
        leave.abort();
      },
    });
    await expect(client.patch(location, 0, half, leave.signal)).rejects.toThrow();
    const head = await client.head(location);
    expect(head.headers.get('upload-length')).toBe('4000000');
    expect(head.headers.get('cache-control')).toBe('no-store');
    const offset = Number(head.headers.get('upload-offset'));
    expect(offset).toBeGreaterThan(1_000_000);
    expect((await client.patch(location, offset, content.subarray(offset))).status).toBe(204);
    const file = await world.ok('GET /files/:fileId', { params: { fileId: location.split('/').at(-1)! } }, owner);
    expect(file.sha256).toBe(sha256(content));
  });

  test('that is finished says so, also to whoever did not hear the last answer', async () => {
    const content = wavOf(50_000);
    const { id } = await client.transfer(content);
    const head = await client.head(`/api/v1/files/uploads/${id}`);
    expect(head.headers.get('upload-offset')).toBe('50000');
    const again = await client.patch(`/api/v1/files/uploads/${id}`, 50_000, new Uint8Array());
    expect(again.status).toBe(204);
    expect((await world.ok('GET /files', {}, owner)).items).toHaveLength(1);
  });

  test('is nobody else’s: not to be asked for, added to, cancelled or read', async () => {
    const content = wavOf(50_000);
    const location = (await client.create(content.length)).headers.get('location')!;
    const stranger = new TransferClient(base, await world.member({ admin: true }));
    expect((await stranger.head(location)).status).toBe(404);
    expect(await code(await stranger.patch(location, 0, content))).toBe('not_found');
    expect(await code(await stranger.cancel(location))).toBe('not_found');
    expect((await client.head(location)).headers.get('upload-offset')).toBe('0');
  });

  test.each(['/api/v1/files/uploads/nothing', '/api/v1/files/uploads/..%2f..%2fsecret', '/api/v1/files/uploads/%00'])(
    'that does not exist is not found: %s',
    async (location) => {
      expect((await client.head(location)).status).toBe(404);
    },
  );

  test('is for members alone, and for our own pages', async () => {
    expect(await code(await new TransferClient(base, null).create(10))).toBe('sign_in_required');
    const unverified = await world.member({ verified: false });
    expect(await code(await new TransferClient(base, unverified).create(10))).toBe('verification_required');
    const foreign = await fetch(`${base}/api/v1/files/uploads`, {
      method: 'POST',
      headers: {
        cookie: owner.cookie,
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'sec-fetch-site': 'cross-site',
      },
    });
    expect(await code(foreign)).toBe('foreign_origin');
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    const created = await client.create(10);
    expect(created.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('can be cancelled, and leaves nothing', async () => {
    const location = (await client.create(1000)).headers.get('location')!;
    await client.patch(location, 0, new Uint8Array(500));
    expect((await client.cancel(location)).status).toBe(204);
    expect((await client.head(location)).status).toBe(404);
    expect(await transferFiles()).not.toContain(location.split('/').at(-1));
    expect((await world.ok('GET /files', {}, owner)).usedBytes).toBe(0);
  });

  test('that no row knows is cleaned up after a day, and one that is begun stays', async () => {
    const begun = (await client.create(1000)).headers.get('location')!.split('/').at(-1)!;
    await client.patch(`/api/v1/files/uploads/${begun}`, 0, new Uint8Array(10));
    const folder = path.join(world.ctx.config.dataDir, 'uploads');
    const [old, fresh] = [newId(new Date()), newId(new Date())];
    for (const name of [old, fresh]) await writeFile(path.join(folder, name), 'parts');
    const yesterday = Date.now() / 1000 - 25 * 3600;
    for (const name of [old, begun]) await utimes(path.join(folder, name), yesterday, yesterday);
    await cleanFiles(world.ctx);
    const left = await transferFiles();
    expect([begun, fresh, old].map((name) => left.includes(name))).toEqual([true, true, false]);
  });

  test('whose file is in use cannot be cancelled', async () => {
    const { id } = await client.transfer(wavOf(5000));
    await world.ctx.db.rows(sql`UPDATE files SET state = 'claimed' WHERE id = ${id}`);
    expect(await code(await client.cancel(`/api/v1/files/uploads/${id}`))).toBe('file_in_use');
  });

  test('of the same file from two tabs: both are there', async () => {
    const content = wavOf(2_000_000);
    const [one, two] = await Promise.all([
      client.transfer(content, {}, 300_000),
      client.transfer(content, {}, 300_000),
    ]);
    expect([one.answer.status, two.answer.status]).toEqual([204, 204]);
    const { items } = await world.ok('GET /files', {}, owner);
    expect(items.map((item) => item.sha256)).toEqual([sha256(content), sha256(content)]);
    expect(new Set(items.map((item) => item.originalUrl)).size).toBe(2);
  });

  test('that two tabs share: one goes on, the other gets a conflict, and the file is whole', async () => {
    const content = wavOf(3_000_000);
    const location = (await client.create(content.length)).headers.get('location')!;
    const slow = new ReadableStream({
      async start(controller) {
        for (let at = 0; at < content.length; at += 300_000) {
          controller.enqueue(content.subarray(at, at + 300_000));
          await wait(150);
        }
        controller.close();
      },
    });
    const first = client.patch(location, 0, slow).then(
      (answer) => answer.status,
      () => 0,
    );
    await wait(200);
    const second = await client.patch(location, 0, content);
    expect(await code(second)).toBe('upload_conflict');
    await first;
    const offset = Number((await client.head(location)).headers.get('upload-offset'));
    if (offset < content.length) await client.patch(location, offset, content.subarray(offset));
    const file = await world.ok('GET /files/:fileId', { params: { fileId: location.split('/').at(-1)! } }, owner);
    expect(file.sha256).toBe(sha256(content));
  });
});

describe('a bad transfer is refused, and nothing of it is left', () => {
  let png: Buffer;
  beforeAll(async () => {
    png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#884422' } })
      .png()
      .toBuffer();
  });
  const zip = Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), randomBytes(2000)]);
  const nothingLeft = async (): Promise<void> => {
    expect((await world.ok('GET /files', {}, owner)).usedBytes).toBe(0);
  };

  test('without content', async () => {
    expect(await code(await client.create(0))).toBe('file_empty');
    await nothingLeft();
  });

  test('declared larger than the operator allows', async () => {
    expect(await code(await client.create(4 * 1024 ** 3))).toBe('file_too_large');
    await nothingLeft();
  });

  test('larger than the member’s own limit, which is higher for who has the right to larger uploads', async () => {
    const bytes = 513 * 1024 ** 2;
    const answer = await client.create(bytes);
    expect(await answer.json()).toMatchObject({ code: 'file_too_large', detail: 'Files must be under 512MB.' });
    await world.ctx.db.tx((tx) => grantEntitlement(world.ctx, tx, owner.profileId, 'larger_uploads', 'tier', null));
    const allowed = await client.create(bytes);
    expect(allowed.status).toBe(201);
    await client.cancel(allowed.headers.get('location')!);
    const beyond = await client.create(2049 * 1024 ** 2);
    expect(await beyond.json()).toMatchObject({ code: 'file_too_large', detail: 'Files must be under 2GB.' });
    await setSiteSetting(world.ctx, 'largerUploadMegabytes', 1);
    try {
      expect((await client.create(400 * 1024 ** 2)).status, 'the right never makes it smaller').toBe(201);
    } finally {
      await setSiteSetting(world.ctx, 'largerUploadMegabytes', null);
    }
    // What has a limit of its own keeps it.
    expect(await code(await client.create(5 * 1024 * 1024 + 1, { purpose: 'avatar' }))).toBe('file_too_large');
  });

  test('larger than its place allows, in the words of the specification', async () => {
    const answer = await client.create(5 * 1024 * 1024 + 1, { purpose: 'forum_banner' });
    expect(await answer.json()).toMatchObject({
      code: 'file_too_large',
      title: 'File too large',
      detail: 'Banner images must be under 5MB',
    });
    const background = await client.create(50 * 1024 * 1024 + 1, { purpose: 'background' });
    expect(await background.json()).toMatchObject({ detail: 'Background files must be under 50MB' });
  });

  test('400 MB declared and 10 bytes sent: nothing is staged, and after a day nothing is there', async () => {
    const location = (await client.create(400 * 1024 * 1024)).headers.get('location')!;
    expect((await client.patch(location, 0, new Uint8Array(10))).headers.get('upload-offset')).toBe('10');
    expect((await world.ok('GET /files', {}, owner)).items).toEqual([]);
    world.clock!.advance(media.transferHours * 3_600_000 + 1);
    expect((await client.head(location)).status).toBe(410);
    await cleanFiles(world.ctx);
    expect((await client.head(location)).status).toBe(404);
    expect(await transferFiles()).not.toContain(location.split('/').at(-1));
    await nothingLeft();
  });

  test('more bytes than declared', async () => {
    const location = (await client.create(100)).headers.get('location')!;
    expect(await code(await client.patch(location, 0, new Uint8Array(200)))).toBe('too_large');
    expect((await client.head(location)).headers.get('upload-offset')).toBe('0');
    await client.cancel(location);
  });

  test('a zip that is named .png', async () => {
    const { answer, id } = await client.transfer(zip, { filename: 'holiday.png' });
    expect(await code(answer)).toBe('file_type_refused');
    expect((await client.head(`/api/v1/files/uploads/${id}`)).status).toBe(404);
    await nothingLeft();
  });

  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a drawing that can hold scripts', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['a text', 'only words'],
  ])('%s', async (_name, text) => {
    const { answer } = await client.transfer(Buffer.from(text), { filename: 'picture.png' });
    expect(await code(answer)).toBe('file_type_refused');
    await nothingLeft();
  });

  test('sound where only pictures belong', async () => {
    const { answer } = await client.transfer(wavOf(5000), { filename: 'banner.png', purpose: 'forum_banner' });
    expect(await answer.json()).toMatchObject({
      code: 'file_type_refused',
      detail:
        'This place does not take sound. It takes pictures as JPEG, PNG, GIF, WebP, AVIF, TIFF and BMP. What counts is the content of a file, not its name.',
    });
  });

  test('HEIC, where nothing here decodes it, with words on how to export it', async () => {
    if (sharp.format.heif.input.fileSuffix?.includes('.heic')) return;
    const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(2000)]);
    const { answer } = await client.transfer(heic, { filename: 'IMG_0001.HEIC', purpose: 'gallery' });
    expect(await answer.json()).toMatchObject({
      code: 'file_type_refused',
      detail:
        'This place does not take HEIC. Share or export the picture as JPEG. An iPhone takes JPEG from the start with Settings > Camera > Formats > Most Compatible.',
    });
    await nothingLeft();
  });

  test('a wrong ending: the content decides, and the name stays a name', async () => {
    const { answer, id } = await client.transfer(png, { filename: 'song.mp3' });
    expect(answer.status).toBe(204);
    const file = await world.ok('GET /files/:fileId', { params: { fileId: id } }, owner);
    expect(file).toMatchObject({ kind: 'image', contentType: 'image/png', name: 'song.mp3' });
    expect(file.originalUrl).toMatch(/\.png$/);
  });

  test('a picture with a page inside is a picture, and is never answered as a page', async () => {
    const { id } = await client.transfer(Buffer.concat([png, Buffer.from('<html><script>alert(1)</script>')]));
    const file = await world.ok('GET /files/:fileId', { params: { fileId: id } }, owner);
    const answer = await fetch(new URL(file.originalUrl!, base), { headers: { cookie: owner.cookie } });
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  });

  test('a purpose that there is not', async () => {
    expect(await code(await client.create(10, { purpose: 'everything' }))).toBe('invalid');
  });

  test('a request of another protocol', async () => {
    const answer = await fetch(`${base}/api/v1/files/uploads`, {
      method: 'POST',
      headers: { cookie: owner.cookie, 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x--',
    });
    expect(await code(answer)).toBe('upload_malformed');
  });

  test('without a length, which no limit could be measured by', async () => {
    const answer = await fetch(`${base}/api/v1/files/uploads`, {
      method: 'POST',
      headers: { cookie: owner.cookie, 'tus-resumable': '1.0.0', 'upload-defer-length': '1' },
    });
    expect(await code(answer)).toBe('upload_malformed');
    await nothingLeft();
  });

  test('a part that is larger than any request may be', async () => {
    const location = (await client.create(100 * 1024 * 1024)).headers.get('location')!;
    const answer = await client.patch(location, 0, new Uint8Array(media.maxChunkBytes + 1));
    expect(await code(answer)).toBe('too_large');
    await client.cancel(location);
  });
});

describe('the room of a member', () => {
  test('is theirs to fill, and not more', async () => {
    await setSiteSetting(world.ctx, 'quotaMegabytes', 1);
    try {
      await client.transfer(wavOf(600_000));
      const waiting = (await client.create(400_000)).headers.get('location')!;
      expect(await code(await client.create(100_000))).toBe('quota_exceeded');
      // Another member has room of their own.
      expect((await new TransferClient(base, await world.member()).create(100_000)).status).toBe(201);
      await client.cancel(waiting);
      expect((await client.create(100_000)).status).toBe(201);
    } finally {
      await setSiteSetting(world.ctx, 'quotaMegabytes', null);
    }
  });

  test('is counted together, however many transfers start at once', async () => {
    await setSiteSetting(world.ctx, 'quotaMegabytes', 1);
    try {
      const answers = await Promise.all(Array.from({ length: 6 }, () => client.create(400_000)));
      expect(answers.filter((answer) => answer.status === 201)).toHaveLength(2);
    } finally {
      await setSiteSetting(world.ctx, 'quotaMegabytes', null);
    }
  });

  test('allows a limited number of transfers at once', async () => {
    for (let at = 0; at < media.transfersAtOnce; at++) expect((await client.create(1000)).status).toBe(201);
    expect(await code(await client.create(1000))).toBe('too_many_uploads');
  });
});

describe('when the storage fails', () => {
  test('a full disk refuses a transfer before it starts', async () => {
    vi.spyOn(world.ctx.storage, 'space').mockResolvedValue({ free: 2000, total: 100_000, reserve: 1500 });
    expect(await code(await client.create(1000))).toBe('storage_full');
    expect((await world.ok('GET /files', {}, owner)).usedBytes).toBe(0);
  });

  test('a disk that fills up in the middle says so, and the transfer resumes when there is room', async () => {
    const content = wavOf(100_000);
    const location = (await client.create(content.length)).headers.get('location')!;
    const space = vi.spyOn(world.ctx.storage, 'space').mockResolvedValue({ free: 100, total: 100_000, reserve: 1500 });
    expect(await code(await client.patch(location, 0, content))).toBe('storage_full');
    space.mockRestore();
    expect((await client.patch(location, 0, content)).status).toBe(204);
  });

  const systemError = (failure: string, syscall = 'open'): Error =>
    Object.assign(new Error(`${failure}, ${syscall}`), { code: failure, syscall });
  const faults: readonly (readonly [string, Error, 'storage_full' | 'storage_gone'])[] = [
    ['a full storage', new StorageFull('no'), 'storage_full'],
    ['a storage that is gone', new StorageGone('no'), 'storage_gone'],
    ...['EROFS', 'EIO', 'EACCES', 'EMFILE', 'ESTALE'].map(
      (failure) => [failure, systemError(failure), 'storage_gone'] as const,
    ),
    ['ENOSPC', new StorageFull('no', { cause: systemError('ENOSPC') }), 'storage_full'],
  ];

  test.each(faults)(
    'at the last step (%s), nothing is lost: another request finishes the transfer',
    async (_name, failure, expected) => {
      const content = wavOf(100_000);
      const before = await stored();
      const location = (await client.create(content.length)).headers.get('location')!;
      const take = vi.spyOn(world.ctx.storage, 'take').mockRejectedValue(failure);
      const answer = await client.patch(location, 0, content);
      expect(answer.headers.get('retry-after')).toBe(expected === 'storage_full' ? '60' : '5');
      expect(await code(answer)).toBe(expected);
      expect((await world.ok('GET /files', {}, owner)).items).toEqual([]);
      expect((await client.head(location)).status).toBe(errors[expected].status);
      expect(await stored()).toEqual(before);
      take.mockRestore();
      expect((await client.head(location)).headers.get('upload-offset')).toBe(String(content.length));
      const { items } = await world.ok('GET /files', {}, owner);
      expect(items.map((item) => item.sha256)).toEqual([sha256(content)]);
    },
  );

  /** As where a disk is not mounted or read-only: folders below the place cannot be made. @returns puts it back */
  async function takeAway(folder: string): Promise<() => Promise<void>> {
    const place = path.join(world.ctx.config.dataDir, folder);
    await rename(place, `${place}-away`).catch(() => {});
    await symlink('/nowhere/at/all', place);
    return async () => {
      await rm(place);
      await rename(`${place}-away`, place).catch(() => {});
    };
  }

  test.each(['files', 'files/audio', 'uploads'])(
    'a folder that is away (%s) destroys nothing: an upload goes on when it is back',
    async (folder) => {
      const content = wavOf(300_000);
      const location = (await client.create(content.length)).headers.get('location')!;
      expect((await client.patch(location, 0, content.subarray(0, 200_000))).status).toBe(204);
      const putBack = await takeAway(folder);
      try {
        const answer = await client.patch(location, 200_000, content.subarray(200_000));
        expect(answer.headers.get('retry-after')).toBe('5');
        expect(await code(answer)).toBe('storage_gone');
        for (let attempt = 0; attempt < 3; attempt++) {
          // What is known of it can be asked where its part is not away.
          expect((await client.head(location)).status).toBe(folder === 'files' ? 200 : 503);
          await cleanFiles(world.ctx).catch(() => {});
        }
      } finally {
        await putBack();
      }
      const offset = Number((await client.head(location)).headers.get('upload-offset'));
      expect(offset).toBeGreaterThanOrEqual(200_000);
      expect((await client.patch(location, offset, content.subarray(offset))).status).toBe(204);
      const file = await world.ok('GET /files/:fileId', { params: { fileId: location.split('/').at(-1)! } }, owner);
      expect(file.sha256).toBe(sha256(content));
    },
  );

  test('an outage that outlasts an upload costs none of its bytes: the cleaning finishes it', async () => {
    const content = wavOf(100_000);
    const location = (await client.create(content.length)).headers.get('location')!;
    const take = vi.spyOn(world.ctx.storage, 'take').mockRejectedValue(new StorageGone('no'));
    expect(await code(await client.patch(location, 0, content))).toBe('storage_gone');
    world.clock!.advance(25 * 3_600_000);
    await expect(cleanFiles(world.ctx)).rejects.toThrow(StorageGone);
    take.mockRestore();
    await cleanFiles(world.ctx);
    const file = await world.ok('GET /files/:fileId', { params: { fileId: location.split('/').at(-1)! } }, owner);
    expect(file.sha256).toBe(sha256(content));
  });
});
