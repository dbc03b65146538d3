import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { ConfigError } from './config-error.ts';

/** What a site has in its data folder, by name; `postgres` stands for everything whose name begins so. */
const ownNames =
  /^(postgres.*|files|uploads|work|sounds|outbox|secret|last-backup|last-backup-test|backup-index|\.restore)$/;
/** What systems and tools leave in an empty folder. */
const systemNames = /^(\..*|lost\+found)$/;
/** Names of a foreign folder that the sentence lists. */
const LISTED = 3;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * Why the data folder cannot be one, as a sentence for the operator: a file, nobody's who runs the site, not writable, or
 * another program's. Null where it can, or can be made. Changes nothing.
 */
export function folderFault(dataDir: string): string | null {
  let folder = dataDir;
  for (;;) {
    const found = statOf(folder);
    if (found === 'inaccessible')
      return `The data folder ${dataDir} cannot be entered by this user. Give it to the user of the site (chown -R), or set DATA_DIR to another folder.`;
    if (found !== null && !found.isDirectory())
      return folder === dataDir
        ? `DATA_DIR is ${dataDir}, which is a file. Name a folder.`
        : `DATA_DIR is ${dataDir}, and ${folder} is a file. Name a folder that can be made.`;
    if (found !== null)
      return accessFault(dataDir, folder, found.uid) ?? (folder === dataDir ? foreignFault(folder) : null);
    const above = path.dirname(folder);
    if (above === folder) return `DATA_DIR is ${dataDir}, and there is no such disk.`;
    folder = above;
  }
}

function statOf(folder: string) {
  try {
    return statSync(folder);
  } catch (error) {
    // Below a file (ENOTDIR) nothing can be: the file itself is found next.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    return 'inaccessible';
  }
}

function accessFault(dataDir: string, folder: string, owner: number): string | null {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const name =
      folder === dataDir ? `The data folder ${dataDir}` : `The data folder ${dataDir} cannot be made: ${folder}`;
    if (codeOf(error) === 'EROFS')
      return `${name} is on a disk that is mounted for reading alone. Mount it for writing.`;
    const own = process.getuid?.() ?? owner;
    return owner === own
      ? `${name} cannot be written to. Run: chmod u+rwx ${folder}`
      : `${name} belongs to the user ${owner}, and the site runs as ${own}. Start the site as that user, or run as root: chown -R ${own} ${folder}`;
  }
}

function foreignFault(dataDir: string): string | null {
  const names = readdirSync(dataDir).filter((name) => !systemNames.test(name) || ownNames.test(name));
  if (names.length === 0 || names.some((name) => ownNames.test(name))) return null;
  const listed = names.toSorted().slice(0, LISTED).join(', ');
  return `The data folder ${dataDir} has files of another program (${listed}${names.length > LISTED ? ', …' : ''}). Set DATA_DIR to a folder of its own.`;
}

/** The sentence for a port or an address that cannot be listened on; null for other errors. */
export function portFault(error: unknown, { host, port }: { host: string; port: number }): string | null {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use by another program, or this site runs already. Stop that, or set PORT.`;
    case 'EACCES':
      return `Port ${port} of ${host} is reserved for root. Set PORT to 1024 or more, with a proxy in front.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is ${host}, which is no address of this machine. Use 127.0.0.1 behind a proxy, or 0.0.0.0.`;
    default:
      return null;
  }
}

/** Listens for an instant. @returns why it cannot, in a sentence; null where the port is free */
export async function takenPort(config: { host: string; port: number }): Promise<string | null> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: config.host, port: config.port }, resolve);
    });
    return null;
  } catch (error) {
    const fault = portFault(error, config);
    if (fault === null) throw error;
    return fault;
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

/** @throws {ConfigError} where a start would fail on the data folder or the port; nothing was changed then */
export async function refuseUnusablePlace(config: { dataDir: string; host: string; port: number }): Promise<void> {
  const fault = folderFault(config.dataDir) ?? (await takenPort(config));
  if (fault !== null) throw new ConfigError(fault);
}
