import { nameInWords } from '#people/profiles/server/rules.ts';
import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { activeCustomRoles, personOf } from '#people/profiles/server/store.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { type PushOutcome, sendPush } from './push.ts';
import { type PushRow, forgetDevices, pushRows } from './push-store.ts';
import { titleWith } from './rules.ts';

/** Messages of one job, and those on their way at once. */
const PER_JOB = 100;
const AT_ONCE = 8;
/** Seconds until what a push service did not take is tried again; after the last one it is given up. */
const PAUSES = [30, 300, 3600];
/** Characters of a title and of a text: a message of 4 KB must hold both, in any script. */
const TITLE_CHARS = 150;
const BODY_CHARS = 300;

const one = z.object({ notification: z.uuid(), device: z.uuid() });
const payload = z.object({
  ids: z.array(z.uuid()).max(PER_JOB),
  /** How often it was tried before. */
  attempt: z.int().min(0),
  /** Only these; null for every browser of the members. */
  only: z.array(one).nullable(),
});

/**
 * Pushes notifications to browsers. A message that a push service refuses is retried by itself. The tag makes it
 * idempotent: a message that arrives twice replaces itself.
 */
export const pushJob = defineJob({
  name: 'notifications.push',
  payload,
  timeoutSeconds: 600,
  async run(ctx, { ids, attempt, only }) {
    const selected = only && new Set(only.map((pair) => `${pair.notification} ${pair.device}`));
    const rows = (await pushRows(ctx, ids, ctx.clock.now())).filter(
      (row) => selected === null || selected.has(`${row.id} ${row.device_id}`),
    );
    const outcomes = await sendAll(ctx, rows);
    const of = (outcome: PushOutcome): PushRow[] => rows.filter((row) => outcomes.get(row) === outcome);
    await forgetDevices(
      ctx.db,
      of('gone').map((row) => row.device_id),
    );
    const again = of('again').map((row) => ({ notification: row.id, device: row.device_id }));
    const pause = PAUSES[attempt];
    if (again.length === 0 || pause === undefined) return;
    const startAfter = new Date(ctx.clock.now().getTime() + pause * 1000);
    const retried = [...new Set(again.map((pair) => pair.notification))];
    await ctx.db.tx((tx) =>
      ctx.jobs.enqueue(tx, pushJob, { ids: retried, attempt: attempt + 1, only: again }, { startAfter }),
    );
  },
});

/** Pushes notifications once the transaction has committed. */
export async function pushAfter(ctx: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  if (ctx.config.pushServices.length === 0) return;
  for (let from = 0; from < ids.length; from += PER_JOB)
    await ctx.jobs.enqueue(tx, pushJob, { ids: ids.slice(from, from + PER_JOB), attempt: 0, only: null });
}

async function sendAll(ctx: Context, rows: readonly PushRow[]): Promise<Map<PushRow, PushOutcome>> {
  const roles = await activeCustomRoles(ctx.db);
  const outcomes = new Map<PushRow, PushOutcome>();
  const waiting = rows.values();
  const work = async (): Promise<void> => {
    for (const row of waiting) {
      const title = titleWith(row.title, nameInWords(personOf(row, roles)), row.others);
      const message = {
        title: title.slice(0, TITLE_CHARS),
        body: row.message.slice(0, BODY_CHARS),
        url: row.url ?? '/notifications',
        tag: row.id,
      };
      outcomes.set(row, await sendPush(ctx, row, message));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}
