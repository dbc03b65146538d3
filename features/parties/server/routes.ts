import { parties } from '#features/parties/contract/endpoints.ts';
import { contentHandlers } from '#content/core/server/handlers.ts';
import { requirePublished } from '#content/core/server/policies.ts';
import { visibilityOf } from '#content/core/server/present.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { routes } from '#platform/server/http/route.ts';
import { reactToMessage, readMessages, removeMessage, sendMessage } from './chat/chat.ts';
import { setDjMode, signUpAsDj } from './queue/djs.ts';
import {
  createParty,
  endByMember,
  listParties,
  readParty,
  requireJoined,
  requireListener,
  requireRoom,
} from './party.ts';
import { hintToParty } from './publish.ts';
import { publicParty } from './public.ts';
import { addSetToQueue } from './queue/queue-set.ts';
import { addToQueue, placeInQueue, removeFromQueue, voteUp } from './queue/queue.ts';
import { reactionsTo, readRecord } from './queue/record.ts';
import { reactToTrack } from './chat/reactions.ts';
import {
  joinParty,
  leaveParty,
  listParticipants,
  notePresence,
  removeParticipant,
  setChat,
  setListeners,
  setModerator,
} from './room.ts';
import { driveStage, readRoomStage, takeStage, voteSkip } from './stage/stage.ts';
import { listeningParty } from './types.ts';

const ok = { ok: true } as const;
const ofParty = contentHandlers(listeningParty);

