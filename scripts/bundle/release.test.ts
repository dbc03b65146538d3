import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { freePort } from '#platform/server/free-port.ts';
import { runNode } from '../tool.ts';

describe.skipIf(process.platform === 'win32')('a release', () => {
  const place = mkdtempSync(path.join(tmpdir(), 'looproom-release-'));
  const folder = path.join(place, 'program');
  const program = path.join(folder, 'looproom');
  let site: ChildProcess | null = null;
  afterAll(() => {
    site?.kill('SIGKILL');
    rmSync(place, { recursive: true, force: true });
  });

  test('holds what runs, and a bill of the packages inside', async () => {
    const { code, output } = await runNode('scripts/release.ts', ['--to', folder]);
    expect(code, output).toBe(0);
    for (const name of ['scripts', 'node_modules/react', 'node_modules/vite'])
      expect(existsSync(path.join(folder, name)), name).toBe(false);
    const bill = JSON.parse(readFileSync(path.join(folder, 'looproom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      components: { name: string }[];
    };
    const names = bill.components.map(({ name }) => name);
    expect(bill.bomFormat).toBe('CycloneDX');
    expect(names).toEqual(expect.arrayContaining(['react', 'fastify', 'sharp']));
    expect(names).not.toContain('vite');
  });

  test('answers, starts, shows pages and pictures, and stops, without npm', async () => {
    const port = await freePort();
    const environment = { HOME: place, PATH: '/usr/bin:/bin', DATA_DIR: path.join(place, 'data'), PORT: String(port) };
    const run = (...words: string[]) => spawnSync(program, words, { env: environment, cwd: place, encoding: 'utf8' });
    expect(run('--help').stdout).toContain('looproom COMMAND');
    site = spawn(program, ['start'], { env: environment, cwd: place, stdio: 'ignore' });
    const ended = once(site, 'exit');
    const address = `http://127.0.0.1:${port}`;
    for (let tries = 0; tries < 200; tries++) {
      if (
        await fetch(`${address}/readyz`).then(
          (answer) => answer.ok,
          () => false,
        )
      )
        break;
      await sleep(200);
    }
    const page = await (await fetch(address)).text();
    expect(page).toContain('<main');
    for (const file of [/src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1], '/icon-192.png', '/manifest.webmanifest'])
      expect((await fetch(address + file)).status, file).toBe(200);
    expect(JSON.parse(run('account', 'list', '--json').stdout)).toBeInstanceOf(Object);
    site.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
