import { randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import type { Entitlement } from '#contract/limits/ledger.ts';
import { ranks } from '#contract/ranks.ts';
import { insertAccount, setStaff } from '#server/features/accounts/actions.ts';
import { award, correct, grantEntitlement } from '#server/features/ledger/actions.ts';
import { recordVisit } from '#server/features/ledger/jobs.ts';
import { utcDay } from '#server/features/ledger/rules.ts';
import { sql } from '#server/platform/db/database.ts';
import { type DemoMember, signIns } from '#scripts/demo/people.ts';
import type { Plan } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { DAY, whenAwake } from '#scripts/demo/rhythm.ts';
import type { Action, DemoSite } from '#scripts/demo/demo-site.ts';

/** Members with a glowing name, and with a glowing banner on their posts. */
const nameGlows: Readonly<Record<string, string>> = {
  vesper: ranks.void_emperor.color,
  strobe: ranks.mythic.color,
  halfmoon: ranks.abyss_walker.color,
  zephyrine: ranks.explorer.color,
};
const banners: Readonly<Record<string, { color: string; intensity: number }>> = {
  renata_cuts: { color: ranks.explorer.color, intensity: 8 },
  halfmoon: { color: ranks.abyss_walker.color, intensity: 12 },
  vesper: { color: ranks.void_emperor.color, intensity: 16 },
  noor: { color: ranks.hero.color, intensity: 6 },
};
const SOURCE = 'demo';

async function join(demo: DemoSite, member: DemoMember, passwordHash: string, adult: boolean): Promise<void> {
  const { ctx } = demo;
  const at = ctx.clock.now();
  const { username, displayName, email, role, bio } = member;
  const glow = nameGlows[username];
  const banner = banners[username];
  const made = await ctx.db.tx(async (tx) => {
    const account = await insertAccount(ctx, tx, { email, passwordHash, displayName, username, verified: true });
    if (!account) throw new Error(`${email} has an account already.`);
    const { profileId } = account;
    if (role !== 'member')
      await setStaff(ctx, tx, profileId, { admin: role === 'admin', moderator: role === 'moderator' }, at);
    const rights: Entitlement[] = [
      ...(glow ? ['name_glow' as const] : []),
      ...(banner ? ['custom_banner' as const] : []),
    ];
    const appearance = glow && { username_glow_enabled: true, username_glow_color: glow, username_glow_intensity: 7 };
    const stored = banner && {
      enabled: true,
      glow_enabled: true,
      glow_color: banner.color,
      glow_intensity: banner.intensity,
    };
    await tx.rows(sql`
      UPDATE profiles SET bio = ${bio}, is_adult = ${adult}, appearance_settings = ${JSON.stringify(appearance ?? {})}::jsonb,
        custom_forum_banner = ${stored ? JSON.stringify(stored) : null}::jsonb
      WHERE id = ${profileId}`);
    // After the settings: what a name shows depends on the right to it.
    for (const right of rights) await grantEntitlement(ctx, tx, profileId, right, SOURCE, null);
    return account;
  });
  demo.viewers.set(username, {
    profileId: made.profileId,
    userId: made.userId,
    sessionId: made.userId,
    username,
    displayName,
    avatarUrl: null,
    customRole: null,
    isAdmin: role === 'admin',
    isModerator: role === 'moderator',
    twoFactorMissing: false,
    verified: true,
    adult,
    hasBlocks: false,
    joinedInBurst: false,
    xp: 0,
    credits: 0,
    createdAt: at,
    suspendedUntil: null,
    silencedUntil: null,
    legalPending: false,
    eventSeq: 0,
  });
}

/** Who has confirmed to be an adult: who writes about it, staff, and some of the others. */
export function adultsOf(random: Random, people: ReadonlyMap<string, DemoMember>, plan: Plan): Set<string> {
  const needed = plan.threads
    .filter(({ thread }) => thread.category === 'nsfw')
    .flatMap(({ thread }) => [thread.author, ...thread.replies.map((reply) => reply.author)]);
  const others = [...people.values()].filter(({ role }) => role !== 'member' || random.chance(0.5));
  return new Set([...needed, ...others.map(({ username }) => username)]);
}

/** Everybody joins. Only the members of `signIns` have a password that anybody knows. */
export async function joinings(
  people: ReadonlyMap<string, DemoMember>,
  plan: Plan,
  adults: ReadonlySet<string>,
): Promise<Action[]> {
  const known = await Promise.all(
    signIns.map(async ({ username, password }) => [username, await hashPassword(password)] as const),
  );
  const hashes = new Map<string, string>(known);
  const nobodys = await hashPassword(randomBytes(24).toString('base64url'));
  return [...people.values()].map((member) => ({
    at: plan.joined.get(member.username)!,
    run: (demo) => join(demo, member, hashes.get(member.username) ?? nobodys, adults.has(member.username)),
  }));
}

/**
 * First visits of a day: always where the member writes, and as often as they are keen.
 * @param days at the end, before which nobody comes only to read
 */
export function visits(random: Random, plan: Plan, now: number, days = Infinity): Action[] {
  const wrote = new Map<string, number>();
  const dayOf = (at: number): number => Math.floor(at / DAY);
  const note = (name: string, at: number): void => {
    const key = `${name} ${dayOf(at)}`;
    wrote.set(key, Math.min(at, wrote.get(key) ?? at));
  };
  for (const { thread, at, replies } of plan.threads) {
    note(thread.author, at);
    for (const [index, reply] of thread.replies.entries()) note(reply.author, replies[index]!);
  }
  return [...plan.joined].flatMap(([name, joined]) => {
    const keen = random.between(0.05, 0.95);
    const actions: Action[] = [];
    for (let day = dayOf(joined); day <= dayOf(now); day++) {
      const when = random.between(0, DAY * 0.9);
      const idle = random.chance(keen) ? whenAwake(random, day * DAY + when) : null;
      const isLate = day > dayOf(now) - days;
      const at = wrote.get(`${name} ${day}`) ?? (isLate ? idle : null);
      if (at === null || at <= joined || at > now || dayOf(at) !== day) continue;
      actions.push({
        at,
        async run(demo) {
          const { profileId } = demo.viewers.get(name)!;
          await demo.ctx.db.tx((tx) => recordVisit(demo.ctx, tx, { profileId, day: utcDay(demo.ctx.clock.now()) }));
          await demo.settle();
        },
      });
    }
    return actions;
  });
}

/** What two of those who took part in a challenge win, in credits. */
const PRIZE = 120;
const WINNERS = 2;

/** A challenge each Sunday evening, with prizes; some members take part in nearly all of them, most in few. */
export function challenges(random: Random, plan: Plan, now: number): Action[] {
  const zeal = new Map([...plan.joined.keys()].map((name) => [name, random.next() ** 2]));
  return Array.from({ length: 8 }, (_, week) => now - (week + 0.5) * 7 * DAY).flatMap((at) => {
    const day = new Date(at).toISOString().slice(0, 10);
    const present = [...plan.joined]
      .filter(([name, joined]) => joined < at && random.chance(zeal.get(name)!))
      .map(([name]) => name);
    const winners = random.fork(`winners/${day}`).some(present, WINNERS);
    return [
      ...present.map((name, index): Action => ({
        at: at + index,
        run: ({ ctx, viewers }) =>
          ctx.db.tx((tx) => award(ctx, tx, viewers.get(name)!.profileId, 'community_event', `community_event:${day}`)),
      })),
      ...winners.map((name, index): Action => ({
        at: at + DAY + index,
        run: ({ ctx, viewers }) =>
          ctx.db.tx((tx) =>
            correct(ctx, tx, viewers.get(name)!.profileId, { xp: 0, credits: PRIZE }, `challenge_prize:${day}`),
          ),
      })),
    ];
  });
}
