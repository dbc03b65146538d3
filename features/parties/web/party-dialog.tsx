import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { parties as limits } from '#features/parties/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Checkbox } from '#platform/web/ui/controls/checkbox.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { partyKeys } from './queries.ts';

/** The form of a new party. */
export default function PartyDialog({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  const call = useCall();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [playlist, setPlaylist] = useState('');
  const [startsAt, setStartsAt] = useState('');
  const [isAdult, setIsAdult] = useState(false);
  // Made once: sending the same form twice makes one party.
  const [submitId] = useState(() => crypto.randomUUID());
  const { busy, fields, formProps } = useForm(async () => {
    const { id, visibility, notice } = await call('POST /parties', {
      body: {
        name,
        description,
        spotifyPlaylistId: playlist,
        isAdult,
        startsAt: startsAt === '' ? null : new Date(startsAt).toISOString(),
        submitId,
      },
    });
    void client.invalidateQueries({ queryKey: partyKeys.lists });
    if (visibility === 'held') toast({ title: 'Waiting for review', description: notice ?? '', kind: 'info' });
    else toast({ title: 'Party created!', description: 'Your listening party is now live', kind: 'success' });
    onClose();
    void navigate({ to: '/listening-party/$partyId', params: { partyId: id } });
  });

  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button busy={busy} form="party-form" type="submit" variant="primary">
            Create Party
          </Button>
        </>
      }
      onOpenChange={(open) => !open && onClose()}
      open
      title="Create Listening Party"
    >
      <form className="grid gap-4" id="party-form" {...formProps}>
        <TextField
          error={fields['name']}
          label="Party Name"
          name="name"
          maxLength={limits.nameMax}
          onChange={(event) => setName(event.target.value)}
          required
          value={name}
        />
        <TextArea
          aside="optional"
          error={fields['description']}
          label="Description"
          maxLength={limits.descriptionMax}
          onChange={(event) => setDescription(event.target.value)}
          rows={3}
          value={description}
        />
        <TextField
          aside="optional"
          error={fields['spotifyPlaylistId']}
          hint="Shown in the room. It is not played in step: Spotify does not allow it."
          label="Spotify Playlist ID"
          onChange={(event) => setPlaylist(event.target.value)}
          value={playlist}
        />
        <TextField
          aside="optional"
          error={fields['startsAt']}
          hint="In your time zone. Without it the party begins now."
          label="Begins at"
          name="startsAt"
          onChange={(event) => setStartsAt(event.target.value)}
          type="datetime-local"
          value={startsAt}
        />
        {viewer.adult && (
          <Checkbox
            checked={isAdult}
            hint="Only members who have said that they are adults find it and come in."
            label="This party is 18+"
            onChange={(event) => setIsAdult(event.target.checked)}
          />
        )}
      </form>
    </Dialog>
  );
}
