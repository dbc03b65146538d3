import path from 'node:path';
import { ConfigError } from './config-error.ts';
import { readBackupBucket } from './services.ts';
import type { SettingReader } from './reader.ts';
import type { S3Settings } from '#platform/server/storage/s3.ts';

/** Where scheduled backups go: a set in a folder or in a bucket, or an archive each to the input of a command. */
export type BackupTarget =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 's3'; readonly settings: S3Settings; readonly prefix: string }
  | { readonly kind: 'command'; readonly command: string };

/** How backups are made. */
export interface BackupSettings {
  /** Null: none are made by themselves. */
  readonly target: BackupTarget | null;
  /** Hour of the day in UTC at which the site makes one; null: an operator or a timer does. */
  readonly hour: number | null;
  /** Backups that stay in a set: the last of so many days, weeks and months. */
  readonly keep: { readonly daily: number; readonly weekly: number; readonly monthly: number };
  /** Public keys of age that backups are encrypted for; none: they are not. */
  readonly recipients: readonly string[];
  /** File with the private key of age for what is read back on this machine. */
  readonly identity: string | null;
}

const recipientShape = /^age1[a-z0-9]{50,4000}$/;

/** Reads a target as it is typed. @throws {ConfigError} */
export function readTarget(typed: string, optional: SettingReader['optional'], name = 'BACKUP_TARGET'): BackupTarget {
  if (typed.startsWith('|')) return { kind: 'command', command: typed.slice(1).trim() };
  const s3 = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(typed);
  if (s3) {
    const prefix = (s3[2] ?? '').replace(/\/+$/, '');
    if (prefix !== '' && !/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(prefix))
      throw new ConfigError(`${name} has a path that is no prefix of keys: "${prefix}".`);
    return { kind: 's3', settings: readBackupBucket(s3[1]!, optional), prefix: prefix === '' ? '' : `${prefix}/` };
  }
  if (!path.isAbsolute(typed))
    throw new ConfigError(`${name} must be an absolute folder, s3://BUCKET/PREFIX or "| COMMAND"; it is "${typed}".`);
  return { kind: 'folder', folder: path.resolve(typed) };
}

/** @throws {ConfigError} */
export function readBackups({ text, optional, list }: SettingReader): BackupSettings {
  const typed = optional('BACKUP_TARGET');
  const hour = text('BACKUP_HOUR');
  if (hour !== 'off' && !/^(\d|1\d|2[0-3])$/.test(hour))
    throw new ConfigError(`BACKUP_HOUR must be a whole number from 0 to 23, or off; it is "${hour}".`);
  const keep = /^(\d{1,3})d (\d{1,3})w (\d{1,3})m$/.exec(text('BACKUP_KEEP'));
  if (!keep) throw new ConfigError(`BACKUP_KEEP must be such as "7d 4w 6m"; it is "${text('BACKUP_KEEP')}".`);
  const [daily, weekly, monthly] = keep.slice(1).map(Number) as [number, number, number];
  const recipients = list('BACKUP_RECIPIENTS');
  const wrong = recipients.find((one) => !recipientShape.test(one));
  if (wrong !== undefined)
    throw new ConfigError(
      `BACKUP_RECIPIENTS must be public keys of age ("age1…"); it has "${wrong.startsWith('AGE-SECRET') ? 'a private key, which belongs on no server' : wrong}".`,
    );
  return {
    target: typed === null ? null : readTarget(typed, optional),
    hour: hour === 'off' || typed === null ? null : Number(hour),
    keep: { daily, weekly, monthly },
    recipients,
    identity: optional('BACKUP_IDENTITY'),
  };
}
