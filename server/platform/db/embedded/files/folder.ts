import fs from 'node:fs';
import path from 'node:path';

/** How a new database folder gets its content: in a folder that does not exist yet. */
export type FillFolder = (dir: string) => void | Promise<void>;

/**
 * Makes `dir` a database folder when it is none yet. The content is made beside it, synced and then renamed, so that a
 * process killed half-way leaves nothing that could be taken for a database. An existing database is not touched.
 * @throws when `dir` holds something else, or cannot be replaced by a rename
 */
export async function prepareFolder(dir: string, fill: FillFolder): Promise<void> {
  const draft = `${path.resolve(dir)}.new`;
  fs.rmSync(draft, { recursive: true, force: true });
  if (fs.existsSync(path.join(dir, 'PG_VERSION'))) return;
  if (fs.existsSync(dir) && fs.readdirSync(dir).length > 0) {
    throw new Error(`The folder ${dir} is not empty, but holds no database. Empty it, or name another folder.`);
  }
  await fill(draft);
  await syncFolder(draft);
  try {
    if (fs.existsSync(dir)) fs.rmdirSync(dir);
    fs.renameSync(draft, dir);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    throw new Error(`${dir} must be a folder inside a mounted volume, not a mount point itself.`, { cause: error });
  }
  await syncOne(path.dirname(path.resolve(dir)));
}

async function syncFolder(dir: string): Promise<void> {
  const names = fs.readdirSync(dir, { recursive: true, encoding: 'utf8' });
  const waiting = [dir, ...names.map((name) => path.join(dir, name))].values();
  // Many at once: the disk then commits them together.
  const work = async (): Promise<void> => {
    for (const file of waiting) await syncOne(file);
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

async function syncOne(file: string): Promise<void> {
  // Windows cannot open folders, nor sync what is open for reading only.
  if (process.platform === 'win32') return;
  const handle = await fs.promises.open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
