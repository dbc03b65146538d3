import { useQueryClient } from '@tanstack/react-query';
import type { OwnShowcase } from '#features/showcase/contract/endpoints.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { showOwn } from './queries.ts';

/** Props of {@link ConnectDialog}. */
export interface ConnectDialogProps {
  /** What is changed; null for a first artist. */
  own: OwnShowcase | null;
  onClose: () => void;
}

/** Connects an artist, or updates what was typed. */
export default function ConnectDialog({ own, onClose }: ConnectDialogProps) {
  const client = useQueryClient();
  const { busy, field, formProps } = useForm('PUT /showcases/mine', {
    onSent(showcase) {
      showOwn(client, showcase);
      toast({
        title: own ? 'Showcase updated' : 'Artist connected',
        description: own ? 'The leaderboard shows it.' : 'Name and picture follow from Spotify.',
        kind: 'success',
      });
      onClose();
    },
  });

  const count = { inputMode: 'numeric', mono: true, step: 1, type: 'number' } as const;
  return (
    <Dialog
      description="Name and picture come from Spotify. Numbers that you type are shown as self-reported and rank below those from Spotify."
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button busy={busy} form="connect-artist" type="submit" variant="primary">
            {own ? 'Update' : 'Connect'}
          </Button>
        </>
      }
      onOpenChange={(open) => !open && onClose()}
      open
      title={own ? 'Update Spotify Showcase' : 'Connect Spotify Artist'}
    >
      <form className="grid gap-4" id="connect-artist" {...formProps}>
        <TextField
          {...field('artist')}
          autoComplete="off"
          defaultValue={own?.artistUrl}
          hint="The address of the artist’s page: open.spotify.com/artist/…"
          label="Artist address"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field('followers')} {...count} defaultValue={own?.typed.followers} label="Followers" />
          <TextField
            {...field('monthlyListeners')}
            {...count}
            defaultValue={own?.typed.monthlyListeners}
            label="Monthly listeners"
          />
        </div>
        <TextField
          {...field('topTrackName')}
          aside="optional"
          defaultValue={own?.typed.topTrackName}
          label="Top track"
        />
      </form>
    </Dialog>
  );
}
