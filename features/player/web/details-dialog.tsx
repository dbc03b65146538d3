import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Reply } from '#site/contract/contract.ts';
import type { Upload, UploadFile } from '#features/feed/contract/endpoints.ts';
import { musicKeys } from '#platform/contract/music-limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { keyText } from '#platform/web/lib/format.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { type EndpointForm, useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { detailsQuery, playerKeys } from './queries.ts';

/** Props of {@link DetailsDialog}. */
export interface DetailsDialogProps {
  upload: Upload;
  file: UploadFile;
  title: string;
  onClose: () => void;
}

/** For the author of a track: tempo, key, genre, date and ISRC, where what was found is wrong or missing. */
export default function DetailsDialog({ upload, file, title, onClose }: DetailsDialogProps) {
  const call = useCall();
  const client = useQueryClient();
  const params = { uploadId: upload.id, trackId: file.trackId };
  const details = useQuery(detailsQuery(call, upload.id, file.trackId));
  const { busy, field, formProps } = useForm('PUT /uploads/:uploadId/tracks/:trackId/details', {
    params,
    async onSent() {
      // A live event updates the pages that show the upload.
      await client.invalidateQueries({ queryKey: playerKeys.details(file.trackId) });
      toast({ title: 'Details saved', description: title, kind: 'success' });
      onClose();
    },
  });
  return (
    <Dialog
      description={`${title}. Leave a field empty to show what was found in the file.`}
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button busy={busy} disabled={!details.data} form="track-details" type="submit" variant="primary">
            Save
          </Button>
        </>
      }
      onOpenChange={(open) => !open && onClose()}
      open
      size="sm"
      title="Track details"
    >
      {details.isPending && <Skeleton className="h-80 w-full" />}
      {details.isError && (
        <ErrorState
          busy={details.isFetching}
          compact
          onRetry={() => void details.refetch()}
          title="The details could not be loaded."
        />
      )}
      {details.data && (
        <form className="grid gap-4" id="track-details" {...formProps}>
          <Fields {...details.data} field={field} />
        </form>
      )}
    </Dialog>
  );
}

function Fields({
  stated,
  found,
  field,
}: Reply<'GET /uploads/:uploadId/tracks/:trackId/details'> &
  Pick<EndpointForm<'PUT /uploads/:uploadId/tracks/:trackId/details'>, 'field'>) {
  const hint = (value: string | null) => (value === null ? 'Nothing was found.' : `Found: ${value}`);
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...field('tempo')}
          defaultValue={stated.tempo ?? ''}
          hint={hint(found.tempo === null ? null : `${Math.round(found.tempo * 100) / 100} BPM`)}
          inputMode="decimal"
          label="Tempo (BPM)"
          step="any"
          type="number"
        />
        <SelectField
          {...field('key')}
          defaultValue={stated.key ?? ''}
          hint={hint(found.key && keyText(found.key))}
          label="Key"
          options={[{ value: '', label: 'As found' }, ...musicKeys.map((key) => ({ value: key, label: keyText(key) }))]}
        />
      </div>
      <TextField {...field('genre')} defaultValue={stated.genre ?? ''} hint={hint(found.genre)} label="Genre" />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...field('date')}
          defaultValue={stated.date ?? ''}
          hint={hint(found.date)}
          label="Date"
          placeholder="2026-01-31"
        />
        <TextField
          {...field('isrc')}
          defaultValue={stated.isrc ?? ''}
          hint={hint(found.isrc)}
          label="ISRC"
          placeholder="QZ-ABC-26-00001"
        />
      </div>
    </>
  );
}
