import { queryOptions } from '@tanstack/react-query';
import type { PartyCard } from '#features/parties/contract/endpoints.ts';
import { pagedQuery } from '#content/core/web/cache/paged-query.ts';
import type { Call } from '#platform/web/lib/call.ts';

/** Keys of what this feature reads. */
export const partyKeys = {
  lists: ['parties'] as const,
  party: (id: string) => ['party', id] as const,
  messages: (id: string) => ['party', id, 'messages'] as const,
  participants: (id: string) => ['party', id, 'participants'] as const,
  stage: (id: string) => ['party', id, 'stage'] as const,
  record: (id: string) => ['party', id, 'record'] as const,
};

/** Parties of a state. */
export const partiesQuery = (call: Call, state: PartyCard['state']) =>
  pagedQuery([...partyKeys.lists, state], (after) => call('GET /parties', { query: { state, ...after } }));

/** One party as the reader sees it. */
export const partyQuery = (call: Call, partyId: string) =>
  queryOptions({
    queryKey: partyKeys.party(partyId),
    queryFn: () => call('GET /parties/:partyId', { params: { partyId } }),
  });

/** The chat: the newest page first, further pages are earlier ones. */
export const messagesQuery = (call: Call, partyId: string) =>
  pagedQuery(partyKeys.messages(partyId), ({ after: before }) =>
    call('GET /parties/:partyId/messages', { params: { partyId }, query: before === undefined ? {} : { before } }),
  );

/** Who is in the room. */
export const participantsQuery = (call: Call, partyId: string) =>
  pagedQuery(partyKeys.participants(partyId), (query) =>
    call('GET /parties/:partyId/participants', { params: { partyId }, query }),
  );

/** What plays, and the queue behind it. */
export const stageQuery = (call: Call, partyId: string) =>
  queryOptions({
    queryKey: partyKeys.stage(partyId),
    queryFn: () => call('GET /parties/:partyId/stage', { params: { partyId } }),
  });

/** What was played. */
export const recordQuery = (call: Call, partyId: string) =>
  pagedQuery(partyKeys.record(partyId), (query) =>
    call('GET /parties/:partyId/record', { params: { partyId }, query }),
  );
