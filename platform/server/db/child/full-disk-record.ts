import fs from 'node:fs';
import path from 'node:path';

/** A full disk, from the first sign of it until there is room again; a restart of the process does not end it. */
export interface FullDisk {
  readonly since: Date;
  /** Staff have been mailed. */
  isMailed: boolean;
}

/** Bytes of the record: always as many, so that it is changed in its place, which takes no room. */
const recordBytes = 128;

/** The file that says since when the disk is full, beside the database's folder. It has its size before the disk is full. */
export function recordFile(dir: string): string {
  return `${path.resolve(dir)}.full-disk`;
}

/** What an earlier process, or this one, has written; null where the disk was not full. */
export function readRecord(dir: string): FullDisk | null {
  try {
    const record = JSON.parse(fs.readFileSync(recordFile(dir), 'utf8')) as { since?: string; isMailed?: boolean };
    const since = new Date(record.since ?? '');
    return Number.isNaN(since.getTime()) ? null : { since, isMailed: record.isMailed === true };
  } catch {
    // None, or only half of one: the worst that follows is a second mail.
    return null;
  }
}

/** Writes the record, or an empty one. @returns false where there is no room even for that */
export function writeRecord(dir: string, record: FullDisk | null): boolean {
  const text = JSON.stringify(record ?? {}).padEnd(recordBytes);
  try {
    const file = fs.openSync(recordFile(dir), fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
    try {
      return fs.writeSync(file, text, 0) === text.length;
    } finally {
      fs.closeSync(file);
    }
  } catch {
    return false;
  }
}
