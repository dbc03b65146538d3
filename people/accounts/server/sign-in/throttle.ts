import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#platform/server/context.ts';
import type { AttemptRateName } from '#platform/contract/rate-limits.ts';
import type { Caller } from '#platform/server/http/route.ts';
import { customerNetworks, networkOf } from '#platform/server/http/network/network.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Proof, knownDevice } from '#people/accounts/server/sessions/devices.ts';
import { hostFactor, mailHostOf } from './mail-hosts.ts';
import { noteFailedAttempt } from '#people/accounts/server/failed-attempts.ts';

/**
 * Rate limits (GCRA) of attempts at accounts. Strangers must not guess, nor lock an owner out by guessing:
 * - Each network has its own limit for each account, which refuses.
 * - All networks together have a second limit for each account. Attempts beyond it are delayed.
 * - A device that has signed in to the account before has a limit of its own, and no other counts for it.
 * - Links that were mailed, and recovery codes, cannot be guessed and are never refused for others' attempts.
 */

/** The longest delay of an attempt, in milliseconds. */
const PATIENCE_MS = 20_000;

interface Kind {
  readonly own: AttemptRateName;
  /** The limit of all unknown networks together; null where only the network or session counts. */
  readonly shared: AttemptRateName | null;
  /** What makes a device a known one; null where a session counts for itself. */
  readonly proof: Proof | null;
  /** What a refusal says, with `{wait}` in words. */
  readonly words: string;
}

const passwordWords = 'Too many wrong passwords. Please wait {wait} and try again, or set a new password by mail.';
const codeWords = 'Too many wrong codes. Please wait {wait} and try again';

/** What is attempted. */
const kinds = {
  password: { own: 'password', shared: 'passwordAccount', proof: 'mailbox', words: passwordWords },
  email_code: {
    own: 'code',
    shared: 'codeAccount',
    proof: 'mailbox',
    words: `${codeWords}, or set a new password by mail.`,
  },
  second_factor: {
    own: 'code',
    shared: 'codeAccount',
    proof: 'sign_in',
    words: `${codeWords}, or use a recovery code.`,
  },
  recovery_code: { own: 'code', shared: null, proof: 'sign_in', words: `${codeWords}.` },
  confirm_password: { own: 'password', shared: null, proof: null, words: passwordWords },
  confirm_code: { own: 'code', shared: null, proof: null, words: `${codeWords}.` },
} as const satisfies Record<string, Kind>;

/** An attempt at an account, by a caller. */
export interface Attempt {
  readonly kind: keyof typeof kinds;
  /** The email address where the proof of the kind is a mailbox, else the user's id. Known here or not. */
  readonly account: string;
  readonly caller: Caller;
}

/** The key of the caller in its own limit: session, network or known device. */
function ownKey(
  ctx: Context,
  caller: Caller,
  proof: Proof | null,
  account: string,
): readonly [kind: string, id: string] {
  if (proof === null) return ['session', caller.viewer?.sessionId ?? ''];
  const device = knownDevice(ctx, caller, proof, account);
  return device === null ? ['network', networkOf(caller.address)] : ['device', device];
}

/**
 * Records every throttled attempt.
 * @returns the refusal to throw, `rate_limited`
 */
async function throttled(ctx: Context, attempt: Attempt, seconds: number): Promise<Refusal> {
  const { caller, kind } = attempt;
  await noteFailedAttempt(ctx, attempt, 'throttled');
  caller.setHeader('retry-after', String(seconds));
  return new Refusal('rate_limited', {
    detail: kinds[kind].words,
    meta: { retryAfter: seconds, wait: seconds === 1 ? '1 second' : `${seconds} seconds` },
  });
}

/**
 * Judges an attempt after reserving it, so that no more concurrent attempts than allowed are judged in all processes
 * together. A resolved `judge` is refunded; a rejected one counts.
 * @throws {Refusal} rate_limited
 */
export async function judged<T>(ctx: Context, attempt: Attempt, judge: () => Promise<T>): Promise<T> {
  const { own, shared, proof }: Kind = kinds[attempt.kind];
  const { account, caller, kind } = attempt;
  const { attempts } = ctx.config.rates;
  const callerKey = ownKey(ctx, caller, proof, account);
  const reserved = await ctx.attempts.reserve(
    { key: [kind, account, ...callerKey], rate: attempts[own] },
    shared === null || callerKey[0] !== 'network'
      ? null
      : { key: [kind, account], rate: attempts[shared], patienceMs: PATIENCE_MS },
  );
  if (!reserved.isAllowed) throw await throttled(ctx, attempt, reserved.retryAfterSeconds);
  if (reserved.waitMs > 0) await sleep(reserved.waitMs);
  const result = await judge().catch(async (error: unknown) => {
    if (error instanceof Refusal) await noteFailedAttempt(ctx, attempt, 'sign_in_failed');
    throw error;
  });
  reserved.refund();
  return result;
}

