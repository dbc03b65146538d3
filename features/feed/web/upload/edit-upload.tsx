import { useState } from 'react';
import type { TrackTerms } from '#content/media/contract/endpoints.ts';
import type { Upload } from '#features/feed/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import EditForm from '#content/core/web/editor/edit-form.tsx';
import { AltTextField } from '#content/media/web/alt-text-field.tsx';
import { useAltTexts } from '#content/media/web/use-alt-texts.ts';
import { CaptionsField } from '#content/media/web/captions-field.tsx';
import { TermsField } from '#content/media/web/terms-field.tsx';
import { bytesText } from '#platform/web/lib/format.ts';
import { Checkbox } from '#platform/web/ui/controls/checkbox.tsx';
import { FileOrder } from '#content/core/web/editor/file-order.tsx';
import { useUploadActions } from '#features/feed/web/actions.ts';

/** Edits an upload in its place: text, the order of its files and which of them stay, 18+. */
export default function EditUpload({
  upload,
  maxLength,
  onClose,
}: {
  upload: Upload;
  maxLength: number;
  onClose: () => void;
}) {
  const { viewer } = useAuth();
  const actions = useUploadActions(upload);
  const [files, setFiles] = useState(upload.files);
  const [isAdult, setAdult] = useState(upload.isAdult);
  const [terms, setTerms] = useState<Readonly<Record<string, TrackTerms>>>({});
  const isOwn = viewer !== null && viewer.id === upload.author.id;
  const altTexts = useAltTexts(files);
  const before = upload.files.map(({ trackId }) => trackId).join();
  const after = files.map(({ trackId }) => trackId);
  return (
    <EditForm
      from={upload}
      hashtags
      kind="post"
      label="Edit the upload. The first line is its title."
      maxLength={maxLength}
      mayBeEmpty={files.length > 0 || upload.poll !== null}
      onClose={onClose}
      readNewest={actions.readNewest}
      save={async (content, version) => {
        await altTexts.save();
        await actions.save(content, version, {
          ...(after.join() !== before && { trackIds: after }),
          ...(isAdult !== upload.isAdult && { isAdult }),
          ...(Object.keys(terms).length > 0 && {
            terms: Object.fromEntries(after.flatMap((id) => (terms[id] ? [[id, terms[id]] as const] : []))),
          }),
        });
      }}
    >
      {upload.files.length > 0 && (
        <ul aria-label="Files" className="grid gap-1">
          {files.map((file) => (
            <li
              key={file.trackId}
              className="flex flex-wrap items-center gap-2 rounded-control border border-hairline bg-sunken py-1 pe-1 ps-3"
            >
              <span className="min-w-0 flex-1 truncate">{file.name}</span>
              <span className="tape text-xs text-faint">{bytesText(file.bytes)}</span>
              <FileOrder file={file} files={files} onChange={setFiles} />
              {isOwn && file.kind === 'image' && (
                <AltTextField
                  className="w-full pe-2 pb-1"
                  name={file.name}
                  onChange={(text) => altTexts.set(file, text)}
                  value={altTexts.of(file)}
                />
              )}
              {isOwn && file.kind === 'video' && <CaptionsField file={file} onChanged={actions.refresh} />}
            </li>
          ))}
        </ul>
      )}
      {upload.can.manageTracks &&
        files.map((file) =>
          file.kind === 'image' ? null : (
            <TermsField
              key={file.trackId}
              name={file.name}
              onChange={(changed) => setTerms({ ...terms, [file.trackId]: changed })}
              terms={terms[file.trackId] ?? file.terms}
            />
          ),
        )}
      {(viewer?.adult || upload.isAdult) && (
        <Checkbox checked={isAdult} label="18+" onChange={(event) => setAdult(event.target.checked)} />
      )}
    </EditForm>
  );
}
