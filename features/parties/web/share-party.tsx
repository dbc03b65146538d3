import { lateWindow } from '#content/core/web/page/late-window.ts';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import type { Party } from '#features/parties/contract/endpoints.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Label } from './stage/stage-controls.tsx';

const ShareDialog = lateWindow('The window', () => import('#features/secret-links/web/share-dialog.tsx'));

/** The party's address, and its stage as a frame for another site. */
export function ShareParty({ party }: { party: Party }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        icon={<Share2 aria-hidden="true" size={18} />}
        onClick={() => setIsOpen(true)}
        onFocus={ShareDialog.preload}
        onPointerEnter={ShareDialog.preload}
        variant="ghost"
      >
        <Label>Share</Label>
      </Button>
      {isOpen && (
        <ShareDialog
          // Visitors are not shown what is 18+.
          embedPath={party.isAdult ? null : `/embed/party/${party.id}`}
          isPublic
          onClose={close}
          onGiveUp={close}
          own={null}
          path={`/listening-party/${party.id}`}
          title={party.name}
        />
      )}
    </>
  );
}
