import { z } from 'zod';
import { payments as limits } from '#features/payments/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { type Cron, type Job, defineJob } from '#platform/server/jobs/job.ts';
import { providerName, providerOf } from './providers.ts';
import { customersAfter, forgetEvents, profileOfCustomer } from './store.ts';
import { syncMember } from './sync.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Customers that one transaction puts into the queue. */
const BATCH = 500;

/** Reads a customer's state from the provider. Retried for half a day while the provider is down. */
export const syncJob = defineJob({
  name: 'payments.sync',
  payload: z.object({ profileId: z.uuid(), reason: z.enum(['event', 'reconciliation']) }),
  singleton: true,
  retries: 12,
  timeoutSeconds: 120,
  async run(ctx, { profileId, reason }) {
    await syncMember(ctx, profileId, reason);
  },
});

/** Finds the customer of an event's charge, and enqueues reading their state. */
export const findCustomerJob = defineJob({
  name: 'payments.find-customer',
  payload: z.object({ chargeId: z.string().min(1).max(255) }),
  retries: 12,
  timeoutSeconds: 120,
  async run(ctx, { chargeId }) {
    const provider = await providerOf(ctx);
    const customerId = (await provider?.customerOfCharge(chargeId)) ?? null;
    const profileId = customerId === null ? null : await profileOfCustomer(ctx.db, provider!.name, customerId);
    if (profileId === null) return;
    await ctx.db.tx((tx) => ctx.jobs.enqueue(tx, syncJob, { profileId, reason: 'event' }, { singletonKey: profileId }));
  },
});

/** Reconciliation: enqueues reading every customer's state, which finds what missing events would have brought. */
export const reconcileJob = defineJob({
  name: 'payments.reconcile',
  payload: z.object({}),
  timeoutSeconds: 3000,
  async run(ctx) {
    await forgetEvents(ctx.db, new Date(ctx.clock.now().getTime() - limits.keepEventsDays * 86_400_000));
    const count = await eachCustomer(ctx, async (ids) => {
      await ctx.db.tx(async (tx) => {
        for (const profileId of ids)
          await ctx.jobs.enqueue(tx, syncJob, { profileId, reason: 'reconciliation' }, { singletonKey: profileId });
      });
    });
    if (count > 0) ctx.log.info({ customers: count }, 'payments are being reconciled');
  },
});

/** Goes through all customers in batches. @returns how many there are */
export async function eachCustomer(ctx: Context, take: (ids: readonly string[]) => Promise<void>): Promise<number> {
  const name = providerName(ctx);
  let count = 0;
  for (let last: string | undefined = name === null ? undefined : NOBODY; last !== undefined;) {
    const ids: string[] = await customersAfter(ctx.db, name!, last, BATCH);
    await take(ids);
    count += ids.length;
    last = ids.length === BATCH ? ids.at(-1) : undefined;
  }
  return count;
}

/** Compares prices with the provider's after a start; a provider that is down stops no start. */
export const checkPricesJob = defineJob({
  name: 'payments.check-prices',
  payload: z.object({}),
  retries: 3,
  async run(ctx) {
    const provider = await providerOf(ctx);
    for (const sentence of (await provider?.check()) ?? []) ctx.log.warn(`payments: ${sentence}`);
  },
});

export const paymentJobs: readonly Job[] = [syncJob, findCustomerJob, reconcileJob, checkPricesJob];
export const paymentCrons: readonly Cron[] = [{ schedule: '23 3 * * *', job: reconcileJob }];
