import { createHmac, randomInt } from 'node:crypto';
import { symmetricDecrypt } from 'better-auth/crypto';
import { account } from '#people/accounts/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';

/** What a stored hash begins with. A recovery code never does: it holds letters, digits and one hyphen. */
const MARK = 'hmac:';
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Rows that a start converts at once. */
const BATCH = 200;

/** The keyed hash of a recovery code: a copy of the database opens nothing, and neither the site nor its staff can read codes. */
export function recoveryCodeHash(secret: string, code: string): string {
  return MARK + createHmac('sha256', secret).update(`recovery-code:${code}`).digest('base64url');
}

/** Fresh codes of ten characters, as better-auth makes them: `aB3dE-Fg7hI`. */
export function makeRecoveryCodes(): string[] {
  const part = (): string => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: account.recoveryCodes }, () => `${part()}-${part()}`);
}

/** What the database keeps of codes. Hashes among them stay what they are: the library writes back what is left. */
export function hashedRecoveryCodes(secret: string, codes: readonly string[]): string {
  return JSON.stringify(codes.map((code) => (code.startsWith(MARK) ? code : recoveryCodeHash(secret, code))));
}

/** How better-auth keeps recovery codes: it writes plain ones, and reads back hashes to compare with a hash. */
export function recoveryCodeStore(secret: string): {
  encrypt(codes: string): Promise<string>;
  decrypt(stored: string): Promise<string>;
} {
  return {
    encrypt: async (codes) => hashedRecoveryCodes(secret, JSON.parse(codes) as string[]),
    decrypt: async (stored) => stored,
  };
}

/**
 * At start: codes that were stored encrypted are stored as hashes from now on, and go on working. No migration can do it,
 * because the database does not know the site's secret. Codes of another secret could not be used before either.
 */
export async function hashRecoveryCodes(ctx: Context): Promise<void> {
  for (;;) {
    const rows = await ctx.db.rows<{ id: string; backup_codes: string }>(
      sql`SELECT id, backup_codes FROM two_factors WHERE backup_codes NOT LIKE '[%' ORDER BY id LIMIT ${BATCH}`,
    );
    for (const row of rows) {
      const codes = await symmetricDecrypt({ key: ctx.secret, data: row.backup_codes }).catch(() => '[]');
      const hashed = hashedRecoveryCodes(ctx.secret, JSON.parse(codes) as string[]);
      // Unless somebody has used one of them meanwhile, in a process that still runs an older version.
      await ctx.db.rows(
        sql`UPDATE two_factors SET backup_codes = ${hashed} WHERE id = ${row.id} AND backup_codes = ${row.backup_codes}`,
      );
    }
    if (rows.length < BATCH) return;
  }
}
