import { useQueryClient } from '@tanstack/react-query';
import { Settings2 } from 'lucide-react';
import { parties as limits } from '#features/parties/contract/limits.ts';
import type { Party } from '#features/parties/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { LazyMenu } from '#platform/web/ui/overlays/lazy-menu.tsx';
import { partyKeys } from '#features/parties/web/queries.ts';

/** Slow mode and the chat's switch, for who moderates the party. */
export function ChatSettings({ party }: { party: Party }) {
  const call = useCall();
  const client = useQueryClient();
  const { isOff, slowSeconds } = party.chat;
  const set = async (chat: Party['chat']) => {
    try {
      await call('PUT /parties/:partyId/chat', { params: { partyId: party.id }, body: chat });
      await client.invalidateQueries({ queryKey: partyKeys.party(party.id), exact: true });
    } catch (error) {
      failureToast(error);
    }
  };
  return (
    <LazyMenu
      items={[
        {
          label: isOff ? 'Turn the chat on' : 'Turn the chat off',
          onSelect: () => void set({ isOff: !isOff, slowSeconds }),
        },
        { kind: 'line' },
        { kind: 'heading', label: 'Slow mode' },
        ...limits.slowSeconds.map((seconds) => ({
          label: seconds === 0 ? 'Off' : `One message every ${seconds} seconds`,
          checked: seconds === slowSeconds,
          onSelect: () => void set({ isOff, slowSeconds: seconds }),
        })),
      ]}
      trigger={<IconButton icon={<Settings2 aria-hidden="true" size={18} />} label="Settings of the chat" size="sm" />}
    />
  );
}
