import { eachCustomer } from '#features/payments/server/jobs.ts';
import { providerName } from '#features/payments/server/providers.ts';
import { lastRepairs } from '#features/payments/server/store.ts';
import { syncMember } from '#features/payments/server/sync.ts';
import { type Command, siteCommand } from './command.ts';
import { listed } from './output.ts';
import { member } from './values.ts';
import { PAGE, memberNamed } from './who.ts';

/** Commands about payments. */
export const paymentCommands: readonly Command[] = [
  siteCommand({
    name: 'payments sync',
    about: 'Reads what the payment provider knows of a member, and makes their rights follow it.',
    parameters: { member },
    options: {},
    async run(ctx, input) {
      const user = await memberNamed(ctx, input.member);
      const changed = await syncMember(ctx, user.profileId, 'reconciliation');
      return {
        data: { username: user.username, changed },
        text: changed ? `The rights of ${user.username} were repaired.` : `The rights of ${user.username} are right.`,
      };
    },
  }),
  siteCommand({
    name: 'payments reconcile',
    about: 'Does that for every member who has ever begun a checkout, as each night.',
    parameters: {},
    options: {},
    async run(ctx) {
      const result = { provider: providerName(ctx), customers: 0, repaired: 0, failed: 0 };
      result.customers = await eachCustomer(ctx, async (ids) => {
        for (const id of ids) {
          try {
            if (await syncMember(ctx, id, 'reconciliation')) result.repaired += 1;
          } catch (error) {
            result.failed += 1;
            ctx.log.error({ err: error, profileId: id }, 'the payments of a member could not be read');
          }
        }
      });
      const { customers, repaired, failed } = result;
      return { data: result, text: `${customers} customers, ${repaired} repaired, ${failed} could not be read.` };
    },
  }),
  siteCommand({
    name: 'payments repairs',
    about: 'Members whose rights the reconciliation had to repair, newest first.',
    parameters: {},
    options: {},
    async run(ctx) {
      const rows = await lastRepairs(ctx.db, PAGE);
      const items = rows.map((row) => ({ profileId: row.profile_id, at: row.received_at.toISOString() }));
      return listed(
        { items },
        ['profile', 'at'],
        items.map((customer) => [customer.profileId, customer.at]),
        'No repair.',
      );
    },
  }),
];
