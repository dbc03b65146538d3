import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { archive as limits, archiveRightsWording } from '#platform/contract/archive-limits.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { FileField } from '#content/media/web/file-field.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { useTransfers } from '#content/media/web/transfers/transfers.ts';
import { Checkbox } from '#platform/web/ui/controls/checkbox.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { FormDialog } from '#platform/web/ui/overlays/form-dialog.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { putItem } from '../cache.ts';
import { at } from '../endpoints.ts';
import { sharingKeys } from '../queries.ts';

/** Props of {@link VersionDialog}. */
export interface VersionDialogProps {
  item: SharedItem;
  viewer: Viewer;
  onClose: () => void;
}

/** Adds a version to an archive. */
export default function VersionDialog({ item, viewer, onClose }: VersionDialogProps) {
  const call = useCall();
  const client = useQueryClient();
  const transfers = useTransfers('sharing_archive', `${item.kind}:${item.id}:version:${viewer.id}`);
  const [notes, setNotes] = useState('');
  const [rights, setRights] = useState(false);
  const { busy, run } = useAction();
  const [fileId] = transfers.fileIds;
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy || fileId === undefined) return;
    await run(async () => {
      const body = { fileId, notes, rights };
      putItem(
        client,
        await call(at(item.kind, 'POST /drumkits/:itemId/versions'), { params: { itemId: item.id }, body }),
      );
      transfers.clear();
      void client.invalidateQueries({ queryKey: [...sharingKeys.item(item.kind, item.id), 'versions'] });
      toast({ title: 'Version added', description: 'Older versions stay available below it.', kind: 'success' });
      onClose();
    });
  };
  return (
    <FormDialog
      title="Add a version"
      formProps={{ onSubmit: (event) => void send(event) }}
      busy={busy}
      disabled={transfers.isBusy || fileId === undefined}
      save="Add the version"
      onClose={onClose}
    >
      <FileField
        hint="A ZIP, in the place of the one before"
        kinds={['archive']}
        label="Add an archive"
        max={1}
        transfers={transfers}
      />
      <TextArea
        aside="optional"
        label="What is new"
        maxLength={limits.notesMax}
        onChange={(event) => setNotes(event.target.value)}
        rows={3}
        value={notes}
      />
      <Checkbox checked={rights} label={archiveRightsWording} onChange={(event) => setRights(event.target.checked)} />
    </FormDialog>
  );
}
