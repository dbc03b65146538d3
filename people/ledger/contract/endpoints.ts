import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { cursor, id, timestamp, pageOf } from '#platform/contract/shapes.ts';

/** What a member has, and what today still pays. */
export const balance = z.object({
  xp: z.number(),
  credits: z.number(),
  /** What of the credits came from other members and cannot be spent yet, and when the last of it can; null for none. */
  resting: z.object({ credits: z.number(), until: timestamp }).nullable(),
  level: z.number(),
  /** Where the shown role comes from; while staff or a paid tier set it, the ladder does not change it. */
  roleSource: z.enum(['xp', 'staff', 'tier']),
  /** Rewards of this UTC day: the first visit, and how many posts and uploads of those that are rewarded. */
  today: z.object({ visit: z.boolean(), posts: z.number(), uploads: z.number() }),
});
export type Balance = z.infer<typeof balance>;

/** One line of a statement. */
export const statementLine = z.object({
  id,
  currency: z.enum(['xp', 'credits']),
  /** Below zero for what went out. */
  amount: z.number(),
  /** What the member had of this currency after it. */
  balance: z.number(),
  /** What for, in words. */
  title: z.string(),
  /** The content that it was for: its title and address, while its author may still open it. */
  about: z.object({ title: z.string(), url: z.string() }).nullable(),
  /** Until when the credits that it brought rest; null where they can be spent. */
  restsUntil: timestamp.nullable(),
  at: timestamp,
});
export type StatementLine = z.infer<typeof statementLine>;

export const ledger = defineEndpoints({
  'GET /ledger': {
    access: 'session',
    limit: 'read',
    summary: 'The member’s XP, credits and level, and what was rewarded today.',
    reply: balance,
    errors: [],
  },
  'GET /ledger/entries': {
    access: 'session',
    limit: 'read',
    summary: 'The member’s statement of XP and credits, newest first.',
    query: z.object({ currency: z.enum(['xp', 'credits']).optional(), after: cursor.optional() }),
    reply: pageOf(statementLine),
    errors: [],
  },
});
