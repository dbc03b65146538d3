import { Settings2 } from 'lucide-react';
import { parties as limits } from '#features/parties/contract/limits.ts';
import type { Party } from '#features/parties/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { LazyMenu } from '#platform/web/ui/overlays/lazy-menu.tsx';
import { partyKeys } from '#features/parties/web/queries.ts';
import { useChange } from '#features/parties/web/use-change.ts';

/** Slow mode and the chat's switch, for who moderates the party. */
export function ChatSettings({ party }: { party: Party }) {
  const call = useCall();
  const { isOff, slowSeconds } = party.chat;
  const change = useChange(partyKeys.party(party.id), true);
  const set = (body: Party['chat']) =>
    change(() => call('PUT /parties/:partyId/chat', { params: { partyId: party.id }, body }));
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
