import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type S3Server, startS3Server } from '#site/testing/s3-server.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { makeReadiness } from './readiness.ts';

const FILES = 'The file storage does not work: files are neither shown nor taken.';
const MAIL = 'The mail server cannot be used: mails wait and are tried again.';

let server: S3Server;
let world: World;
beforeAll(async () => {
  server = await startS3Server([]);
  world = await openWorld({ environment: { ...server.environment, SMTP_URL: 'smtp://127.0.0.1:9' } });
});
afterAll(async () => {
  await world.close();
  await server.close();
});

test('a site without its bucket and its mail server is ready, and says what it runs without', async () => {
  const { status, body } = await world.get('/readyz');
  expect({ status, body }).toEqual({ status: 200, body: { status: 'ready', warnings: [FILES, MAIL] } });
});

test('the reasons are shown to the operator alone', async () => {
  const warn = vi.fn<(...parts: unknown[]) => void>();
  const { storage } = world.ctx;
  await makeReadiness({
    storage,
    mail: { check: async () => {} },
    log: { warn, info: vi.fn<(...parts: unknown[]) => void>() },
    outages: { note: () => null },
  }).check();
  expect(warn.mock.calls).toEqual([
    [{ reason: 'The bucket looproom cannot be used: there is no such bucket.' }, FILES],
  ]);
});

test('each change is logged once, and what works again is not warned of', async () => {
  const [warn, info] = [vi.fn<(...parts: unknown[]) => void>(), vi.fn<(...parts: unknown[]) => void>()];
  let isDown = true;
  let now = 0;
  const storage = {
    async check() {
      if (isDown) throw new Error('down');
    },
  };
  const readiness = makeReadiness(
    { storage, mail: { check: async () => {} }, log: { warn, info }, outages: { note: () => null } },
    () => now,
  );
  await readiness.check();
  await readiness.check();
  expect(await readiness.warnings()).toEqual([FILES]);
  expect(warn).toHaveBeenCalledTimes(1);
  isDown = false;
  now = 31_000;
  // The caller does not wait for the check that this starts.
  expect(await readiness.warnings()).toEqual([FILES]);
  await readiness.check();
  expect(await readiness.warnings()).toEqual([]);
  expect(info).toHaveBeenCalledExactlyOnceWith('the file storage works again');
});

test('forwarded headers without TRUSTED_PROXY are warned of once', async () => {
  const warn = vi.spyOn(world.ctx.log, 'warn');
  const ask = (headers: Record<string, string>) => world.get('/healthz', { headers });
  await ask({});
  expect(warn).not.toHaveBeenCalled();
  await ask({ 'x-forwarded-for': '203.0.113.7' });
  await ask({ forwarded: 'for=203.0.113.7' });
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.anything(), expect.stringContaining('TRUSTED_PROXY is not set'));
});
