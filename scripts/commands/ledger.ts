import { entitlements, products } from '#people/ledger/contract/limits.ts';
import { correct, grantEntitlement, revokeEntitlement } from '#people/ledger/server/actions.ts';
import { entitlementRows, ledgerPage, lockBalances } from '#people/ledger/server/store.ts';
import { audit } from '#content/moderation/server/store.ts';
import { newId } from '#platform/server/ids.ts';
import { type Command, CommandError, siteCommand } from './command.ts';
import { listed } from './output.ts';
import { after, member, timestamp, oneOf, required, text, whole } from './values.ts';
import { PAGE, keyAfter, memberNamed, nextAfter } from './who.ts';

/** Names who gave a right: what the operator gave, payments never take away. */
const SOURCE = 'operator';
/** Largest correction in one command: a typed zero too many is refused. */
const MAX_AMOUNT = 1_000_000;

const grants = [...products, ...entitlements] as const;
const right = oneOf(grants, `a product (${products.join(', ')}) or a right (${entitlements.join(', ')})`, 'RIGHT');

const rights: readonly Command[] = [
  siteCommand({
    name: 'entitlement list',
    about: 'The rights that a member holds by gift or purchase.',
    parameters: { member },
    options: {},
    async run(ctx, input) {
      const user = await memberNamed(ctx, input.member);
      const items = (await entitlementRows(ctx.db, user.profileId)).map((row) => ({
        name: row.name,
        source: row.source,
        expiresAt: row.expires_at?.toISOString() ?? null,
        createdAt: row.created_at.toISOString(),
      }));
      const free = ctx.config.freeEntitlements;
      const outcome = listed(
        { items },
        ['right', 'from', 'since', 'until'],
        items.map((row) => [row.name, row.source, row.createdAt, row.expiresAt ?? 'for good']),
        'None of their own.',
      );
      return {
        data: { items, freeForAll: free },
        text: free.length === 0 ? outcome.text : `${outcome.text}\n\nFree for every member: ${free.join(', ')}`,
      };
    },
  }),
  siteCommand({
    name: 'entitlement grant',
    about: 'Gives a member a product with all that it opens, or one right.',
    parameters: { member, right },
    options: { until: timestamp('Until when; for good when not given.'), reason: text('TEXT', 'For the audit log.') },
    async run(ctx, input) {
      const user = await memberNamed(ctx, input.member);
      const until = input.until ?? null;
      if (until && until <= ctx.clock.now()) throw new CommandError('--until must be in the future.');
      await ctx.db.tx(async (tx) => {
        await grantEntitlement(ctx, tx, user.profileId, input.right, SOURCE, until);
        await audit(ctx, tx, null, {
          action: 'entitlement.grant',
          targetKind: 'profile',
          targetId: user.profileId,
          reason: input.reason ?? '',
          details: { before: null, after: { right: input.right, until: until?.toISOString() ?? null } },
        });
      });
      return {
        data: { username: user.username, right: input.right, until: until?.toISOString() ?? null },
        text: `${user.username} has ${input.right} ${until ? `until ${until.toISOString()}` : 'for good'}.`,
      };
    },
  }),
  siteCommand({
    name: 'entitlement revoke',
    about: 'Takes a product or a right away, whoever gave it.',
    parameters: { member, right },
    options: {
      source: text('SOURCE', 'Only what this source gave, as the list names it.', 100),
      reason: text('TEXT', 'For the audit log.'),
    },
    async run(ctx, input) {
      const user = await memberNamed(ctx, input.member);
      const sources = await ctx.db.tx(async (tx) => {
        const taken = await revokeEntitlement(ctx, tx, user.profileId, input.right, input.source ?? null);
        if (taken.length > 0) {
          await audit(ctx, tx, null, {
            action: 'entitlement.revoke',
            targetKind: 'profile',
            targetId: user.profileId,
            reason: input.reason ?? '',
            details: { before: { right: input.right, sources: taken }, after: null },
          });
        }
        return taken;
      });
      if (sources.length === 0) throw new CommandError(`${user.username} does not have ${input.right} of their own.`);
      return {
        data: { username: user.username, right: input.right, sources },
        text: `${user.username} has ${input.right} no more (it came from ${sources.join(', ')}).`,
      };
    },
  }),
];

const show = siteCommand({
  name: 'ledger show',
  about: "A member's XP and credits, entry by entry, newest first.",
  parameters: { member },
  options: { after },
  async run(ctx, input) {
    const user = await memberNamed(ctx, input.member);
    const rows = await ledgerPage(ctx.db, user.profileId, {
      before: keyAfter(input.after),
      limit: PAGE + 1,
      now: ctx.clock.now(),
    });
    const items = rows.slice(0, PAGE).map((row) => ({
      at: row.created_at.toISOString(),
      currency: row.currency,
      amount: row.amount,
      kind: row.kind,
      cause: row.cause,
    }));
    return listed(
      { items, next: nextAfter(rows.map((row) => ({ at: row.created_at, id: row.id }))) },
      ['at', 'currency', 'amount', 'kind', 'cause'],
      items.map((entry) => [entry.at.slice(0, 19), entry.currency, entry.amount, entry.kind, entry.cause]),
      'No entry.',
    );
  },
});

function adjust(currency: 'xp' | 'credits'): Command {
  return siteCommand({
    name: `${currency} adjust`,
    about: `Adds to a member's ${currency === 'xp' ? 'XP' : 'credits'}, or takes from them; never below zero.`,
    parameters: { member, amount: whole('AMOUNT', 'How many; -5 takes five.', -MAX_AMOUNT, MAX_AMOUNT) },
    options: { reason: required(text('TEXT', 'For the audit log.')) },
    async run(ctx, input) {
      const user = await memberNamed(ctx, input.member);
      const result = await ctx.db.tx(async (tx) => {
        const before = await lockBalances(tx, user.profileId);
        const amounts = { xp: 0, credits: 0, [currency]: input.amount };
        await correct(ctx, tx, user.profileId, amounts, `correction:${newId(ctx.clock.now())}`);
        const now = await lockBalances(tx, user.profileId);
        const applied = now![currency] - before![currency];
        if (applied !== 0) {
          await audit(ctx, tx, null, {
            action: `${currency}.adjust`,
            targetKind: 'profile',
            targetId: user.profileId,
            reason: input.reason,
            details: {
              asked: input.amount,
              before: { [currency]: before![currency] },
              after: { [currency]: now![currency] },
            },
          });
        }
        return { applied, balance: now![currency] };
      });
      const less = result.applied === input.amount ? '' : ' (no more could be taken)';
      return {
        data: { username: user.username, currency, asked: input.amount, ...result },
        text: `${user.username}: ${result.applied >= 0 ? '+' : ''}${result.applied} ${currency}${less}, now ${result.balance}.`,
      };
    },
  });
}

/** XP, credits and rights. */
export const ledgerCommands: readonly Command[] = [...rights, show, adjust('credits'), adjust('xp')];
