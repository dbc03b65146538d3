import { useQueryClient } from '@tanstack/react-query';
import type { OwnShowcase } from '#features/showcase/contract/endpoints.ts';
import { FormDialog } from '#platform/web/ui/overlays/form-dialog.tsx';
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
    <FormDialog
      description="Name and picture come from Spotify. Numbers that you type are shown as self-reported and rank below those from Spotify."
      title={own ? 'Update Spotify Showcase' : 'Connect Spotify Artist'}
      formProps={formProps}
      busy={busy}
      save={own ? 'Update' : 'Connect'}
      onClose={onClose}
    >
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
      <TextField {...field('topTrackName')} aside="optional" defaultValue={own?.typed.topTrackName} label="Top track" />
    </FormDialog>
  );
}
