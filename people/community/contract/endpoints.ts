import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { leaderboardPeriods, memberFilters, memberOrders, people } from './limits.ts';
import { badge, cursor, timestamp, pageOf, person } from '#platform/contract/shapes.ts';

/** A member as the pages about all members show them. */
export const memberCard = person.extend({
  /** The rank badge of profile surfaces: staff show the highest rank (decisions §3). */
  rank: badge,
  isStaff: z.boolean(),
  xp: z.number(),
  joinedAt: timestamp,
});
export type MemberCard = z.infer<typeof memberCard>;

export const statistics = z.object({
  members: z.number(),
  staff: z.number(),
  /** Members whose role is none of wanderer, admin and moderator. */
  specialRoles: z.number(),
  /** XP of all members, and of one on average, to the nearest whole. */
  xp: z.number(),
  averageXp: z.number(),
  posts: z.number(),
  replies: z.number(),
  /** Listening parties that are active now. */
  parties: z.number(),
});
export type Statistics = z.infer<typeof statistics>;

/** One line of a leaderboard. `xp` is what was earned in the board's time, `member.xp` all of it. */
export const boardLine = z.object({ place: z.number(), xp: z.number(), member: memberCard });
export type BoardLine = z.infer<typeof boardLine>;

export const community = defineEndpoints({
  'GET /community/statistics': {
    access: 'public',
    limit: 'read',
    summary: 'Site-wide counts, kept by a job: about a minute old.',
    reply: statistics,
    errors: [],
  },
  'GET /community/newest-members': {
    access: 'public',
    limit: 'read',
    summary: 'The latest 12 members.',
    reply: z.object({ items: z.array(memberCard) }),
    errors: [],
  },
  'GET /members': {
    access: 'public',
    limit: 'read',
    summary:
      'Members by XP or by the day they joined. A search answers one page: names that begin so, the nearest match first.',
    query: z.object({
      filter: z.enum(memberFilters).optional(),
      order: z.enum(memberOrders).optional(),
      q: z.string().trim().max(people.searchMax).optional(),
      after: cursor.optional(),
    }),
    reply: pageOf(memberCard).extend({
      /** A search found more than it shows. */
      isCut: z.boolean(),
    }),
    errors: [],
  },
  'GET /leaderboards': {
    access: 'public',
    limit: 'read',
    summary: 'The 50 members with the most XP: of all time, of this UTC month, or of this UTC week (from Monday).',
    query: z.object({ period: z.enum(leaderboardPeriods).optional() }),
    reply: z.object({
      items: z.array(boardLine),
      /** When the month or week began; null for all time. */
      since: timestamp.nullable(),
      /** The viewer's own line: a null place is beyond the thousandth, or nothing earned yet. Null for visitors. */
      own: z.object({ place: z.number().nullable(), xp: z.number() }).nullable(),
    }),
    errors: [],
  },
});
