import { symmetricDecrypt } from 'better-auth/crypto';
import type { Context } from '#platform/server/context.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import type { Caller } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { authOf } from './auth.ts';
import { confirmPassword } from './guard.ts';
import { headersOf } from './library-call.ts';
import { mailTwoFactorChanged } from '#people/accounts/server/mail.ts';
import { type Origin, noteSecurity } from '#people/accounts/server/security-log.ts';
import { publishToMember } from '#people/profiles/server/actions.ts';
import { type UserRow, removeTwoFactor, userById } from '#people/accounts/server/store.ts';
import { hashedRecoveryCodes, makeRecoveryCodes } from '#people/accounts/server/recovery-codes.ts';
import { judged } from './throttle.ts';
import { stepOfCode } from './totp.ts';

/** Begins to set up an authenticator app; signing in stays as it is. @throws {Refusal} invalid_credentials, two_factor_already_on */
export async function beginAuthenticator(
  ctx: Context,
  viewer: Viewer,
  password: string,
  caller: Caller,
): Promise<{ uri: string; secret: string }> {
  const user = await confirmPassword(ctx, viewer, password, caller);
  if (user.twoFactorEnabled) throw new Refusal('two_factor_already_on');
  const started = await authOf(ctx).api.enableTwoFactor({
    body: { password, method: 'totp' },
    headers: headersOf(caller, caller.cookie),
  });
  if (started.method !== 'totp') throw new Error('better-auth began another method than an authenticator app.');
  return { uri: started.totpURI, secret: new URL(started.totpURI).searchParams.get('secret') ?? '' };
}

/** Turns two-factor sign-in on with a first code. @returns the recovery codes. @throws {Refusal} code_wrong, two_factor_already_on */
export async function confirmAuthenticator(
  ctx: Context,
  viewer: Viewer,
  code: string,
  caller: Caller,
): Promise<string[]> {
  const user = await userById(ctx.db, viewer.userId);
  if (user?.twoFactorEnabled) throw new Refusal('two_factor_already_on');
  const { row, step } = await judged(ctx, { kind: 'confirm_code', account: viewer.userId, caller }, () =>
    checkFirstCode(ctx, viewer.userId, code),
  );
  if (!user) throw new Refusal('code_wrong');
  // Made here: the ones that were made with the secret are known by their hashes only.
  const codes = makeRecoveryCodes();
  await ctx.db.tx(async (tx) => {
    // The secret that the code belongs to: another page may have started again in the meantime.
    const [confirmed] = await tx.rows(
      sql`UPDATE two_factors SET verified = true, last_step = ${step}, backup_codes = ${hashedRecoveryCodes(ctx.secret, codes)} WHERE id = ${row.id} AND secret = ${row.secret} AND last_step < ${step} RETURNING id`,
    );
    if (!confirmed) throw new Refusal('code_wrong');
    await tx.rows(sql`UPDATE users SET two_factor_enabled = true WHERE id = ${viewer.userId}`);
    await noteSecurity(ctx, tx, user.id, { kind: 'two_factor_on', origin: caller });
    await ctx.mail.send(tx, mailTwoFactorChanged(ctx, user.email, true));
    await publishToMember(ctx, tx, viewer.profileId);
  });
  return codes;
}

/** Checks the first code of an authenticator app. @returns what it belongs to, and its time step. @throws {Refusal} code_wrong */
async function checkFirstCode(
  ctx: Context,
  userId: string,
  code: string,
): Promise<{ row: { id: string; secret: string }; step: number }> {
  const { secretConfig } = await authOf(ctx).$context;
  const [row] = await ctx.db.rows<{ id: string; secret: string }>(
    sql`SELECT id, secret FROM two_factors WHERE user_id = ${userId}`,
  );
  const step = row
    ? stepOfCode(await symmetricDecrypt({ key: secretConfig, data: row.secret }), code, new Date())
    : null;
  if (!row || step === null) throw new Refusal('code_wrong');
  return { row, step };
}

/** How many recovery codes still work. */
export async function recoveryCodesLeft(ctx: Context, userId: string): Promise<number> {
  const { backupCodes } = await authOf(ctx).api.viewBackupCodes({ body: { userId } });
  return backupCodes.length;
}

/** Makes new recovery codes; the old ones stop working. @throws {Refusal} invalid_credentials, two_factor_off */
export async function renewRecoveryCodes(
  ctx: Context,
  viewer: Viewer,
  password: string,
  caller: Caller,
): Promise<string[]> {
  const user = await confirmPassword(ctx, viewer, password, caller);
  if (!user.twoFactorEnabled) throw new Refusal('two_factor_off');
  const generated = await authOf(ctx).api.generateBackupCodes({
    body: { password },
    headers: headersOf(caller, caller.cookie),
  });
  await ctx.db.tx((tx) => noteSecurity(ctx, tx, user.id, { kind: 'recovery_codes_renewed', origin: caller }));
  return generated.backupCodes;
}

/**
 * Turns two-factor sign-in off in the caller's transaction and mails the member. Who may is the caller's to know.
 * @throws {Refusal} two_factor_off
 */
export async function turnTwoFactorOff(ctx: Context, tx: Tx, user: UserRow, origin: Origin = null): Promise<void> {
  if (!user.twoFactorEnabled) throw new Refusal('two_factor_off');
  await removeTwoFactor(tx, user.id);
  await noteSecurity(ctx, tx, user.id, { kind: 'two_factor_off', origin });
  await ctx.mail.send(tx, mailTwoFactorChanged(ctx, user.email, false));
  await publishToMember(ctx, tx, user.profileId);
}

/** Turns two-factor sign-in off. @throws {Refusal} invalid_credentials, two_factor_off */
export async function removeAuthenticator(
  ctx: Context,
  viewer: Viewer,
  password: string,
  caller: Caller,
): Promise<void> {
  const user = await confirmPassword(ctx, viewer, password, caller);
  await ctx.db.tx((tx) => turnTwoFactorOff(ctx, tx, user, caller));
}
