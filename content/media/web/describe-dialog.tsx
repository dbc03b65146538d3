import { useState } from 'react';
import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { FormDialog } from '#platform/web/ui/overlays/form-dialog.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { AltTextField } from './alt-text-field.tsx';

/** Asks what a posted picture shows, where nothing else of its post can be edited. */
export default function DescribeDialog({
  file,
  onSaved,
  onClose,
}: {
  file: MediaFile;
  onSaved: (altText: string) => void;
  onClose: () => void;
}) {
  const call = useCall();
  const [text, setText] = useState(file.altText);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const params = { fileId: file.id };
      const { altText } = await call('PUT /files/:fileId/alternative-text', { params, body: { altText: text } });
      onSaved(altText);
      onClose();
    } catch (error) {
      failureToast(error);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      size="sm"
      title="Describe the image"
      formProps={{
        onSubmit: (event) => {
          event.preventDefault();
          void save();
        },
      }}
      busy={busy}
      onClose={onClose}
    >
      <AltTextField name={file.name} onChange={setText} value={text} />
    </FormDialog>
  );
}
