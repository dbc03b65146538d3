import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import type { Upload, UploadFile } from '#features/feed/contract/endpoints.ts';
import { artworkOf } from '#content/media/contract/track-facts.ts';
import { FileField } from '#content/media/web/file-field.tsx';
import { MusicFields } from '#content/media/web/music-fields.tsx';
import { type Transfers, useTransfers } from '#content/media/web/transfers/transfers.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Checkbox } from '#platform/web/ui/controls/checkbox.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { type EndpointForm, useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { FormDialog } from '#platform/web/ui/overlays/form-dialog.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { detailsQuery, playerKeys } from './queries.ts';
import { soundsOf } from './track.ts';

/** Props of {@link DetailsDialog}. */
export interface DetailsDialogProps {
  upload: Upload;
  file: UploadFile;
  title: string;
  onClose: () => void;
}

/** For the author of a track: its cover, and tempo, key, genre, date and ISRC, where what was found is wrong or missing. */
export default function DetailsDialog({ upload, file, title, onClose }: DetailsDialogProps) {
  const call = useCall();
  const client = useQueryClient();
  const params = { uploadId: upload.id, trackId: file.trackId };
  const details = useQuery(detailsQuery(call, upload.id, file.trackId));
  const transfers = useTransfers('cover', `cover:${file.trackId}`);
  const [isDropped, setDropped] = useState(false);
  const coverFileId = transfers.fileIds[0] ?? (isDropped ? null : undefined);
  const { busy, field, formProps } = useForm('PUT /uploads/:uploadId/tracks/:trackId/details', {
    params,
    body: { ...(coverFileId !== undefined && { coverFileId }) },
    async send({ request }) {
      await transfers.saveDescriptions();
      await request();
      transfers.clear();
      // A live event updates the pages that show the upload.
      await client.invalidateQueries({ queryKey: playerKeys.details(file.trackId) });
      toast({ title: 'Details saved', description: title, kind: 'success' });
      onClose();
    },
  });
  return (
    <FormDialog
      description={`${title}. Leave a field empty to show what was found in the file.`}
      size="sm"
      title="Track details"
      formProps={formProps}
      busy={busy}
      disabled={transfers.isBusy}
      onClose={onClose}
      loading={{ query: details, height: 'h-80', failed: 'The details could not be loaded.' }}
    >
      {details.data && (
        <>
          <CoverFields
            {...details.data.cover}
            field={field}
            hasSeveral={soundsOf(upload).length > 1}
            isDropped={isDropped}
            onDrop={setDropped}
            transfers={transfers}
          />
          <Fields field={field} found={details.data.found} stated={details.data.stated} />
        </>
      )}
    </FormDialog>
  );
}

type Details = Reply<'GET /uploads/:uploadId/tracks/:trackId/details'>;
type DetailsForm = EndpointForm<'PUT /uploads/:uploadId/tracks/:trackId/details'>;

/** The cover: what is shown now, another one, and what of the sound's own is shown. */
function CoverFields({
  chosen,
  found,
  hidesFound,
  hasSeveral,
  isDropped,
  onDrop,
  transfers,
  field,
}: Details['cover'] &
  Pick<DetailsForm, 'field'> & {
    hasSeveral: boolean;
    isDropped: boolean;
    onDrop: (isDropped: boolean) => void;
    transfers: Transfers;
  }) {
  const own = chosen && artworkOf([chosen])[0]?.src;
  const isReplaced = transfers.items.length > 0;
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1.5 text-sm font-semibold">Cover</legend>
      <div className="flex flex-wrap gap-3">
        {own && <CoverBox label="Yours" src={own} />}
        {found && <CoverBox label="In the file" src={found} />}
      </div>
      {chosen && !isReplaced && (
        <Checkbox checked={isDropped} label="Take out your cover" onChange={(event) => onDrop(event.target.checked)} />
      )}
      <FileField
        hint="A square picture looks best"
        kinds={['image']}
        label={chosen ? 'Choose another cover' : 'Add a cover'}
        max={1}
        transfers={transfers}
      />
      {found && (
        <Checkbox
          {...field('hidesFoundCover')}
          defaultChecked={hidesFound}
          label="Do not show the picture in the file"
        />
      )}
      {hasSeveral && <Checkbox {...field('isCoverForAll')} label="For all tracks of this upload" />}
    </fieldset>
  );
}

function CoverBox({ src, label }: { src: string; label: string }) {
  return (
    <figure className="grid justify-items-center gap-1 text-xs text-faint">
      <img
        alt=""
        className="size-20 rounded-control bg-sunken object-cover"
        decoding="async"
        height={80}
        src={src}
        width={80}
      />
      <figcaption>{label}</figcaption>
    </figure>
  );
}

function Fields({ stated, found, field }: Pick<Details, 'stated' | 'found'> & Pick<DetailsForm, 'field'>) {
  const hint = (value: string | null) => (value === null ? 'Nothing was found.' : `Found: ${value}`);
  return (
    <>
      <MusicFields field={field} found={found} stated={stated} />
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
