import type { DragEvent } from 'react';
import type { PlacedFile } from '#content/core/web/editor/places.ts';
import { type WrittenText, usePlaces } from '#content/core/web/editor/use-places.ts';
import { DRAGGED } from '#content/media/web/file-field.tsx';
import type { FilePlaces } from '#content/media/web/file-places.tsx';
import type { Transfers } from '#content/media/web/transfers/transfers.ts';
import { type FileDrop, useFileDrop } from '#content/media/web/use-file-drop.ts';

const none: readonly PlacedFile[] = [];

/** Files that are dropped on a form, pasted into it, or dragged from its list into its text. */
export function useTextFiles({
  hasPlaces,
  written,
  transfers,
  posted = none,
  max,
}: {
  /** They stand in the text: new ones at the cursor. */
  hasPlaces: boolean;
  written: WrittenText;
  transfers: Transfers;
  /** Those that its content has already. */
  posted?: readonly PlacedFile[];
  /** The most new ones; 0 where it takes none. */
  max: number;
}): { places: FilePlaces; drop: FileDrop } {
  const files = [...posted, ...transfers.items];
  const { places, putNew } = usePlaces(written, files);
  const drop = useFileDrop((dropped) => {
    const ids = transfers.add(dropped, max);
    if (hasPlaces) putNew(ids);
  });
  const isIntoText = (event: DragEvent): boolean =>
    hasPlaces && event.target === written.field.current && event.dataTransfer.types.includes(DRAGGED);
  const on: FileDrop['on'] = {
    ...drop.on,
    onDragOver: (event) => (isIntoText(event) ? event.preventDefault() : drop.on.onDragOver(event)),
    onDrop(event) {
      if (!isIntoText(event)) return drop.on.onDrop(event);
      event.preventDefault();
      const dragged = files.find(({ id }) => id === event.dataTransfer.getData(DRAGGED));
      if (dragged?.state === 'done') places.put(dragged);
    },
  };
  return { places, drop: { isOver: drop.isOver, on } };
}
