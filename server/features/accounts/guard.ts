import { accountRates } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { checkPassword } from './passwords.ts';
import { type UserRow, userById } from './store.ts';

/** Counters of one account, whatever address tries. */
type Counter = {
  readonly name: 'account-sign-in' | 'account-code' | 'account-mail' | 'account-password';
  readonly key: string;
};

const rateOf = {
  'account-sign-in': accountRates.signIn,
  'account-password': accountRates.signIn,
  'account-code': accountRates.code,
  'account-mail': accountRates.mail,
} as const;

function refuse(wait: number): void {
  if (wait > 0) throw new Refusal('rate_limited', { meta: { retryAfter: wait } });
}

/** Refuses while an account has too many failures; counts nothing. @throws {Refusal} rate_limited */
export function checkFailures(ctx: Context, counter: Counter): void {
  refuse(ctx.limits.peek(counter.name, counter.key, rateOf[counter.name]));
}

/** Counts one failure of an account. */
export function countFailure(ctx: Context, counter: Counter): void {
  ctx.limits.hit(counter.name, counter.key, rateOf[counter.name]);
}

/** Counts one mail to an address, whether it has an account or not. @throws {Refusal} rate_limited */
export function countMail(ctx: Context, email: string): void {
  refuse(ctx.limits.hit('account-mail', email, accountRates.mail));
}

/**
 * Asks a signed-in member for the password again. A member without one never passes.
 * @throws {Refusal} invalid_credentials, rate_limited
 */
export async function confirmPassword(ctx: Context, viewer: Viewer, password: string): Promise<UserRow> {
  const counter = { name: 'account-password', key: viewer.userId } as const;
  checkFailures(ctx, counter);
  const user = await userById(ctx.db, viewer.userId);
  if (!(await checkPassword(user?.passwordHash ?? null, password)) || !user) {
    countFailure(ctx, counter);
    throw new Refusal('invalid_credentials', { detail: 'That is not your password.' });
  }
  ctx.limits.clear(counter.name, counter.key);
  return user;
}
