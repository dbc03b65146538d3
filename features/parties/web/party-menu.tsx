import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Party } from '#features/parties/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { removal } from '#content/core/web/cache/content-actions.ts';
import { ContentDialogs } from '#content/core/web/content-dialogs.tsx';
import { ContentMenu, type OpenDialog, copyLink } from '#content/core/web/content-menu.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { partyKeys } from './queries.ts';

/** Reports, deletes and restores a party, in the room of which it stands. */
export function PartyMenu({ party }: { party: Party }) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const { can, host, id } = party;
  const isOwn = viewer !== null && viewer.id === host.id;
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
  return (
    <>
      <ContentMenu
        canDelete={can.delete}
        canReport={can.report}
        complaint={isOwn ? undefined : { kind: 'listening_party', id }}
        edited={false}
        label={`More about “${party.name}”`}
        onCopyLink={() => copyLink(`/listening-party/${id}`)}
        onOpen={setDialog}
        onRestore={can.restore ? () => void actions.restore() : undefined}
      />
      <ContentDialogs
        dialog={dialog}
        id={id}
        isOwn={isOwn}
        kind="listening_party"
        noun="party"
        onClose={() => setDialog(null)}
        onDelete={actions.remove}
      />
    </>
  );
}
