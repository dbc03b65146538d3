import { randomBytes } from 'node:crypto';
import { isAPIError } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Caller } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { authOf } from './auth.ts';
import { CodeUsed } from './second-factor-check.ts';
import {
  clearCookieLine,
  cookieNameOf,
  readSignedCookie,
  setCookieLine,
  signedValue,
} from '#people/accounts/server/sessions/cookies.ts';
import { headersOf, passCookies } from './library-call.ts';
import { recoveryCodeHash } from '#people/accounts/server/recovery-codes.ts';
import { judged, judgedUnguessable } from './throttle.ts';
import { stepOfCode } from './totp.ts';

/** Seconds within which the second factor must follow the first. */
const CHALLENGE_SECONDS = 600;

/**
 * Starts a second-factor challenge as better-auth's own sign-in does: a random identifier, stored as a hash with the member
 * and a count of tries, and signed in the caller's cookie.
 */
export async function startChallenge(ctx: Context, userId: string, caller: Caller): Promise<void> {
  const { internalAdapter } = await authOf(ctx).$context;
  const identifier = `2fa-${randomBytes(15).toString('base64url')}`;
  const expiresAt = new Date(Date.now() + CHALLENGE_SECONDS * 1000);
  await internalAdapter.createVerificationValue({ identifier, value: userId, expiresAt });
  await internalAdapter.createVerificationValue({ identifier: `2fa-attempts-${identifier}`, value: '0', expiresAt });
  caller.setHeader('set-cookie', setCookieLine(ctx, 'two_factor', identifier, CHALLENGE_SECONDS));
}

/** The second step of a sign-in. @returns who has signed in, and the cookies that were set. @throws {Refusal} code_wrong, sign_in_required, rate_limited */
export async function finishChallenge(
  ctx: Context,
  input: { kind: 'totp' | 'recovery'; code: string },
  caller: Caller,
): Promise<{ userId: string; lines: string[] }> {
  const auth = authOf(ctx);
  const identifier = readSignedCookie(ctx, caller.cookie, 'two_factor');
  const challenge =
    identifier === null ? null : await (await auth.$context).internalAdapter.findVerificationValue(identifier);
  if (identifier === null || !challenge || challenge.expiresAt <= new Date()) throw new Refusal('sign_in_required');
  const userId = challenge.value;
  // Only the challenge's cookie: with a session of somebody, better-auth would check that one's code instead.
  const headers = headersOf(caller, `${cookieNameOf(ctx, 'two_factor')}=${signedValue(ctx.secret, identifier)}`);
  const call = { headers, returnHeaders: true } as const;
  const check = async (): Promise<string[]> => {
    try {
      if (input.kind === 'totp' && (await isUsedCode(ctx, userId, input.code))) throw new CodeUsed();
      const result =
        input.kind === 'totp'
          ? await auth.api.verifyTOTP({ ...call, body: { code: input.code } })
          : await auth.api.verifyBackupCode({ ...call, body: { code: recoveryCodeHash(ctx.secret, input.code) } });
      return passCookies(caller, result.headers);
    } catch (error) {
      throw refusalOf(ctx, error, caller);
    }
  };
  const lines =
    input.kind === 'totp'
      ? await judged(ctx, { kind: 'second_factor', account: userId, caller }, check)
      : await judgedUnguessable(ctx, { kind: 'recovery_code', account: userId, caller }, check);
  return { userId, lines };
}

function refusalOf(ctx: Context, error: unknown, caller: Caller): unknown {
  if (!(error instanceof CodeUsed) && !isAPIError(error)) return error;
  const code = isAPIError(error) ? error.body?.code : 'CODE_USED';
  switch (code) {
    case 'CODE_USED':
    case 'INVALID_CODE':
    case 'INVALID_BACKUP_CODE':
      return new Refusal('code_wrong');
    default:
      // The challenge is spent, or two-factor sign-in was turned off meanwhile: the first step has to be done again.
      caller.setHeader('set-cookie', clearCookieLine(ctx, 'two_factor'));
      return new Refusal('sign_in_required');
  }
}

/** Whether a code that is valid now was used before, without spending the challenge. The hook in `auth.ts` decides. */
async function isUsedCode(ctx: Context, userId: string, code: string): Promise<boolean> {
  const [row] = await ctx.db.rows<{ secret: string; last_step: number }>(
    sql`SELECT secret, last_step FROM two_factors WHERE user_id = ${userId}`,
  );
  if (!row) return false;
  const { secretConfig } = await authOf(ctx).$context;
  const step = stepOfCode(await symmetricDecrypt({ key: secretConfig, data: row.secret }), code, new Date());
  return step !== null && step <= row.last_step;
}
