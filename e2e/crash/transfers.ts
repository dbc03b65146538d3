import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { TransferClient } from '#content/media/server/fixtures.ts';
import { wavOf } from '#site/testing/wav.ts';

/** Bytes of a file, and of the parts in which it is sent. */
const FILE_BYTES = 400_000;
const PART_BYTES = 64 * 1024;
/** Milliseconds between two parts, so that most of the time one is half-way; and until a refused one is sent again. */
const PAUSE_MS = 20;

/** A file that somebody sends. */
export interface Transfer {
  readonly member: FixtureMember;
  readonly bytes: number;
  readonly sha256: string;
  /** Null: its beginning was not acknowledged. */
  location: string | null;
  /** Bytes that the site has acknowledged. */
  acknowledged: number;
}

/** Whether the whole file was acknowledged. */
export const isDone = ({ acknowledged, bytes }: Transfer): boolean => acknowledged === bytes;

/** The id of the file, and of its transfer. */
export const fileIdOf = ({ location }: Transfer): string => location?.split('/').at(-1) ?? '';

let made = 0;

function begin(member: FixtureMember): Transfer {
  const bytes = FILE_BYTES + 2 * made++;
  const sha256 = createHash('sha256').update(wavOf(bytes)).digest('hex');
  return { member, bytes, sha256, location: null, acknowledged: 0 };
}

/** What a site that can save nothing answers: it is away, or full. */
const waits = (status: number): boolean => status === 503 || status === 507;

/**
 * Sends the rest of a file, from where the site says that it is.
 * @returns false where the site was gone or, without patience, refused
 * @throws when the site has fewer bytes than it had acknowledged, or answers anything else
 */
export async function sendRest(address: string, transfer: Transfer, isPatient = false): Promise<boolean> {
  const content = wavOf(transfer.bytes);
  const client = new TransferClient(address, transfer.member);
  const ask = async (call: () => Promise<Response>, wanted: number): Promise<Response | null> => {
    for (;;) {
      const answer = await call().catch(() => null);
      if (answer?.status === wanted || answer === null) return answer;
      await answer.body?.cancel();
      // After a part that was refused, the site says how much of it has come.
      if (answer.status === 409) return answer;
      if (!waits(answer.status)) throw new Error(`A transfer was answered with ${answer.status}.`);
      if (!isPatient) return null;
      await sleep(PAUSE_MS * 5);
    }
  };
  if (transfer.location === null) {
    const answer = await ask(() => client.create(content.length, { filename: 'loop.wav' }), 201);
    if (answer === null) return false;
    transfer.location = answer.headers.get('location');
  }
  const location = transfer.location!;
  const offset = async (): Promise<number | null> => {
    const answer = await ask(() => client.head(location), 200);
    if (answer === null) return null;
    const bytes = Number(answer.headers.get('upload-offset'));
    if (bytes < transfer.acknowledged)
      throw new Error(`The site has ${bytes} bytes of ${transfer.acknowledged} that it had acknowledged.`);
    return bytes;
  };
  let at = await offset();
  while (at !== null && at < content.length) {
    const from = at;
    const part = content.subarray(from, from + PART_BYTES);
    const answer = await ask(() => client.patch(location, from, part), 204);
    if (answer === null) return false;
    at = answer.status === 204 ? from + part.length : await offset();
    transfer.acknowledged = Math.max(transfer.acknowledged, at ?? 0);
    await sleep(PAUSE_MS);
  }
  if (at === null) return false;
  transfer.acknowledged = at;
  return true;
}

/** People who send files until the site is gone. */
export interface TransferLoad {
  readonly transfers: readonly Transfer[];
  end(): void;
  ended(): Promise<void>;
}

/** Every member sends one file after the other. @param isPatient a refused part is sent again until it is taken */
export function startTransfers(address: string, members: readonly FixtureMember[], isPatient = false): TransferLoad {
  const transfers: Transfer[] = [];
  let isOver = false;
  const sendFiles = async (member: FixtureMember): Promise<void> => {
    const transfer = begin(member);
    transfers.push(transfer);
    if ((await sendRest(address, transfer, isPatient)) && !isOver) await sendFiles(member);
  };
  const all = Promise.all(members.map(sendFiles));
  // Whoever waits for the end gets the failure.
  all.catch(() => {});
  return {
    transfers,
    end: () => (isOver = true),
    ended: async () => void (await all),
  };
}
