import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type Server, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '#platform/server/config.ts';
import { freePort } from '#platform/server/free-port.ts';

/** Some user without rights: root may write everywhere. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const place = mkdtempSync(path.join(tmpdir(), 'looproom-place-'));
chmodSync(place, 0o755);
let other: Server;
let port = 0;
beforeAll(async () => {
  other = createServer();
  port = await freePort();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => other.close(resolve));
  rmSync(place, { recursive: true, force: true });
});

interface Refusal {
  readonly name: string;
  /** Prepares what is wrong. @returns DATA_DIR */
  prepare(): string;
  readonly environment?: () => Record<string, string>;
  readonly says: RegExp;
  /** Starts as a user without rights. */
  readonly asNobody?: true;
  /** What cannot be made without root. */
  readonly needsRoot?: true;
}

const folder = (name: string, mode = 0o755): string => {
  const made = path.join(place, name);
  mkdirSync(made);
  chmodSync(made, mode);
  return made;
};

const refusals: readonly Refusal[] = [
  {
    name: 'a port that another program has',
    prepare: () => path.join(place, 'port'),
    environment: () => ({ PORT: String(port) }),
    says: /^Port \d+ of 127\.0\.0\.1 is in use by another program/,
  },
  {
    name: 'an address that this machine does not have',
    prepare: () => path.join(place, 'address'),
    environment: () => ({
      HOST: '203.0.113.9',
      SITE_URL: 'https://loop.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
    }),
    says: /^HOST is 203\.0\.113\.9, which is no address of this machine/,
  },
  {
    name: 'a data folder that is a file',
    prepare() {
      const file = path.join(place, 'file');
      writeFileSync(file, 'x');
      return file;
    },
    says: /^DATA_DIR is .*\/file, which is a file\. Name a folder\.$/,
  },
  {
    name: 'a data folder below a file',
    prepare() {
      writeFileSync(path.join(place, 'above'), 'x');
      return path.join(place, 'above/data/deep');
    },
    says: /^DATA_DIR is .*, and .*\/above is a file/,
  },
  {
    name: "another program's folder",
    prepare() {
      const made = folder('foreign');
      for (const name of ['PG_VERSION', 'base', 'global', 'photos']) writeFileSync(path.join(made, name), 'x');
      return made;
    },
    says: /has files of another program \(PG_VERSION, base, global, …\)\. Set DATA_DIR/,
  },
  {
    name: 'a folder that its owner may not write to',
    prepare() {
      const made = folder('locked', 0o555);
      if (isRoot) chownSync(made, NOBODY, NOBODY);
      return made;
    },
    says: /^The data folder .* cannot be written to\. Run: chmod u\+rwx /,
    asNobody: true,
  },
  {
    name: 'a folder of another user',
    prepare: () => folder('theirs'),
    says: /^The data folder .* belongs to the user 0, and the site runs as 65534.*chown -R 65534 /,
    asNobody: true,
    needsRoot: true,
  },
  {
    name: 'a folder that cannot be made',
    prepare: () => path.join(folder('parent'), 'data'),
    says: /^The data folder .* cannot be made: .* belongs to the user 0/,
    asNobody: true,
    needsRoot: true,
  },
];

/** Everything below a place, with its mode and owner. */
const seen = (): string[] =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const { mode, uid, size } = statSync(path.join(place, name));
      return `${name} ${mode} ${uid} ${size}`;
    });

test.each(refusals.filter(({ needsRoot }) => isRoot || !needsRoot))(
  'a start refuses $name in one sentence and touches nothing',
  async ({ prepare, environment, says, asNobody }) => {
    const dataDir = prepare();
    const before = seen();
    const wasThere = existsSync(dataDir);
    const { code, output } = await start(
      { DATA_DIR: dataDir, PORT: '0', HOST: '', SITE_URL: '', SMTP_URL: '', DATABASE_URL: '', ...environment?.() },
      isRoot && asNobody ? NOBODY : null,
    );
    expect(output.trim()).toMatch(says);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
    expect(seen()).toEqual(before);
    expect(existsSync(dataDir)).toBe(wasThere);
  },
);

/** Runs the real program until it ends. */
function start(environment: Record<string, string>, uid: number | null): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['site/server/main.ts'],
      {
        cwd: packageRoot(),
        env: { ...process.env, ...environment },
        ...(uid !== null && { uid, gid: uid }),
        timeout: 60_000,
      },
      (error, stdout, stderr) => resolve({ code: error ? error.code : 0, output: stdout + stderr }),
    );
  });
}
