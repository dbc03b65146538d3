import { symmetricDecrypt } from 'better-auth/crypto';
import { type Executor, sql } from '#platform/server/db/database.ts';
import { stepOfCode } from './totp.ts';

/**
 * Thrown in the place of a session: the member has two-factor sign-in and only the first factor is proven. Whoever
 * catches it starts a challenge (`second-factor.ts`).
 */
export class SecondFactorNeeded extends Error {
  override name = 'SecondFactorNeeded';
  readonly userId: string;
  constructor(userId: string) {
    super('second factor needed');
    this.userId = userId;
  }
}

/** Thrown in the place of a session: this code, or a later one, has been used before. */
export class CodeUsed extends Error {
  override name = 'CodeUsed';
}

/** The only places of better-auth that may give a two-factor member a session: both have just checked a second factor. */
const provenPaths = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code']);

/** Throws where a session of this member may not begin. */
export type SecondFactorCheck = (userId: string, endpoint: { path?: string; body?: unknown } | null) => Promise<void>;

type SecretConfig = Parameters<typeof symmetricDecrypt>[0]['key'];

/**
 * The check of a second factor before a session begins. @throws {SecondFactorNeeded} {CodeUsed}
 * @param executor the open transaction, or the pool
 * @param secretConfig what the library encrypts with
 */
export function secondFactorCheck(
  executor: () => Executor,
  secretConfig: () => Promise<SecretConfig>,
): SecondFactorCheck {
  return async (userId, endpoint) => {
    const [row] = await executor().rows<{ enabled: boolean; secret: string | null }>(
      sql`SELECT u.two_factor_enabled AS enabled, t.secret FROM users u LEFT JOIN two_factors t ON t.user_id = u.id WHERE u.id = ${userId}`,
    );
    if (!row?.enabled) return;
    if (!endpoint?.path || !provenPaths.has(endpoint.path)) throw new SecondFactorNeeded(userId);
    if (endpoint.path !== '/two-factor/verify-totp' || row.secret === null) return;
    const { code } = endpoint.body as { code: string };
    const step = stepOfCode(await symmetricDecrypt({ key: await secretConfig(), data: row.secret }), code, new Date());
    const [claimed] = await executor().rows(
      sql`UPDATE two_factors SET last_step = ${step} WHERE user_id = ${userId} AND last_step < ${step} RETURNING id`,
    );
    if (!claimed) throw new CodeUsed();
  };
}
