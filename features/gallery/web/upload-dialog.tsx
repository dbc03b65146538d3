import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { gallery } from '#features/gallery/contract/limits.ts';
import { FileRow } from '#content/media/web/file-row.tsx';
import { useTransfers } from '#content/media/web/transfers/transfers.ts';
import { Checkbox } from '#platform/web/ui/controls/checkbox.tsx';
import { FormDialog } from '#platform/web/ui/overlays/form-dialog.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { staleOwn } from './cache.ts';
import { DropArea, acceptedImages } from './drop-area.tsx';

/** Props of {@link UploadDialog}. */
export interface UploadDialogProps {
  viewer: Viewer;
  /** Dropped on the page: it goes up at once. */
  file: File | null;
  onClose: () => void;
}

/** The file of the form: chosen, or dropped on the page before. */
function useImageFile(place: string, dropped: File | null) {
  const transfers = useTransfers('gallery', place);
  const [item] = transfers.items;
  const choose = (chosen: File) => {
    if (item?.state === 'unfinished' && transfers.attach(item.id, chosen)) return;
    for (const old of transfers.items) transfers.remove(old.id);
    transfers.add([chosen], 1);
  };
  const taken = useRef<File | null>(null);
  useEffect(() => {
    if (!dropped || taken.current === dropped) return;
    taken.current = dropped;
    choose(dropped);
  });
  return { transfers, item, choose, fileId: transfers.fileIds[0] };
}

/** The form of a new image. One file; it goes up while title and description are written. */
export default function UploadDialog({ viewer, file, onClose }: UploadDialogProps) {
  const client = useQueryClient();
  const { transfers, item, choose, fileId } = useImageFile(`gallery:${viewer.id}`, file);
  // Made once: sending the same form twice makes one image.
  const [submitId] = useState(() => crypto.randomUUID());
  const { busy, field, formProps } = useForm('POST /gallery/images', {
    body: { ...(fileId !== undefined && { fileId }), submitId },
    async send({ request }) {
      if (fileId === undefined) return;
      await transfers.saveDescriptions();
      await request();
      transfers.clear();
      staleOwn(client);
      toast({
        title: 'Image uploaded',
        description: 'Your image is waiting for approval. You will get a notification.',
        kind: 'success',
      });
      onClose();
    },
  });

  return (
    <FormDialog
      description="Staff review it before others see it."
      title="Upload Image"
      formProps={formProps}
      busy={busy}
      busyLabel="Uploading…"
      disabled={fileId === undefined || transfers.isBusy}
      save="Upload"
      onClose={onClose}
    >
      {item && (
        <FileRow
          accept={acceptedImages}
          index={0}
          item={item}
          of={1}
          onAttach={(chosen) => transfers.attach(item.id, chosen)}
          onDescribe={(text) => transfers.describe(item.id, text)}
          onDescribed={() => void transfers.saveDescriptions().catch(failureToast)}
          onMove={() => {}}
          onPause={() => transfers.pause(item.id)}
          onRemove={() => transfers.remove(item.id)}
          onRetry={() => transfers.retry(item.id)}
        />
      )}
      {/* A file that was refused makes room for another one. */}
      {(!item || item.state === 'failed') && <DropArea className="[&_button]:py-6" onFile={choose} />}
      <TextField {...field('title')} aside="optional" label="Title" placeholder={gallery.defaultTitle} />
      <TextArea {...field('description')} aside="optional" label="Description" rows={3} />
      {viewer.adult && (
        <Checkbox
          {...field('isAdult')}
          hint="Shown to members who have said that they are adults, blurred until they click."
          label="This image is 18+"
        />
      )}
    </FormDialog>
  );
}