export const partyRoutes = routes(parties, {
  'GET /parties': (ctx, { viewer, query }) => listParties(ctx, viewer, query),
  async 'POST /parties'(ctx, { viewer, body }) {
    const { id, state, notice } = await createParty(ctx, viewer, body);
    return { id, visibility: visibilityOf(state), notice };
  },
  async 'GET /parties/:partyId'(ctx, { viewer, params }) {
    if (!viewer) await requireListener(ctx.db, params.partyId, null);
    return await readParty(ctx, viewer, params.partyId);
  },
  async 'GET /parties/:partyId/card'(ctx, { params }) {
    const party = await publicParty(ctx, params.partyId);
    if (!party) throw new Refusal('party_not_found');
    return party;
  },
  'DELETE /parties/:partyId': ofParty.remove,
  'POST /parties/:partyId/restore': ofParty.restore,
  async 'POST /parties/:partyId/end'(ctx, { viewer, params }) {
    await endByMember(ctx, viewer, params.partyId);
    return ok;
  },
  async 'POST /parties/:partyId/join'(ctx, { viewer, params }) {
    await joinParty(ctx, viewer, params.partyId);
    return ok;
  },
  async 'POST /parties/:partyId/leave'(ctx, { viewer, params, body }) {
    await leaveParty(ctx, viewer, params.partyId, body.stageTo);
    return ok;
  },
  'PUT /parties/:partyId/presence': (ctx, { viewer, params, body }) => notePresence(ctx, viewer, params.partyId, body),
  async 'PUT /parties/:partyId/listeners'(ctx, { viewer, params, body }) {
    await setListeners(ctx, viewer, params.partyId, body.on);
    return ok;
  },
  async 'PUT /parties/:partyId/reminder'(ctx, { viewer, params, body }) {
    await requirePublished(ctx.db, listeningParty, params.partyId, viewer);
    const { profileId } = viewer;
    await ctx.db.rows(
      body.on
        ? sql`INSERT INTO listening_party_reminders (party_id, profile_id) VALUES (${params.partyId}, ${profileId}) ON CONFLICT DO NOTHING`
        : sql`DELETE FROM listening_party_reminders WHERE party_id = ${params.partyId} AND profile_id = ${profileId}`,
    );
    return ok;
  },
  'GET /parties/:partyId/participants': (ctx, { viewer, params, query }) =>
    listParticipants(ctx, viewer, params.partyId, query.after),
  async 'DELETE /parties/:partyId/participants/:profileId'(ctx, { viewer, params }) {
    await removeParticipant(ctx, viewer, params.partyId, params.profileId);
    return ok;
  },
  async 'PUT /parties/:partyId/moderators/:profileId'(ctx, { viewer, params, body }) {
    await setModerator(ctx, viewer, params.partyId, params.profileId, body.on);
    return ok;
  },
  async 'PUT /parties/:partyId/chat'(ctx, { viewer, params, body }) {
    await setChat(ctx, viewer, params.partyId, body);
    return body;
  },
  'GET /parties/:partyId/messages': (ctx, { viewer, params, query }) =>
    readMessages(ctx, viewer, params.partyId, query),
  'POST /parties/:partyId/messages': (ctx, { viewer, params, body }) => sendMessage(ctx, viewer, params.partyId, body),
  async 'DELETE /parties/messages/:messageId'(ctx, { viewer, params, body }) {
    await removeMessage(ctx, viewer, params.messageId, body.reason);
    return ok;
  },
  'PUT /parties/messages/:messageId/reaction': (ctx, { viewer, params, body }) =>
    reactToMessage(ctx, viewer, params.messageId, body.reaction),
  async 'POST /parties/:partyId/typing'(ctx, { viewer, params: { partyId } }) {
    await requireRoom(ctx, ctx.db, partyId, viewer);
    await requireJoined(ctx.db, partyId, viewer);
    hintToParty(ctx, partyId, 'typing', { profileId: viewer.profileId, name: viewer.displayName });
    return ok;
  },
  async 'GET /parties/:partyId/stage'(ctx, { viewer, params: { partyId } }) {
    const { stage, queue, djs, wantsSkip } = await readRoomStage(ctx, viewer, partyId);
    const reactions = stage.item ? (await reactionsTo(ctx.db, [stage.item.id])).get(stage.item.id) : undefined;
    return { stage, queue, reactions: reactions ?? [], djs, wantsSkip, now: ctx.clock.now().getTime() };
  },
  async 'POST /parties/:partyId/stage'(ctx, { viewer, params, body }) {
    return { stage: await driveStage(ctx, viewer, params.partyId, body) };
  },
  async 'POST /parties/:partyId/stage/take'(ctx, { viewer, params }) {
    return { stage: await takeStage(ctx, viewer, params.partyId) };
  },
  async 'PUT /parties/:partyId/dj-mode'(ctx, { viewer, params, body }) {
    await setDjMode(ctx, viewer, params.partyId, body.on);
    return ok;
  },
  async 'PUT /parties/:partyId/dj'(ctx, { viewer, params, body }) {
    await signUpAsDj(ctx, viewer, params.partyId, body.on);
    return ok;
  },
  async 'PUT /parties/:partyId/stage/skip'(ctx, { viewer, params, body }) {
    return { stage: await voteSkip(ctx, viewer, params.partyId, body.on) };
  },
  async 'POST /parties/:partyId/queue'(ctx, { viewer, params, body }) {
    return { queue: await addToQueue(ctx, viewer, params.partyId, body) };
  },
  async 'POST /parties/:partyId/queue/set'(ctx, { viewer, params, body }) {
    return await addSetToQueue(ctx, viewer, params.partyId, body.setId);
  },
  async 'DELETE /parties/:partyId/queue/:itemId'(ctx, { viewer, params }) {
    return { queue: await removeFromQueue(ctx, viewer, params.partyId, params.itemId) };
  },
  async 'PUT /parties/:partyId/queue/:itemId/place'(ctx, { viewer, params, body }) {
    return { queue: await placeInQueue(ctx, viewer, params.partyId, params.itemId, body.before) };
  },
  async 'PUT /parties/:partyId/queue/:itemId/vote'(ctx, { viewer, params, body }) {
    return { queue: await voteUp(ctx, viewer, params.partyId, params.itemId, body.on) };
  },
  async 'POST /parties/:partyId/reactions'(ctx, { viewer, params, body }) {
    await reactToTrack(ctx, viewer, params.partyId, body);
    return ok;
  },
  'GET /parties/:partyId/record': (ctx, { viewer, params, query }) =>
    readRecord(ctx, viewer, params.partyId, query.after),
});
