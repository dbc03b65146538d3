import { randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { sql } from '#platform/server/db/database.ts';
import type { Context } from '#platform/server/context.ts';
import { newId } from '#platform/server/ids.ts';
import { type NewAccount, insertAccount, setStaff } from './actions.ts';
import { cookieNameOf, signedValue } from './sessions/cookies.ts';

/** A member made for a test, signed in. */
export interface FixtureMember {
  readonly profileId: string;
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** A `cookie` header of an open session. */
  readonly cookie: string;
}

/** What a test may want different. Verified by default. */
export interface MemberOverrides extends Partial<Omit<NewAccount, 'passwordHash'>> {
  readonly password?: string;
  readonly admin?: boolean;
  readonly moderator?: boolean;
  readonly adult?: boolean;
  readonly suspendedUntil?: Date;
  readonly silencedUntil?: Date;
}

const DEFAULT_PASSWORD = 'plum violet 88';
/** Hashes by password: hashing takes a tenth of a second, and tests make many members. */
const hashes = new Map<string, Promise<string>>();
let made = 0;

/** Makes a fresh member with an open session. */
export async function makeMember(ctx: Context, overrides: MemberOverrides = {}): Promise<FixtureMember> {
  const {
    password = DEFAULT_PASSWORD,
    admin,
    moderator,
    adult = false,
    suspendedUntil,
    silencedUntil,
    ...rest
  } = overrides;
  const unique = `${process.pid.toString(36)}${(made++).toString(36)}${Math.random().toString(36).slice(2, 7)}`;
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  const passwordHash = await hash;
  const member = await ctx.db.tx(async (tx) => {
    const inserted = await insertAccount(ctx, tx, {
      email: `member-${unique}@example.org`,
      displayName: `Member ${unique}`,
      verified: true,
      ...rest,
      passwordHash,
    });
    if (!inserted) throw new Error(`The address ${rest.email} has an account already.`);
    if (admin !== undefined || moderator !== undefined) {
      await setStaff(
        ctx,
        tx,
        inserted.profileId,
        { ...(admin !== undefined && { admin }), ...(moderator !== undefined && { moderator }) },
        ctx.clock.now(),
      );
    }
    await tx.rows(
      sql`UPDATE profiles SET is_adult = ${adult}, suspended_until = ${suspendedUntil ?? null}, silenced_until = ${silencedUntil ?? null}
          WHERE id = ${inserted.profileId}`,
    );
    return inserted;
  });
  return { ...member, password, cookie: await cookieFor(ctx, member.userId) };
}

/** Opens a session by inserting it: no password, no mail, no second factor. @returns a `cookie` header. */
export async function cookieFor(ctx: Context, userId: string): Promise<string> {
  const at = ctx.clock.now();
  const token = randomBytes(24).toString('base64url');
  await ctx.db.rows(
    sql`INSERT INTO sessions (id, user_id, token, ip_address, user_agent, expires_at, created_at, last_used_at)
        VALUES (${newId(at)}, ${userId}, ${token}, '127.0.0.1', 'fixture', ${new Date(at.getTime() + ctx.config.sessionDays * 86_400_000)}, ${at}, ${at})`,
  );
  return `${cookieNameOf(ctx, 'session_token')}=${signedValue(ctx.secret, token)}`;
}
