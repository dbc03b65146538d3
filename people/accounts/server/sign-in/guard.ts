import type { Context } from '#platform/server/context.ts';
import type { Caller } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { checkPassword } from '#people/accounts/server/passwords/passwords.ts';
import { type UserRow, userById } from '#people/accounts/server/store.ts';
import { judged } from './throttle.ts';

/**
 * Asks a signed-in member for the password again. A member without one never passes.
 * @throws {Refusal} invalid_credentials, rate_limited
 */
export async function confirmPassword(
  ctx: Context,
  viewer: Viewer,
  password: string,
  caller: Caller,
): Promise<UserRow> {
  return await judged(ctx, { kind: 'confirm_password', account: viewer.userId, caller }, async () => {
    const user = await userById(ctx.db, viewer.userId);
    if (!(await checkPassword(user?.passwordHash ?? null, password)) || !user)
      throw new Refusal('invalid_credentials', { detail: 'That is not your password.' });
    return user;
  });
}
