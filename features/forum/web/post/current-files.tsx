import { AudioLines, Film } from 'lucide-react';
import type { Post } from '#features/forum/contract/endpoints.ts';
import { AltTextField } from '#content/media/web/alt-text-field.tsx';
import { CaptionsField } from '#content/media/web/captions-field.tsx';
import { DRAGGED } from '#content/media/web/file-field.tsx';
import { type FilePlaces, PlaceButton } from '#content/media/web/file-places.tsx';
import { Picture } from '#content/media/web/picture.tsx';
import type { AltTexts } from '#content/media/web/use-alt-texts.ts';
import { bytesText } from '#platform/web/lib/format.ts';
import { FileOrder } from '#content/core/web/editor/file-order.tsx';

type Files = Post['files'];

/** The files that a post has, while it is edited: their order, and which of them stay. A row is dragged into the text. */
export function CurrentFiles({
  files,
  onChange,
  onCaptions,
  altTexts,
  places,
}: {
  places: FilePlaces;
  files: Files;
  onChange: (files: Files) => void;
  /** Captions of a video were stored. */
  onCaptions: () => void;
  /** What pictures show; null where they are another's. */
  altTexts: AltTexts | null;
}) {
  if (files.length === 0) return null;
  return (
    <ol aria-label="Files of the post" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {files.map((file) => (
        // The same is done by the buttons of each row.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <li
          key={file.id}
          className="flex flex-wrap items-center gap-3 rounded-control border border-hairline bg-sunken p-2"
          draggable
          onDragStart={(event) => {
            event.dataTransfer.setData(DRAGGED, file.id);
            event.dataTransfer.effectAllowed = 'move';
          }}
        >
          <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-control text-faint">
            <Sign file={file} />
          </span>
          <span className="min-w-0 flex-1 truncate text-sm font-semibold">{file.name}</span>
          <span className="tape text-xs text-faint max-sm:hidden">{bytesText(file.bytes)}</span>
          <span className="flex gap-0.5">
            <PlaceButton file={{ ...file, fileId: file.id }} places={places} />
            <FileOrder
              file={file}
              files={files}
              onChange={(next) => {
                if (!next.includes(file)) places.takeOut({ ...file, fileId: file.id });
                onChange(next);
              }}
            />
          </span>
          {altTexts && file.kind === 'image' && (
            <AltTextField
              className="w-full"
              name={file.name}
              onChange={(text) => altTexts.set(file, text)}
              value={altTexts.of(file)}
            />
          )}
          {altTexts && file.kind === 'video' && <CaptionsField file={file} onChanged={onCaptions} />}
        </li>
      ))}
    </ol>
  );
}

/** The picture, or a sign for what it is. */
function Sign({ file }: { file: Files[number] }) {
  if (file.kind === 'image') return <Picture alt="" box={1} file={file} sizes="3.5rem" />;
  const Icon = file.kind === 'video' ? Film : AudioLines;
  return <Icon aria-hidden="true" size={22} />;
}
