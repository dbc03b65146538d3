import type { Context } from '#platform/server/context.ts';
import { requirePublished } from '#content/core/server/policies.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { requireJoined, requireRoom } from '#features/parties/server/party.ts';
import { hintToParty } from '#features/parties/server/publish.ts';
import { giveStage } from '#features/parties/server/stage/stage.ts';
import { countRoom } from '#features/parties/server/store.ts';
import { listeningParty } from '#features/parties/server/types.ts';

/** Turns DJ mode on or off. The first turn begins with the next track. @throws {Refusal} `forbidden`, as `requireRoom` */
export async function setDjMode(ctx: Context, viewer: Viewer, partyId: string, on: boolean): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const facts = await requirePublished(tx, listeningParty, partyId, viewer, true);
    if (viewer.profileId !== facts.authorId) throw new Refusal('forbidden');
    await requireRoom(ctx, tx, partyId, viewer);
    if (facts.isDjMode === on) return;
    await tx.rows(sql`UPDATE listening_parties SET is_dj_mode = ${on} WHERE id = ${partyId}`);
    if (!on)
      await tx.rows(sql`
        UPDATE listening_party_participants SET dj_at = NULL, turn_at = NULL WHERE party_id = ${partyId} AND dj_at IS NOT NULL`);
    await giveStage(ctx, tx, partyId, on ? facts.stageHolderId : null);
  });
}

/** Signs up for turns on the stage, or withdraws. Idempotent. @throws {Refusal} `dj_mode_off`, `not_joined`, as `requireRoom` */
export async function signUpAsDj(ctx: Context, viewer: Viewer, partyId: string, on: boolean): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const facts = await requireRoom(ctx, tx, partyId, viewer, true);
    await requireJoined(tx, partyId, viewer);
    if (!facts.isDjMode) throw new Refusal('dj_mode_off');
    const rows = await tx.rows(sql`
      UPDATE listening_party_participants SET dj_at = ${on ? ctx.clock.now() : null}::timestamptz
      WHERE party_id = ${partyId} AND participant_id = ${viewer.profileId} AND (dj_at IS NULL) = ${on}
      RETURNING id`);
    if (rows.length === 0) return;
    const { here } = await countRoom(tx, partyId, ctx.clock.now());
    tx.afterCommit(() => {
      hintToParty(ctx, partyId, 'participants_changed', { count: here });
      hintToParty(ctx, partyId, 'queue_changed', { version: ctx.clock.now().getTime() });
    });
  });
}
