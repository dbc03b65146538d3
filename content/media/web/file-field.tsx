import { Paperclip } from 'lucide-react';
import { type DragEvent, type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FileKind } from '#content/media/contract/limits.ts';
import type { Transfers } from './transfers/transfers.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import type { FilePlaces } from './file-places.tsx';
import { FileRow } from './file-row.tsx';

const accepted: Readonly<Record<FileKind, string>> = {
  image: 'image/*',
  audio: 'audio/*,.aif,.aiff,.flac,.m4a,.ogg,.opus',
  video: 'video/*,.mkv,.ts,.mts,.m2ts,.flv',
  archive: 'application/zip,.zip',
};

/** What a file dialog offers for some kinds. */
export const acceptOf = (kinds: readonly FileKind[]): string => kinds.map((kind) => accepted[kind]).join(',');

/** Moves among the files of a list, and into a text; not a name of a file of the machine. */
export const DRAGGED = 'application/x-looproom-upload';

/** Props of {@link FileField}. */
export interface FileFieldProps {
  transfers: Transfers;
  kinds: readonly FileKind[];
  /** The most files of the form. */
  max: number;
  /** For a form whose files may stand in its text. */
  places?: FilePlaces;
  /** On the button. */
  label?: string;
  /** One line beside the button. */
  hint?: string;
}

/**
 * Files of a form: chosen, shown with how far they are, ordered by dragging or by their buttons. Dropping and pasting is
 * the form's (`useFileDrop`), so that all of it is the target.
 */
export function FileField(props: FileFieldProps) {
  const { transfers, kinds, places } = props;
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const { items } = transfers;
  const move = (id: string, to: number) => {
    const from = items.findIndex((item) => item.id === id);
    if (from < 0 || to < 0 || to >= items.length || from === to) return;
    transfers.reorder(id, to);
    setSaid(`${items[from]!.name} is now ${to + 1} of ${items.length}.`);
  };
  const remove = (id: string, index: number) => {
    // The button of a full form takes the focus only once it is enabled again.
    flushSync(() => {
      places?.takeOut(items[index]!);
      transfers.remove(id);
      setSaid(`${items[index]!.name} was taken out.`);
    });
    // The focus goes to the neighbour, or back to where files come from.
    const rows = list.current?.children;
    const next = rows?.[index] ?? rows?.[index - 1];
    (
      next?.querySelector<HTMLElement>('[data-remove]') ?? (input.current?.nextElementSibling as HTMLElement | null)
    )?.focus();
  };
  const onDrop = (event: DragEvent, to: number) => {
    const id = event.dataTransfer.getData(DRAGGED);
    if (id === '') return;
    event.preventDefault();
    event.stopPropagation();
    move(id, to);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {items.length > 0 && (
        <ol aria-label="Files" className="grid grid-cols-[minmax(0,1fr)] gap-2" ref={list}>
          {items.map((item, index) => (
            // The same is done by the buttons of each row.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={item.id}
              draggable={items.length > 1 || places !== undefined}
              onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
              onDragStart={(event) => {
                event.dataTransfer.setData(DRAGGED, item.id);
                event.dataTransfer.effectAllowed = 'move';
              }}
              onDrop={(event) => onDrop(event, index)}
            >
              <FileRow
                accept={acceptOf(kinds)}
                index={index}
                item={item}
                of={items.length}
                places={places}
                onAttach={(file) => transfers.attach(item.id, file)}
                onDescribe={(text) => transfers.describe(item.id, text)}
                onDescribed={() => void transfers.saveDescriptions().catch(failureToast)}
                onMove={(by) => move(item.id, index + by)}
                onPause={() => transfers.pause(item.id)}
                onRemove={() => remove(item.id, index)}
                onRetry={() => transfers.retry(item.id)}
              />
            </li>
          ))}
        </ol>
      )}
      <AddFiles {...props} input={input} />
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** The button that chooses files, and what it says of too many. @param input the field behind it */
function AddFiles(props: FileFieldProps & { input: RefObject<HTMLInputElement | null> }) {
  const { transfers, kinds, max, label = 'Add files', hint, input } = props;
  const hintId = useId();
  const { items, leftOut } = transfers;
  const isFull = items.length >= max;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <input
        ref={input}
        accept={acceptOf(kinds)}
        aria-hidden="true"
        className="hidden"
        data-testid="file-input"
        multiple={max > 1}
        onChange={(event) => {
          transfers.add([...(event.target.files ?? [])], max);
          // The same file may be chosen again.
          event.target.value = '';
        }}
        tabIndex={-1}
        type="file"
      />
      <Button
        aria-describedby={hint === undefined ? undefined : hintId}
        disabled={isFull}
        icon={<Paperclip aria-hidden="true" size={16} />}
        onClick={() => input.current?.click()}
        size="sm"
      >
        {label}
      </Button>
      {hint !== undefined && (
        <p className="text-xs text-faint max-sm:hidden" id={hintId}>
          {isFull ? `That is as many as it takes: ${max}.` : hint}
        </p>
      )}
      {leftOut > 0 && (
        <p className="text-xs text-danger" role="alert">
          {leftOut === 1 ? 'One file was' : `${leftOut} files were`} left out: it takes at most {max}.
        </p>
      )}
    </div>
  );
}
