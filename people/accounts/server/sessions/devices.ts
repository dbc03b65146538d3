import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from '#platform/server/context.ts';
import type { Caller } from '#platform/server/http/route.ts';
import { SESSION_COOKIE_DAYS, readSignedCookie, setCookieLine } from './cookies.ts';

/**
 * Devices that an account has been signed in on. A device keeps a signed cookie with a random id and a tag of each of
 * its accounts; the cookie opens nothing, but attempts from it are counted for the device alone, so that nobody else's
 * attempts hinder its owner. It stays when the session ends.
 */

/** Accounts that one device is known for; beyond, the least recently used one is dropped (LRU). */
const MAX_ACCOUNTS = 8;

/** What a device has proven: `mailbox` by a password, mailed code or link, `sign_in` by everything that a sign-in asks for. */
export type Proof = 'mailbox' | 'sign_in';

function tagOf(ctx: Context, device: string, proof: Proof, account: string): string {
  const text = JSON.stringify(['device', device, proof, account]);
  return createHmac('sha256', ctx.secret).update(text).digest('base64url').slice(0, 16);
}

/** The device's id with the tags of its accounts, newest first; null where the caller has no cookie of ours. */
function readDevice(ctx: Context, cookie: string): { id: string; tags: string[] } | null {
  const value = cookie === '' ? null : readSignedCookie(ctx, cookie, 'device');
  if (value === null) return null;
  const [id = '', ...tags] = value.split('.');
  return { id, tags };
}

/**
 * What a caller's cookies prove of it: a device that has signed in before, or the challenge of a second factor, which
 * follows a right password. Request rates of sign-in count by it where it is there, so that nobody is refused for what
 * others in the same network do; guesses are counted by `throttle.ts`, whatever the cookies say.
 */
export function clientOf(ctx: Context, cookie: string): string | null {
  const challenge = cookie === '' ? null : readSignedCookie(ctx, cookie, 'two_factor');
  return challenge ?? readDevice(ctx, cookie)?.id ?? null;
}

/**
 * The caller's device where it has proven this before, else null.
 * @param account the email address for `mailbox`, the user's id for `sign_in`.
 */
export function knownDevice(
  ctx: Context,
  caller: Pick<Caller, 'cookie'>,
  proof: Proof,
  account: string,
): string | null {
  const device = readDevice(ctx, caller.cookie);
  return device?.tags.includes(tagOf(ctx, device.id, proof, account)) ? device.id : null;
}

/** Remembers what the caller's device has just proven. */
export function rememberDevice(
  ctx: Context,
  caller: Pick<Caller, 'cookie' | 'setHeader'>,
  proven: Readonly<Partial<Record<Proof, string>>>,
): void {
  const device = readDevice(ctx, caller.cookie) ?? { id: randomBytes(16).toString('base64url'), tags: [] };
  const fresh = (Object.entries(proven) as [Proof, string][]).map(([proof, account]) =>
    tagOf(ctx, device.id, proof, account),
  );
  // Two tags an account.
  const tags = [...fresh, ...device.tags.filter((tag) => !fresh.includes(tag))].slice(0, MAX_ACCOUNTS * 2);
  const value = [device.id, ...tags].join('.');
  caller.setHeader('set-cookie', setCookieLine(ctx, 'device', value, SESSION_COOKIE_DAYS * 86_400));
}
