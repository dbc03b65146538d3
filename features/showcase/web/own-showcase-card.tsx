import { lateWindow } from '#content/core/web/page/late-window.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnShowcase } from '#features/showcase/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { Card, CardHeading } from '#platform/web/ui/card.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { showOwn } from './queries.ts';

const ConfirmDialog = lateWindow('The question', () => import('#platform/web/ui/overlays/confirm-dialog.tsx'));

const notes: Readonly<Record<OwnShowcase['state'], string | null>> = {
  asking: 'Spotify is being asked for name and picture. Both appear here on their own.',
  unknown: 'Spotify has no artist at this address, so it is not in the leaderboard. Update the address.',
  listed: null,
};

/** The member's own showcase, above the leaderboard. */
export function OwnShowcaseCard({
  showcase,
  onUpdate,
  preload,
}: {
  showcase: OwnShowcase;
  onUpdate: () => void;
  preload: () => void;
}) {
  const call = useCall();
  const client = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const { busy, run } = useAction();
  const remove = () =>
    run(async () => {
      await call('DELETE /showcases/mine');
      setIsAsked(false);
      showOwn(client, null);
      toast({ title: 'Showcase removed', description: 'You can connect an artist again.', kind: 'success' });
    });
  const note = notes[showcase.state];
  return (
    <Card aria-label="Your Spotify Showcase">
      <CardHeading>Your Spotify Showcase</CardHeading>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-56 items-center gap-3">
          <Avatar id={showcase.id} name={showcase.artistName} src={showcase.pictureUrl} />
          <div className="min-w-0">
            <p className="truncate font-semibold">{showcase.artistName}</p>
            {note && (
              <p className="text-sm text-soft" role="status">
                {note}
              </p>
            )}
          </div>
        </div>
        <div className="flex gap-2">
          <Button onClick={() => setIsAsked(true)} variant="ghost">
            Remove
          </Button>
          <Button onClick={onUpdate} onFocus={preload} onPointerEnter={preload} variant="primary">
            Update
          </Button>
        </div>
      </div>
      {isAsked && (
        <ConfirmDialog
          busy={busy}
          confirmLabel="Remove"
          danger
          description="It leaves the leaderboard, with its picture."
          onConfirm={() => void remove()}
          onGiveUp={() => setIsAsked(false)}
          onOpenChange={(open) => !open && !busy && setIsAsked(false)}
          open
          title="Remove your Spotify showcase?"
        />
      )}
    </Card>
  );
}
