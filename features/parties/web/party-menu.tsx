import { useQueryClient } from '@tanstack/react-query';
import type { Party } from '#features/parties/contract/endpoints.ts';
import { removal } from '#content/core/web/cache/content-actions.ts';
import { useContentMenu } from '#content/core/web/content-controls.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { partyKeys } from './queries.ts';

/** Reports, deletes and restores a party, in the room of which it stands. */
export function PartyMenu({ party }: { party: Party }) {
  const call = useCall();
  const client = useQueryClient();
  const { host, id } = party;
  const params = { partyId: id };
  const actions = removal(
    {
      remove: (reason) => call('DELETE /parties/:partyId', { params, body: { reason } }),
      restore: () => call('POST /parties/:partyId/restore', { params }),
    },
    () => {
      void client.invalidateQueries({ queryKey: partyKeys.lists });
      return client.invalidateQueries({ queryKey: partyKeys.party(id) });
    },
  );
  const { menu, windows } = useContentMenu(party, {
    kind: 'listening_party',
    noun: 'party',
    authorId: host.id,
    address: `/listening-party/${id}`,
    label: `More about “${party.name}”`,
    actions,
  });
  return (
    <>
      {menu}
      {windows}
    </>
  );
}
