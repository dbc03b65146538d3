import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, get as httpGet, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { features } from '#site/server/app.ts';
import type { Context } from '#platform/server/context.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import type { FileReaders, OwnsFiles } from '#platform/server/content-kind.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { StorageGone } from '#platform/server/storage/storage.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { claimFiles, presentFile, releaseFiles } from './actions.ts';
import { makeFile } from './fixtures.ts';
import { fileById } from './store.ts';

/** Contents whose answer the test decides. */
const answers = new Map<string, (viewer: Viewer | null) => FileReaders>();
const trialKind: OwnsFiles<Context> = {
  kind: 'trial',
  mayReadFile: async (_ctx, viewer, id) => answers.get(id)?.(viewer) ?? 'nobody',
};

let world: World;
let base: string;
let owner: FixtureMember;
let other: FixtureMember;
beforeAll(async () => {
  world = await openWorld({ features: [...features, { name: 'trial', kinds: [trialKind] }], work: false });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
  owner = await world.member();
  other = await world.member();
});
afterAll(() => world.close());

const sound = wavOf(100_000);

/** A claimed sound. @returns its address and its content's id */
async function claimed(
  content: Uint8Array = sound,
  claim: { guarded?: boolean; answer?: (viewer: Viewer | null) => FileReaders; kind?: string } = {},
): Promise<{ url: string; contentId: string; id: string }> {
  const id = await makeFile(world.ctx, owner, content, { name: 'my löop "1".wav' });
  const contentId = randomUUID();
  // Without a decoder the original is played.
  await world.ctx.db.rows(sql`UPDATE files SET processing = 'unavailable' WHERE id = ${id}`);
  answers.set(contentId, claim.answer ?? (() => 'everybody'));
  await world.ctx.db.tx((tx) =>
    claimFiles(world.ctx, tx, owner.profileId, [id], {
      contentKind: claim.kind ?? 'trial',
      contentId,
      guarded: claim.guarded ?? true,
    }),
  );
  return { url: `/files/${(await fileById(world.ctx.db, id))!.key}`, contentId, id };
}

const ask = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(base + url, { headers, method });
const as = (member: FixtureMember): Record<string, string> => ({ cookie: member.cookie });
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

