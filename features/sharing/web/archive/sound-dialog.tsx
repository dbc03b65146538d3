import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ArchiveEntry } from '#content/media/contract/archives.ts';
import { MusicFields } from '#content/media/web/music-fields.tsx';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { FormDialog } from '#platform/web/ui/overlays/form-dialog.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { at } from '../endpoints.ts';
import { sharingKeys } from '../queries.ts';

/** Props of {@link SoundDialog}. */
export interface SoundDialogProps {
  item: SharedItem;
  fileId: string;
  entry: ArchiveEntry;
  onClose: () => void;
}

/** For the author of a kit: tempo and key of a sound in it, where what was found is wrong or missing. */
export default function SoundDialog({ item, fileId, entry, onClose }: SoundDialogProps) {
  const call = useCall();
  const client = useQueryClient();
  const name = entry.path.split('/').at(-1)!;
  const params = { itemId: item.id, fileId, position: entry.position };
  const archiveKey = [...sharingKeys.item(item.kind, item.id), 'archive', fileId];
  const details = useQuery({
    queryKey: [...archiveKey, entry.position, 'details'],
    queryFn: ({ signal }) =>
      call(at(item.kind, 'GET /drumkits/:itemId/archive/:fileId/:position/details'), { params, signal }),
  });
  const { busy, field, formProps } = useForm('PUT /drumkits/:itemId/archive/:fileId/:position/details', {
    async send({ body }) {
      await call(at(item.kind, 'PUT /drumkits/:itemId/archive/:fileId/:position/details'), { params, body });
      await client.invalidateQueries({ queryKey: archiveKey });
      toast({ title: 'Details saved', description: name, kind: 'success' });
      onClose();
    },
  });
  return (
    <FormDialog
      description={`${name}. Leave a field empty to show what was found in the file.`}
      size="sm"
      title="Tempo and key"
      formProps={formProps}
      busy={busy}
      onClose={onClose}
      loading={{ query: details, height: 'h-32', failed: 'The details could not be loaded.' }}
    >
      {details.data && <MusicFields {...details.data} field={field} />}
    </FormDialog>
  );
}
