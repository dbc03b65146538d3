import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '#platform/server/ids.ts';
import type { OutboxMail } from './message.ts';

/** Mails of a site without a mail server, one file each, so that sign-up can be walked through on a laptop. */
export interface Outbox {
  add(mail: Omit<OutboxMail, 'id'>): Promise<void>;
  list(limit?: number): Promise<OutboxMail[]>;
  get(id: string): Promise<OutboxMail | null>;
}

export function makeOutbox(dataDir: string): Outbox {
  const folder = path.join(dataDir, 'outbox');
  const read = async (name: string): Promise<OutboxMail | null> => {
    try {
      const mail = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Omit<OutboxMail, 'at'> & {
        at: string;
      };
      return { ...mail, at: new Date(mail.at) };
    } catch {
      return null;
    }
  };
  return {
    async add(mail) {
      await mkdir(folder, { recursive: true });
      const id = newId(new Date());
      const file = path.join(folder, `${id}.json`);
      await writeFile(`${file}.part`, JSON.stringify({ id, ...mail }), { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    async list(limit = 50) {
      const names = await readdir(folder).catch(() => []);
      const newest = names
        .filter((name) => name.endsWith('.json'))
        .toSorted()
        .toReversed()
        .slice(0, limit);
      const mails = await Promise.all(newest.map(read));
      return mails.filter((mail) => mail !== null);
    },
    get: (id) => (/^[0-9a-f-]{36}$/.test(id) ? read(`${id}.json`) : Promise.resolve(null)),
  };
}