describe('a public file', () => {
  /** One that no test changes. */
  let url: string;
  beforeAll(async () => {
    ({ url } = await claimed());
  });

  test('comes whole, is cached by browsers for minutes and by shared caches for one, and may run nothing', async () => {
    const answer = await ask(url);
    expect(answer.status).toBe(200);
    expect((await bytesOf(answer)).equals(sound)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': String(sound.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=600, s-maxage=60, must-revalidate',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(answer.headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=5-5', 5, 5],
    ['bytes=99990-', 99_990, 99_999],
    ['bytes=99990-200000', 99_990, 99_999],
    ['bytes=-10', 99_990, 99_999],
    ['bytes=-200000', 0, 99_999],
    ['bytes=0-', 0, 99_999],
  ])('comes in the range %s', async (range, start, end) => {
    const answer = await ask(url, { range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/100000`);
    expect(answer.headers.get('content-length')).toBe(String(end - start + 1));
    expect((await bytesOf(answer)).equals(sound.subarray(start, end + 1))).toBe(true);
  });

  test.each(['bytes=100000-', 'bytes=100000-100001', 'bytes=-0'])('has no range %s', async (range) => {
    const answer = await ask(url, { range });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */100000');
    expect((await bytesOf(answer)).length).toBe(0);
  });

  test.each([
    'bytes=0-1,5-6',
    'bytes=9-2',
    'bytes=-',
    'bytes=a-b',
    'lines=1-2',
    'bytes=0x1-0x2',
    'bytes=99999999999999999-',
  ])('comes whole where %s is asked for', async (range) => {
    const answer = await ask(url, { range });
    expect(answer.status).toBe(200);
    expect((await bytesOf(answer)).length).toBe(100_000);
  });

  test('comes in a range only as long as it is the one that was begun (If-Range)', async () => {
    const etag = (await ask(url, {}, 'HEAD')).headers.get('etag')!;
    expect((await ask(url, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await ask(url, { range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
    expect((await ask(url, { range: 'bytes=0-9', 'if-range': 'Fri, 01 May 2026 00:00:00 GMT' })).status).toBe(200);
  });

  test('is not sent again to whoever has it', async () => {
    const etag = (await ask(url)).headers.get('etag')!;
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await ask(url, { 'if-none-match': tag });
      expect(answer.status).toBe(304);
      expect(answer.headers.get('cache-control')).toContain('s-maxage=60');
    }
    expect((await ask(url, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('answers HEAD with the same head and no body', async () => {
    const [head, whole] = [await ask(url, {}, 'HEAD'), await ask(url)];
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control', 'accept-ranges'])
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
    expect((await ask(url, { range: 'bytes=0-9' }, 'HEAD')).headers.get('content-length')).toBe('10');
  });

  test('is offered for keeping under its name where that is asked for', async () => {
    const header = (await ask(`${url}?download`)).headers.get('content-disposition');
    expect(header).toBe(`attachment; filename="my l_op 1.wav"; filename*=UTF-8''my%20l%C3%B6op%201.wav`);
  });

  test('of a type that browsers could run is a download, whatever its row says', async () => {
    const { url: changed, id } = await claimed();
    for (const type of ['text/html', 'image/svg+xml', 'application/pdf', 'application/xhtml+xml', 'text/xml']) {
      await world.ctx.db.rows(sql`UPDATE files SET content_type = ${type} WHERE id = ${id}`);
      world.ctx.pages.drop();
      const answer = await ask(changed);
      expect(answer.headers.get('content-type')).toBe('application/octet-stream');
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    }
  });

  test('whose storage does not answer says so, and is not cached', async () => {
    vi.spyOn(world.ctx.storage, 'send').mockRejectedValueOnce(new StorageGone('no'));
    const answer = await ask(url);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'storage_gone' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('etag')).toBeNull();
  });
});

describe('a guarded file', () => {
  test('is asked of its content at every request: held is its author’s, published everybody’s, removed nobody’s', async () => {
    const held = (viewer: Viewer | null): FileReaders => (viewer?.profileId === owner.profileId ? 'reader' : 'nobody');
    const { url, contentId } = await claimed(sound, { answer: held });
    expect((await ask(url)).status).toBe(404);
    expect((await ask(url, as(other))).status).toBe(404);
    const own = await ask(url, { ...as(owner), range: 'bytes=0-9' });
    expect(own.status).toBe(206);
    expect(own.headers.get('cache-control')).toBe('private, no-store');
    expect(own.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    // A cache that has it from earlier gets no answer that its copy is still valid.
    expect((await ask(url, { ...as(owner), 'if-none-match': own.headers.get('etag')! })).status).toBe(200);
    answers.set(contentId, () => 'everybody');
    expect((await ask(url)).status).toBe(200);
    answers.set(contentId, () => 'nobody');
    world.ctx.pages.drop();
    await expect.poll(async () => (await ask(url)).status).toBe(404);
    expect((await ask(url, as(owner))).status).toBe(404);
    expect((await ask(url, { 'if-none-match': '*' })).status).toBe(404);
  });

  test('whose kind gives no answer is nobody’s', async () => {
    const { url } = await claimed(sound, { kind: 'forum_category' });
    expect((await ask(url, as(owner))).status).toBe(404);
  });

  test('is gone for everybody once its content has given it up', async () => {
    const { url, contentId } = await claimed();
    expect((await ask(url)).status).toBe(200);
    await world.ctx.db.tx((tx) => releaseFiles(world.ctx, tx, 'trial', [contentId]));
    await expect.poll(async () => (await ask(url)).status).toBe(404);
    expect((await ask(url, as(owner))).status).toBe(404);
  });

  test('that was claimed open is everybody’s without a question', async () => {
    const { url } = await claimed(sound, { guarded: false, answer: () => 'nobody' });
    expect((await ask(url)).headers.get('cache-control')).toContain('public');
  });
});

describe('what is only its owner’s', () => {
  test('a staged file, staff included', async () => {
    const id = await makeFile(world.ctx, owner, sound);
    const url = `/files/${(await fileById(world.ctx.db, id))!.key}`;
    expect((await ask(url, as(owner))).status).toBe(200);
    expect((await ask(url, as(other))).status).toBe(404);
    expect((await ask(url, as(await world.member({ admin: true })))).status).toBe(404);
    expect((await ask(url)).status).toBe(404);
  });

  test('the original picture, which may contain where it was taken', async () => {
    const picture = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#336699' } })
      .withExif({ IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    const { url, id } = await claimed(picture);
    expect((await ask(url)).status).toBe(404);
    expect((await ask(url, as(owner))).status).toBe(200);
    const row = await fileById(world.ctx.db, id);
    expect(row?.kind).toBe('image');
  });

  test.each(['waiting', 'failed'])(
    'a sound or a video whose processing is %s: nobody else’s decoder gets it',
    async (state) => {
      for (const kind of ['audio', 'video']) {
        const { url, id } = await claimed();
        expect((await ask(url)).status).toBe(200);
        await world.ctx.db.rows(sql`UPDATE files SET processing = ${state}, kind = ${kind} WHERE id = ${id}`);
        world.ctx.pages.drop();
        await expect.poll(async () => (await ask(url)).status).toBe(404);
        for (const one of [other, await world.member({ admin: true })])
          expect((await ask(url, as(one))).status).toBe(404);
        expect((await ask(url, { range: 'bytes=0-9' })).status).toBe(404);
        const own = await ask(url, as(owner));
        expect(own.status).toBe(200);
        expect(own.headers.get('cache-control')).toBe('private, no-store');
        expect(presentFile((await fileById(world.ctx.db, id))!)).toMatchObject({ url: null, originalUrl: null });
      }
    },
  );
});

test.each([
  '/files/',
  '/files/nothing',
  '/files/audio/none.wav',
  '/files/../secret',
  '/files/%2e%2e/secret',
  '/files/audio/%00',
  '/files/exports',
])('there is nothing at %s', async (url) => {
  const answer = await world.get(url);
  expect(answer.status).toBe(404);
  expect(JSON.stringify(answer.body)).not.toMatch(/ENOENT|storage|node:/i);
});

describe('readers who leave', () => {
  const open = async (): Promise<number> => (await readdir('/proc/self/fd')).length;
  /** More than the system keeps for a connection on its way, many times over for 200. */
  let url: string;
  beforeAll(async () => {
    ({ url } = await claimed(wavOf(20_000_000)));
  });

  test('keep no file open: gone in the middle, or never reading', async () => {
    await bytesOf(await ask(url));
    const before = await open();
    for (let round = 0; round < 3; round++) {
      const requests = await Promise.all(
        Array.from(
          { length: 20 },
          () =>
            new Promise<ClientRequest>((resolve, reject) => {
              const request = httpGet(base + url, { agent: false }, (answer) => {
                answer.pause();
                resolve(request);
              });
              request.on('error', reject);
            }),
        ),
      );
      for (const request of requests) {
        request.on('error', () => {});
        request.destroy();
      }
    }
    await expect.poll(open, { timeout: 10_000 }).toBeLessThan(before + 10);
  });

  test('200 at once, each with a range and slow, take a bounded memory', async () => {
    const base200 = process.memoryUsage();
    const requests: ClientRequest[] = [];
    await Promise.all(
      Array.from(
        { length: 200 },
        (_, at) =>
          new Promise<void>((resolve, reject) => {
            const request = httpRequest(
              base + url,
              { agent: false, headers: { range: `bytes=${at * 1000}-` } },
              (answer) => {
                expect(answer.statusCode).toBe(206);
                answer.pause();
                resolve();
              },
            );
            request.on('error', reject);
            request.end();
            requests.push(request);
          }),
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    const now = process.memoryUsage();
    const grown = now.arrayBuffers - base200.arrayBuffers + (now.external - base200.external);
    for (const request of requests) {
      request.removeAllListeners('error');
      request.on('error', () => {});
      request.destroy();
    }
    // A quarter of a megabyte of each reader is on its way, twice at most; the readers of this test hold some more.
    expect(grown).toBeLessThan(300 * 1024 * 1024);
  });
});
