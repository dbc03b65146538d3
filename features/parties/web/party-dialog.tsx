import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { Checkbox } from '#platform/web/ui/controls/checkbox.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { FormDialog } from '#platform/web/ui/overlays/form-dialog.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { partyKeys } from './queries.ts';

/** The form of a new party. */
export default function PartyDialog({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  // Made once: sending the same form twice makes one party.
  const [submitId] = useState(() => crypto.randomUUID());
  const { busy, field, formProps } = useForm('POST /parties', {
    body: { submitId },
    onSent({ id, visibility, notice }) {
      void client.invalidateQueries({ queryKey: partyKeys.lists });
      if (visibility === 'held') toast({ title: 'Waiting for review', description: notice ?? '', kind: 'info' });
      else toast({ title: 'Party created!', description: 'Your listening party is now live', kind: 'success' });
      onClose();
      void navigate({ to: '/listening-party/$partyId', params: { partyId: id } });
    },
  });

  return (
    <FormDialog title="Create Listening Party" formProps={formProps} busy={busy} save="Create Party" onClose={onClose}>
      <TextField {...field('name')} label="Party Name" />
      <TextArea {...field('description')} aside="optional" label="Description" rows={3} />
      <TextField
        {...field('spotifyPlaylistId')}
        aside="optional"
        hint="Shown in the room. It is not played in step: Spotify does not allow it."
        label="Spotify Playlist ID"
      />
      <TextField
        {...field('startsAt')}
        aside="optional"
        hint="In your time zone. Without it the party begins now."
        label="Begins at"
        type="datetime-local"
      />
      <Checkbox
        {...field('allowsListeners')}
        hint="Visitors and members who have not joined hear what plays and see who is here. They see no chat."
        label="Everybody may listen"
      />
      {viewer.adult && (
        <Checkbox
          {...field('isAdult')}
          hint="Only members who have said that they are adults find it and come in."
          label="This party is 18+"
        />
      )}
    </FormDialog>
  );
}
