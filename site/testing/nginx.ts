import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#platform/server/free-port.ts';

/** A running nginx of one's own, on the loopback. */
export interface Nginx {
  /** Such as `http://127.0.0.1:40123`. */
  readonly address: string;
  readonly pid: number;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

/** The program; null where it is not installed (Debian: `apt-get install nginx-light`). */
export function findNginx(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  for (const folder of folders) {
    const file = path.join(folder, 'nginx');
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // In the next folder, perhaps.
    }
  }
  return null;
}

/** What a configuration may name. */
export interface NginxPlace {
  /** A folder that its workers may read and write; removed at the end. */
  readonly folder: string;
  readonly port: number;
}

/**
 * Starts nginx with a configuration of its `http` block.
 * @throws when it is not installed or does not start
 */
export async function startNginx(http: (place: NginxPlace) => string | Promise<string>): Promise<Nginx> {
  const program = findNginx();
  if (program === null) throw new Error('nginx is not installed (Debian: apt-get install nginx-light).');
  const folder = await mkdtemp(path.join(tmpdir(), 'looproom-nginx-'));
  // Started by root, its workers are another account.
  await chmod(folder, 0o777);
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const configuration = `worker_processes auto; pid ${folder}/pid; error_log ${folder}/errors; daemon off;
    events { worker_connections 1024; }
    http { access_log off; ${temporary.join(' ')} ${await http({ folder, port })} }`;
  await writeFile(path.join(folder, 'nginx.conf'), configuration);
  const child = spawn(program, ['-c', path.join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' });
  const address = `http://127.0.0.1:${port}`;
  await answering(child, address);
  return {
    address,
    pid: child.pid!,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      if (child.exitCode === null) await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answering(child: ChildProcess, address: string): Promise<void> {
  for (let tries = 0; !(await fetch(address).catch(() => null)); tries++) {
    if (child.exitCode !== null || tries > 200) {
      child.kill('SIGKILL');
      throw new Error('nginx did not start.');
    }
    await sleep(50);
  }
}
