import fs from 'node:fs';
import path from 'node:path';

/** Bytes that are kept for the database: three files of its write-ahead log. */
export const reserveBytes = 48 * 2 ** 20;

/** Free bytes on the disk, the reserve apart, below which the database can only be read. */
export const minFreeBytes = 32 * 2 ** 20;

/** The file that holds the database's reserve, beside its folder. */
export function reserveFile(dir: string): string {
  return `${path.resolve(dir)}.reserve`;
}

/** Gives the reserve to the database. @returns false when it is used up already */
export function releaseReserve(dir: string): boolean {
  try {
    fs.unlinkSync(reserveFile(dir));
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes the reserve where there is none, with bytes that no file system packs into less. Leaves nothing behind when
 * there is no room for it.
 * @returns whether it is there
 */
export async function fillReserve(dir: string): Promise<boolean> {
  const file = reserveFile(dir);
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === reserveBytes) return true;
  const draft = `${file}.new`;
  try {
    const handle = await fs.promises.open(draft, 'w', 0o600);
    try {
      for (let written = 0; written < reserveBytes;) {
        const part = crypto.getRandomValues(Buffer.alloc(65_536));
        written += (await handle.write(part)).bytesWritten;
      }
    } finally {
      await handle.close();
    }
    await fs.promises.rename(draft, file);
    return true;
  } catch {
    // No room is what this file is about; the next look tries again.
    await fs.promises.rm(draft, { force: true });
    return false;
  }
}
