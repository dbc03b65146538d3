import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { features } from '#site/server/app.ts';
import type { Context } from '#platform/server/context.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import type { FileReaders, OwnsFiles } from '#platform/server/content-kind.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { type Nginx, findNginx, startNginx } from '#site/testing/nginx.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { claimFiles, releaseFiles } from './actions.ts';
import { makeSound } from './fixtures.ts';
import { fileById } from './store.ts';

/** Contents whose answer the test decides. */
const answers = new Map<string, (viewer: Viewer | null) => FileReaders>();
const trialKind: OwnsFiles<Context> = {
  kind: 'trial',
  mayReadFile: async (_ctx, viewer, id) => answers.get(id)?.(viewer) ?? 'nobody',
};

/** A minute of a cache passes in a second: the site's cache times are divided by this on their way to nginx. */
const FASTER = 60;

let world: World;
let owner: FixtureMember;
let nginx: Nginx;
let hurry: Server;
/** What nginx asked the site for, and what it was answered. */
const asked: {
  url: string;
  condition: string | undefined;
  status: number;
  caching: string | undefined;
  bytes: number;
}[] = [];

const hasNginx = findNginx() !== null;

beforeAll(async () => {
  if (!hasNginx) return;
  let site = 0;
  const open = async (): Promise<void> => {
    world = await openWorld({ features: [...features, { name: 'trial', kinds: [trialKind] }], work: false });
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    site = (world.app.server.address() as AddressInfo).port;
    owner = await world.member();
  };
  hurry = createServer((request, response) => {
    const { method, url = '', headers } = request;
    const onward = httpRequest({ host: '127.0.0.1', port: site, method, path: url, headers }, (answer) => {
      const caching = answer.headers['cache-control'];
      const noted = { url, condition: headers['if-none-match'], status: answer.statusCode!, caching, bytes: 0 };
      asked.push(noted);
      answer.on('data', (part: Buffer) => (noted.bytes += part.length));
      response.writeHead(answer.statusCode!, hurried(answer));
      answer.pipe(response);
    });
    // nginx may ask before the site listens.
    onward.on('error', () => void response.writeHead(502).end());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => hurry.listen(0, '127.0.0.1', resolve));
  const { port: upstream } = hurry.address() as AddressInfo;
  const starting = startNginx(
    ({ folder, port }) => `proxy_cache_path ${folder}/cache keys_zone=files:1m;
      server { listen 127.0.0.1:${port}; location / {
        proxy_pass http://127.0.0.1:${upstream}; proxy_cache files; proxy_cache_revalidate on;
        add_header x-cache $upstream_cache_status always; } }`,
  );
  [nginx] = await Promise.all([starting, open()]);
});
afterAll(async () => {
  if (!hasNginx) return;
  await nginx.stop();
  hurry.close();
  hurry.closeAllConnections();
  await world.close();
});

function hurried({ headers }: IncomingMessage): IncomingMessage['headers'] {
  const caching = headers['cache-control']?.replaceAll(/(?<=max-?age=)\d+/g, (seconds) =>
    String(Math.ceil(Number(seconds) / FASTER)),
  );
  return { ...headers, ...(caching !== undefined && { 'cache-control': caching }) };
}

/** A file of a content. @returns the address of its version to stream */
async function claimed(answer: (viewer: Viewer | null) => FileReaders): Promise<{ url: string; contentId: string }> {
  const id = await makeSound(world.ctx, owner, { content: wavOf(30_000) });
  const contentId = randomUUID();
  answers.set(contentId, answer);
  await world.ctx.db.tx((tx) =>
    claimFiles(world.ctx, tx, owner.profileId, [id], { contentKind: 'trial', contentId, guarded: true }),
  );
  const { renditions } = (await fileById(world.ctx.db, id))!;
  return { url: `/files/${renditions[0]!.key}`, contentId };
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<{ status: number; cache: string }> {
  const answer = await fetch(nginx.address + url, { headers });
  await answer.arrayBuffer();
  return { status: answer.status, cache: answer.headers.get('x-cache') ?? '' };
}

// .ci/run installs nginx; elsewhere this runs where there is one.
describe.skipIf(!hasNginx)('a shared cache', () => {
  // At once: each waits for the end of a cache's minute.
  test.concurrent('serves a public file by itself, and asks again after a minute without its bytes', async ({
    expect,
  }) => {
    const { url } = await claimed(() => 'everybody');
    const ofThis = () => asked.filter((one) => one.url === url);
    expect(await ask(url)).toEqual({ status: 200, cache: 'MISS' });
    expect(await ask(url)).toEqual({ status: 200, cache: 'HIT' });
    expect(ofThis()).toHaveLength(1);
    await expect.poll(async () => (await ask(url)).cache, { timeout: 20_000, interval: 100 }).toBe('REVALIDATED');
    const [first, again] = ofThis();
    expect(again).toMatchObject({ condition: expect.stringMatching(/^"/) as string, status: 304, bytes: 0 });
    // For another minute, and no longer.
    expect(again!.caching).toBe(first!.caching);
  });

  test.concurrent('forgets a removed file', async ({ expect }) => {
    const { url, contentId } = await claimed(() => 'everybody');
    expect(await ask(url)).toEqual({ status: 200, cache: 'MISS' });
    await world.ctx.db.tx((tx) => releaseFiles(world.ctx, tx, 'trial', [contentId]));
    await expect.poll(async () => (await ask(url)).status, { timeout: 20_000, interval: 100 }).toBe(404);
    // An expired copy is never an answer again.
    for (let times = 0; times < 3; times++) expect((await ask(url)).status).toBe(404);
  });

  test.concurrent('forgets a file that only some may have from now on, and has it again when it is public again', async ({
    expect,
  }) => {
    const { url, contentId } = await claimed(() => 'everybody');
    expect((await ask(url)).status).toBe(200);
    answers.set(contentId, (viewer) => (viewer?.profileId === owner.profileId ? 'reader' : 'nobody'));
    world.ctx.pages.drop();
    await expect.poll(async () => (await ask(url)).status, { timeout: 20_000, interval: 100 }).toBe(404);
    expect((await ask(url, { cookie: owner.cookie })).status).toBe(200);
    expect((await ask(url)).status).toBe(404);
    answers.set(contentId, () => 'everybody');
    world.ctx.pages.drop();
    await expect.poll(async () => (await ask(url)).status, { timeout: 20_000, interval: 100 }).toBe(200);
  });

  test.concurrent('never keeps what is not public, whoever asked for it first', async ({ expect }) => {
    const { url } = await claimed((viewer) => (viewer?.profileId === owner.profileId ? 'reader' : 'nobody'));
    for (let times = 0; times < 2; times++) {
      expect(await ask(url, { cookie: owner.cookie })).toEqual({ status: 200, cache: 'MISS' });
      expect((await ask(url)).status).toBe(404);
    }
  });
});
