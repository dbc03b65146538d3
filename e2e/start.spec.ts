import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';

test('npm start serves the built site, and a signal stops it in good order', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'looproom-start-'));
  const environment = { ...process.env, DATA_DIR: folder, PORT: '0', SITE_URL: '', DATABASE_URL: '' };
  const server = spawn(process.execPath, ['scripts/start.ts'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let output = '';
    server.stdout.on('data', (part: Buffer) => (output += part.toString()));
    const address = (): string | undefined => /"address":"(http:[^"]+)"/.exec(output)?.[1];
    await expect.poll(address, { timeout: 60_000 }).toBeDefined();
    expect(await (await fetch(`${address()}/readyz`)).json()).toEqual({ status: 'ready' });
    const page = await fetch(`${address()}/`);
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain('<main');
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(text)?.[1];
    const asset = await fetch(`${address()}${script}`, { headers: { 'accept-encoding': 'br' } });
    expect([asset.status, asset.headers.get('content-encoding')]).toEqual([200, 'br']);
    server.kill('SIGTERM');
    expect(await once(server, 'exit')).toEqual([0, null]);
  } finally {
    server.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