/**
 * As `judged` for a secret that cannot be guessed: the right one is never refused. A wrong one beyond the limit is
 * answered as throttled.
 * @throws {Refusal} rate_limited
 */
export async function judgedUnguessable<T>(ctx: Context, attempt: Attempt, judge: () => Promise<T>): Promise<T> {
  const { own, proof }: Kind = kinds[attempt.kind];
  const { account, kind } = attempt;
  const key = [kind, account, ...ownKey(ctx, attempt.caller, proof, account)];
  const reserved = await ctx.attempts.reserve({ key, rate: ctx.config.rates.attempts[own] });
  try {
    const result = await judge();
    if (reserved.isAllowed) reserved.refund();
    return result;
  } catch (error) {
    if (!reserved.isAllowed && error instanceof Refusal)
      throw await throttled(ctx, attempt, reserved.retryAfterSeconds);
    if (error instanceof Refusal) await noteFailedAttempt(ctx, attempt, 'sign_in_failed');
    throw error;
  }
}

/**
 * Counts a sign-up against its network and the host of its mail address, before anything is made, so that a program that
 * makes accounts is slowed down. Known addresses count like others. Nobody is refused for the mail host, which strangers
 * can exhaust for all of its customers.
 * @returns whether it is one of many with addresses of its mail host
 * @throws {Refusal} rate_limited
 */
export async function countSignUp(ctx: Context, asked: { email: string; caller: Caller }): Promise<boolean> {
  const { attempts } = ctx.config.rates;
  // Each larger network may have several customers: twice as many accounts as the one before. What the smaller one has too
  // many of does not count against the larger, which others share.
  for (const [at, network] of customerNetworks(asked.caller.address).entries()) {
    const rate = { ...attempts.signUpNetwork, max: attempts.signUpNetwork.max * 2 ** at };
    const counted = await ctx.attempts.reserve({ key: ['sign_up', 'network', network], rate });
    if (counted.isAllowed) continue;
    asked.caller.setHeader('retry-after', String(counted.retryAfterSeconds));
    throw new Refusal('rate_limited', {
      detail: 'Many accounts were made from your network lately. Please try again in an hour.',
      meta: { retryAfter: counted.retryAfterSeconds },
    });
  }
  // What a network has too many of does not count against its mail host, which others share.
  const host = mailHostOf(asked.email);
  const { max, windowSeconds } = attempts.signUpHost;
  const rate = { max: max * hostFactor(host), windowSeconds };
  return !(await ctx.attempts.reserve({ key: ['sign_up', 'host', host], rate })).isAllowed;
}

/** Mails that strangers can ask for. */
export type MailPurpose = 'sign_up' | 'verify' | 'reset' | 'code';

/**
 * Counts a mail that a visitor asks for, whether the address has an account or not.
 * @returns `send`, or `enough` where many were asked for: then the one of before counts, and another is sent only if it
 * is not good any more.
 * @throws {Refusal} rate_limited where one network, or one device, asks too often.
 */
export async function countMail(
  ctx: Context,
  asked: { purpose: MailPurpose; to: string; caller: Caller },
): Promise<'send' | 'enough'> {
  const { purpose, to, caller } = asked;
  const { attempts } = ctx.config.rates;
  const who = ownKey(ctx, caller, 'mailbox', to);
  const own = await ctx.attempts.reserve({ key: ['mail', to, ...who], rate: attempts.mail });
  if (!own.isAllowed) refuseMail(caller, own.retryAfterSeconds);
  if (who[0] === 'device') return 'send';
  return await countMailTo(ctx, purpose, to);
}

/** Counts a mail to an address that was not asked for, such as the link after a sign-in that was too early. As `countMail`. */
export async function countMailTo(ctx: Context, purpose: MailPurpose, to: string): Promise<'send' | 'enough'> {
  const key = ['mail', purpose, to];
  const all = await ctx.attempts.reserve({ key, rate: ctx.config.rates.attempts.mailAccount });
  return all.isAllowed ? 'send' : 'enough';
}

/** Counts a mail that a signed-in member asks for. @throws {Refusal} rate_limited */
export async function countOwnMail(ctx: Context, caller: Caller, userId: string): Promise<void> {
  const own = await ctx.attempts.reserve({ key: ['own_mail', userId], rate: ctx.config.rates.attempts.mail });
  if (!own.isAllowed) refuseMail(caller, own.retryAfterSeconds);
}

function refuseMail(caller: Caller, seconds: number): never {
  caller.setHeader('retry-after', String(seconds));
  throw new Refusal('rate_limited', {
    detail: 'You have asked for several mails. Please look for the latest one, also among spam: it still works.',
    meta: { retryAfter: seconds },
  });
}

/** Minutes for which a mailed link or code is good beyond what is promised: as long as another may be asked for in vain. */
export function spareMinutes(ctx: Pick<Context, 'config'>): number {
  const { max, windowSeconds } = ctx.config.rates.attempts.mailAccount;
  return Math.ceil(windowSeconds / max / 60);
}
