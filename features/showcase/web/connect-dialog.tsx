import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showcase as limits } from '#features/showcase/contract/limits.ts';
import type { OwnShowcase } from '#features/showcase/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { showOwn } from './queries.ts';
import { numberOf } from '#platform/web/ui/controls/form/number.ts';

/** Props of {@link ConnectDialog}. */
export interface ConnectDialogProps {
  /** What is changed; null for a first artist. */
  own: OwnShowcase | null;
  onClose: () => void;
}

/** Connects an artist, or updates what was typed. */
export default function ConnectDialog({ own, onClose }: ConnectDialogProps) {
  const call = useCall();
  const client = useQueryClient();
  const [artist, setArtist] = useState(own?.artistUrl ?? '');
  const [followers, setFollowers] = useState(own ? String(own.typed.followers) : '');
  const [listeners, setListeners] = useState(own ? String(own.typed.monthlyListeners) : '');
  const [topTrack, setTopTrack] = useState(own?.typed.topTrackName ?? '');
  const { busy, fields, formProps } = useForm(async () => {
    const showcase = await call('PUT /showcases/mine', {
      body: {
        artist,
        followers: numberOf(followers, 0),
        monthlyListeners: numberOf(listeners, 0),
        topTrackName: topTrack,
      },
    });
    showOwn(client, showcase);
    toast({
      title: own ? 'Showcase updated' : 'Artist connected',
      description: own ? 'The leaderboard shows it.' : 'Name and picture follow from Spotify.',
      kind: 'success',
    });
    onClose();
  });

  const count = { inputMode: 'numeric', max: limits.countMax, min: 0, mono: true, step: 1, type: 'number' } as const;
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
          autoComplete="off"
          error={fields['artist']}
          hint="The address of the artist’s page: open.spotify.com/artist/…"
          label="Artist address"
          maxLength={limits.addressMax}
          name="artist"
          onChange={(event) => setArtist(event.target.value)}
          required
          value={artist}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...count}
            error={fields['followers']}
            label="Followers"
            name="followers"
            onChange={(event) => setFollowers(event.target.value)}
            value={followers}
          />
          <TextField
            {...count}
            error={fields['monthlyListeners']}
            label="Monthly listeners"
            name="monthlyListeners"
            onChange={(event) => setListeners(event.target.value)}
            value={listeners}
          />
        </div>
        <TextField
          aside="optional"
          error={fields['topTrackName']}
          label="Top track"
          maxLength={limits.trackNameMax}
          onChange={(event) => setTopTrack(event.target.value)}
          value={topTrack}
        />
      </form>
    </Dialog>
  );
}
