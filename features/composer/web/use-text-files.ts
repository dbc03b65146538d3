import type { DragEvent, RefObject } from 'react';
import { usePlaces } from '#content/core/web/editor/use-places.ts';
import { media } from '#content/media/contract/limits.ts';
import { DRAGGED } from '#content/media/web/file-field.tsx';
import type { FilePlaces } from '#content/media/web/file-places.tsx';
import type { Transfers } from '#content/media/web/transfers/transfers.ts';
import { type FileDrop, useFileDrop } from '#content/media/web/use-file-drop.ts';
import type { DraftState } from '#platform/web/lib/draft.ts';

/** Files that are dropped on a composer, pasted into it, or dragged from its list into its text. */
export function useTextFiles({
  hasPlaces,
  draft,
  transfers,
  field,
}: {
  /** They stand in the text: new ones at the cursor. */
  hasPlaces: boolean;
  draft: DraftState;
  transfers: Transfers;
  field: RefObject<HTMLTextAreaElement | null>;
}): { places: FilePlaces | null; drop: FileDrop } {
  const { places, putNew } = usePlaces({ text: draft.text, setText: draft.setText, field }, transfers.items);
  const drop = useFileDrop((files) => {
    const ids = transfers.add(files, media.perContent);
    if (hasPlaces) putNew(ids);
  });
  const isIntoText = (event: DragEvent): boolean =>
    hasPlaces && event.target === field.current && event.dataTransfer.types.includes(DRAGGED);
  const on: FileDrop['on'] = {
    ...drop.on,
    onDragOver: (event) => (isIntoText(event) ? event.preventDefault() : drop.on.onDragOver(event)),
    onDrop(event) {
      if (!isIntoText(event)) return drop.on.onDrop(event);
      event.preventDefault();
      const dragged = transfers.items.find(({ id }) => id === event.dataTransfer.getData(DRAGGED));
      if (dragged?.state === 'done') places.put(dragged);
    },
  };
  return { places: hasPlaces ? places : null, drop: { isOver: drop.isOver, on } };
}
