import { type ClipboardEvent, type DragEvent, useState } from 'react';

/** What makes an element take files that are dropped on it or pasted into it. */
export interface FileDrop {
  /** Files are held over it. */
  readonly isOver: boolean;
  /** Spread over the element. */
  readonly on: {
    onDragOver: (event: DragEvent) => void;
    onDragLeave: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
    onPaste: (event: ClipboardEvent) => void;
  };
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Takes files that are dropped or pasted; text that is pasted stays text. */
export function useFileDrop(take: (files: readonly File[]) => void): FileDrop {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    on: {
      onDragOver(event) {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event) {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      },
      onDrop(event) {
        setOver(false);
        if (!holdsFiles(event)) return;
        event.preventDefault();
        take([...event.dataTransfer.files]);
      },
      onPaste(event) {
        const files = [...event.clipboardData.files];
        // A text with a picture of itself, as office programs copy it, is a text.
        if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
        event.preventDefault();
        take(files);
      },
    },
  };
}
