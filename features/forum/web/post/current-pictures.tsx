import type { Post } from '#features/forum/contract/endpoints.ts';
import { AltTextField } from '#content/media/web/alt-text-field.tsx';
import { type FilePlaces, PlaceButton } from '#content/media/web/file-places.tsx';
import { Picture } from '#content/media/web/picture.tsx';
import type { AltTexts } from '#content/media/web/use-alt-texts.ts';
import { bytesText } from '#platform/web/lib/format.ts';
import { FileOrder } from '#content/core/web/editor/file-order.tsx';

type Pictures = Post['files'];

/** The pictures that a post has, while it is edited: their order, and which of them stay. */
export function CurrentPictures({
  files,
  onChange,
  altTexts,
  places,
}: {
  places: FilePlaces;
  files: Pictures;
  onChange: (files: Pictures) => void;
  /** What they show; null where they are another's. */
  altTexts: AltTexts | null;
}) {
  if (files.length === 0) return null;
  return (
    <ol aria-label="Pictures of the post" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {files.map((file) => (
        <li
          key={file.id}
          className="flex flex-wrap items-center gap-3 rounded-control border border-hairline bg-sunken p-2"
        >
          <span className="size-14 shrink-0 overflow-hidden rounded-control">
            <Picture alt="" box={1} file={file} sizes="3.5rem" />
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
          {altTexts && (
            <AltTextField
              className="w-full"
              name={file.name}
              onChange={(text) => altTexts.set(file, text)}
              value={altTexts.of(file)}
            />
          )}
        </li>
      ))}
    </ol>
  );
}
