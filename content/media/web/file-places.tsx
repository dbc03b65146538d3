import type { FileKind } from '#content/media/contract/limits.ts';
import { FileInput, FileOutput } from 'lucide-react';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import type { TransferItem } from './transfers/transfers.ts';

/** A file of a form: `id` is the form's, `fileId` the server's once it is there. */
export type NamedFile = Pick<TransferItem, 'id' | 'fileId' | 'name' | 'altText'>;

/** Where files of a form stand in its text. */
export interface FilePlaces {
  readonly has: (file: NamedFile) => boolean;
  /** Puts it at the cursor. */
  readonly put: (file: NamedFile) => void;
  readonly takeOut: (file: NamedFile) => void;
}

/** Puts a file at the cursor of the text, or takes it out of it. */
export function PlaceButton({ file, places }: { file: NamedFile; places: FilePlaces }) {
  const isIn = places.has(file);
  const Icon = isIn ? FileOutput : FileInput;
  return (
    <IconButton
      icon={<Icon aria-hidden="true" size={16} />}
      label={isIn ? `Take ${file.name} out of the text` : `Put ${file.name} in the text`}
      onClick={() => (isIn ? places.takeOut(file) : places.put(file))}
      size="sm"
    />
  );
}

/** A file of a form in the preview of its text; nothing for one that the form does not have. */
export function shownFile(items: readonly TransferItem[], id: string) {
  const item = items.find((one) => one.id === id || one.fileId === id);
  if (!item || item.previewUrl === null) return null;
  return <ShownFile altText={item.altText} kind={item.kind} name={item.name} url={item.previewUrl} />;
}

/** A file that stands in a preview. */
export function ShownFile(file: { kind: FileKind | null; url: string; name: string; altText: string }) {
  const { kind, url, name, altText } = file;
  if (kind === 'image' || kind === null)
    return <img alt={altText} className="max-h-96 max-w-full rounded-control" src={url} />;
  const Media = kind === 'video' ? 'video' : 'audio';
  return <Media aria-label={name} className="max-h-96 w-full rounded-control" controls preload="metadata" src={url} />;
}
