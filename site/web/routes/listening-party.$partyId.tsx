import { createFileRoute } from '@tanstack/react-router';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { requireSession } from '#people/accounts/web/guard.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { partyHead } from '#features/parties/web/head.ts';
import { messagesQuery, participantsQuery, partyQuery, stageQuery } from '#features/parties/web/queries.ts';
import { PartyMissing, RoomPage, RoomPending } from '#features/parties/web/room-page.tsx';
import { CallError } from '#platform/web/lib/call.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/listening-party/$partyId')({
  // A party's address is what members send to others: its visitors learn what they are invited to, or listen at once.
  async beforeLoad({ context, params: { partyId } }) {
    const { viewer } = await context.queryClient.ensureQueryData(sessionQuery(context.call));
    const listens =
      viewer === null &&
      (await context.queryClient.ensureQueryData(partyQuery(context.call, partyId)).then(
        () => true,
        () => false,
      ));
    if (!listens) await requireSession({ context }, { party: partyId });
  },
  loader: async ({ context: { queryClient, call }, params: { partyId } }) => {
    try {
      const { viewer, site } = await queryClient.ensureQueryData(sessionQuery(call));
      const room = Promise.all([
        viewer && queryClient.ensureInfiniteQueryData(messagesQuery(call, partyId)),
        queryClient.ensureInfiniteQueryData(participantsQuery(call, partyId)),
        queryClient.ensureQueryData(stageQuery(call, partyId)),
      ]).then(
        () => null,
        (error: unknown) => error,
      );
      const party = await queryClient.ensureQueryData(partyQuery(call, partyId));
      const problem = await room;
      // Who was removed sees the party, and nothing of its room.
      if (problem !== null && (party.can.read || party.can.listen)) throw problem;
      return { name: party.name, head: viewer ? null : partyHead(site, party) };
    } catch (error) {
      if (error instanceof CallError && ['party_not_found', 'not_found', 'invalid'].includes(error.code))
        return { name: null, head: null };
      throw error;
    }
  },
  head: ({ loaderData: data, matches }) =>
    data?.head ?? privateHead(data?.name ?? 'Party not found')({ matches: matches.slice(0, 1) }),
  pendingMs: 200,
  pendingComponent: RoomPending,
  errorComponent: ({ error }) => (
    <PageError error={error} heading="Listening party" title="Failed to load listening party" />
  ),
  component: function Party() {
    const { partyId } = Route.useParams();
    const { name } = Route.useLoaderData();
    return name === null ? <PartyMissing /> : <RoomPage key={partyId} partyId={partyId} />;
  },
});
