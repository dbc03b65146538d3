import { MousePointer2 } from 'lucide-react';
import type { ProfileSettings } from '#features/customization/contract/endpoints.ts';
import { filePurposes } from '#content/media/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { acceptedPictures } from '../crop/picture-file.ts';
import { FileActions } from './file-actions.tsx';
import { useFileSlot } from '../use-file-slot.ts';

/** The cursor of the profile. */
export function CursorFile({ file }: { file: ProfileSettings['files']['cursor'] }) {
  const call = useCall();
  const slot = useFileSlot({
    purpose: 'cursor',
    name: 'cursor',
    savedUrl: file?.url ?? null,
    claim: (fileId) => call('PUT /profile-settings/cursor', { body: { fileId } }),
    failure: { title: 'Error', description: 'Failed to upload file' },
    success: { title: 'Success', description: 'Cursor updated successfully' },
    removed: { title: 'Success', description: 'Cursor removed successfully' },
  });
  const url = slot.previewUrl ?? file?.url ?? null;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <span className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-control border border-hairline bg-sunken text-faint">
        {url === null ? (
          <MousePointer2 aria-hidden="true" size={20} />
        ) : (
          <img alt="Your cursor" className="max-h-full max-w-full" src={url} />
        )}
      </span>
      <div className="grid min-w-0 flex-1 basis-[min(10rem,100%)] gap-2">
        <div className="flex flex-wrap gap-2">
          <FileActions
            accept={acceptedPictures}
            busy={slot.busy}
            onFile={(chosen) => slot.admits(chosen) && slot.choose(chosen)}
            testId="cursor-input"
            onRemove={file ? slot.remove : null}
          >
            {file ? 'Change cursor' : 'Choose cursor'}
          </FileActions>
        </div>
        <p className="text-xs text-faint">
          A picture under {filePurposes.cursor.maxBytes / 1024 / 1024}MB, shown at most 64 pixels wide and high.
        </p>
      </div>
    </div>
  );
}
