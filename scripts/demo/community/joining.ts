import { randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { ranks } from '#people/ledger/contract/ranks.ts';
import { insertAccount, setStaff } from '#people/accounts/server/actions.ts';
import { award, correct, grantEntitlement } from '#people/ledger/server/actions.ts';
import { recordVisit } from '#people/ledger/server/jobs.ts';
import { utcDay } from '#people/ledger/server/rules.ts';
import { sql } from '#platform/server/db/database.ts';
import { type DemoMember, signIns } from '#scripts/demo/people.ts';
import type { Plan } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { DAY, whenAwake } from '#scripts/demo/rhythm.ts';
import type { Action, DemoSite } from '#scripts/demo/demo-site.ts';

const colourOf = (rank: string): string => ranks[rank as keyof typeof ranks].color;

async function join(demo: DemoSite, member: DemoMember, passwordHash: string, adult: boolean): Promise<void> {
  const { ctx } = demo;
  const at = ctx.clock.now();
  const { username, displayName, email, role, bio, glow, banner } = member;
  const [isAdmin, isModerator] = [role === 'admin', role === 'moderator'];
  const created = await ctx.db.tx(async (tx) => {
    const account = await insertAccount(ctx, tx, { email, passwordHash, displayName, username, verified: true });
    if (!account) throw new Error(`${email} has an account already.`);
    const { profileId } = account;
    if (role !== 'member') await setStaff(ctx, tx, profileId, { admin: isAdmin, moderator: isModerator }, at);
    const name = glow !== '' && {
      username_glow_enabled: true,
      username_glow_color: colourOf(glow),
      username_glow_intensity: 7,
    };
    const [rank = '', intensity] = banner.split(' ');
    const stored = rank !== '' && {
      enabled: true,
      glow_enabled: true,
      glow_color: colourOf(rank),
      glow_intensity: Number(intensity),
    };
    await tx.rows(sql`
      UPDATE profiles SET bio = ${bio}, is_adult = ${adult}, appearance_settings = ${JSON.stringify(name || {})}::jsonb,
        custom_forum_banner = ${stored ? JSON.stringify(stored) : null}::jsonb
      WHERE id = ${profileId}`);
    // After the settings: what a name shows depends on the right to it.
    if (name) await grantEntitlement(ctx, tx, profileId, 'name_glow', 'demo', null);
    if (stored) await grantEntitlement(ctx, tx, profileId, 'custom_banner', 'demo', null);
    return account;
  });
  const unset = { avatarUrl: null, customRole: null, suspendedUntil: null, silencedUntil: null };
  const no = { twoFactorMissing: false, hasBlocks: false, joinedInBurst: false, legalPending: false };
  const { profileId, userId } = created;
  const ids = { profileId, userId, sessionId: userId, username, displayName };
  const rest = { isAdmin, isModerator, verified: true, adult, xp: 0, credits: 0, createdAt: at, eventSeq: 0 };
  demo.viewers.set(username, { ...ids, ...unset, ...no, ...rest });
}

/** Everybody joins. Only the members of `signIns` have a password that anybody knows. */
export async function joinings({ people, joined, adults }: Plan): Promise<Action[]> {
  const hashes = new Map<string, string>();
  for (const { username, password } of signIns) hashes.set(username, await hashPassword(password));
  const nobodys = await hashPassword(randomBytes(24).toString('base64url'));
  return [...people.values()].map((member) => ({
    at: joined.get(member.username)!,
    run: (demo) => join(demo, member, hashes.get(member.username) ?? nobodys, adults.has(member.username)),
  }));
}

/**
 * First visits of a day: always where the member writes, and as often as they are keen.
 * @param days at the end, before which nobody comes only to read
 */
export function visits(random: Random, { threads, joined, now }: Plan, days = Infinity): Action[] {
  const dayOf = (at: number): number => Math.floor(at / DAY);
  const wrote = threads.flatMap(({ thread, at, replies }) => [
    { name: thread.author, at },
    ...thread.replies.map(({ author }, index) => ({ name: author, at: replies[index]! })),
  ]);
  const idle = [...joined].flatMap(([name, since]) => {
    const keen = random.between(0.05, 0.95);
    return Array.from({ length: dayOf(now) - dayOf(since) + 1 }, (_, index) => {
      const day = dayOf(since) + index;
      const when = random.between(0, DAY * 0.9);
      const at = random.chance(keen) ? whenAwake(random, day * DAY + when) : Infinity;
      return { name, at: dayOf(at) === day && day > dayOf(now) - days && at > since ? at : Infinity };
    });
  });
  // The first of a day; where somebody writes on it, that is when they came.
  const visitsByDay = new Map<string, { name: string; at: number }>();
  for (const visit of [...idle.filter(({ at }) => at <= now), ...wrote.toSorted((a, b) => b.at - a.at)])
    visitsByDay.set(`${visit.name} ${dayOf(visit.at)}`, visit);
  return [...visitsByDay.values()].map(({ name, at }): Action => ({
    at,
    run: async (demo) => {
      const { profileId } = demo.viewers.get(name)!;
      await demo.ctx.db.tx((tx) => recordVisit(demo.ctx, tx, { profileId, day: utcDay(demo.ctx.clock.now()) }));
      await demo.settle();
    },
  }));
}

/** What two of those who took part in a challenge win, in credits. */
const PRIZE = 120;
const WINNERS = 2;

/** A challenge each Sunday evening, with prizes; some members take part in nearly all of them, most in few. */
export function challenges(random: Random, { joined, now }: Plan): Action[] {
  const zeal = new Map([...joined.keys()].map((name) => [name, random.next() ** 2]));
  return Array.from({ length: 8 }, (_, week) => now - (week + 0.5) * 7 * DAY).flatMap((at) => {
    const day = new Date(at).toISOString().slice(0, 10);
    const present = [...joined.keys()].filter((name) => joined.get(name)! < at && random.chance(zeal.get(name)!));
    const winners = random.fork(`winners/${day}`).some(present, WINNERS);
    const pays = (
      when: number,
      name: string,
      pay: (demo: DemoSite, profileId: string) => Promise<unknown>,
    ): Action => ({
      at: when,
      run: (demo) => pay(demo, demo.viewers.get(name)!.profileId),
    });
    return [
      ...present.map((name, index) =>
        pays(at + index, name, ({ ctx }, id) =>
          ctx.db.tx((tx) => award(ctx, tx, id, 'community_event', `community_event:${day}`)),
        ),
      ),
      ...winners.map((name, index) =>
        pays(at + DAY + index, name, ({ ctx }, id) =>
          ctx.db.tx((tx) => correct(ctx, tx, id, { xp: 0, credits: PRIZE }, `challenge_prize:${day}`)),
        ),
      ),
    ];
  });
}
