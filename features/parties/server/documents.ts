import { z } from 'zod';
import { parties as limits } from '#features/parties/contract/limits.ts';
import { requireSeen } from '#content/core/server/policies.ts';
import { framed } from '#features/embeds/server/actions.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { WebDocument } from '#platform/server/http/route.ts';
import { calendarEntry } from './calendar.ts';
import { partyFrame } from './embed/embed.ts';
import { listeningParty } from './types.ts';

/** Seconds for which the frame of a party may be cached: its playhead is as late. */
const FRAME_AGE = 3;

/** An announced party for a calendar program (RFC 5545). */
const calendar: WebDocument = {
  method: 'GET',
  path: '/listening-party/:partyId/party.ics',
  access: 'public',
  summary: 'An announced party as a calendar entry.',
  async handle(ctx, { caller, params }) {
    const id = z.uuid().safeParse(params['partyId']);
    if (!id.success) throw new Refusal('party_not_found');
    await requireSeen(ctx.db, listeningParty, id.data, caller.viewer);
    const [party] = await ctx.db.rows<{
      name: string;
      description: string;
      starts_at: Date | null;
      created_at: Date;
    }>(sql`
      SELECT name, description, starts_at, created_at FROM listening_parties WHERE id = ${id.data}`);
    if (!party?.starts_at) throw new Refusal('party_not_found');
    const entry = calendarEntry({
      uid: `${id.data}@${new URL(ctx.siteUrl).hostname}`,
      product: ctx.config.siteName,
      title: party.name,
      text: party.description,
      url: `${ctx.siteUrl}/listening-party/${id.data}`,
      madeAt: party.created_at,
      startsAt: party.starts_at,
      reminderMinutes: limits.reminderMinutes,
    });
    return {
      contentType: 'text/calendar; charset=utf-8',
      headers: { 'content-disposition': 'attachment; filename="party.ics"', 'cache-control': 'private, no-cache' },
      body: entry,
    };
  },
};

/** The stage of a party for another site. */
const frame: WebDocument = {
  method: 'GET',
  path: '/embed/party/:partyId',
  access: 'public',
  summary: 'What plays in a public party, for frames of other sites. It sets no cookies.',
  handle: async (ctx, { params }) => framed(ctx, await partyFrame(ctx, params['partyId'] ?? ''), FRAME_AGE),
};

export const partyDocuments: readonly WebDocument[] = [calendar, frame];
