import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { FilePlaces, NamedFile } from '#content/media/web/file-places.tsx';
import type { Selected } from './markdown-edit.ts';
import { type PlacedFile, hasPlace, putPlaces, settlePlaces, takePlaces } from './places.ts';

/** A text that is being written, and its field. */
export interface WrittenText {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** Places of a form's files in its text: put at the cursor, and named by the server's ids once the files are there. */
export function usePlaces({ text, setText, field }: WrittenText, files: readonly PlacedFile[]) {
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const change = (next: string, at: number) => {
    if (next === text) return;
    caret.current = at;
    setText(next);
  };
  const end = () => field.current?.selectionEnd ?? text.length;
  const selected = (): Selected => ({ text, start: end(), end: end() });
  const settled = settlePlaces(text, files);
  const settle = useEffectEvent((next: string) => change(next, settlePlaces(text.slice(0, end()), files).length));
  useEffect(() => settle(settled), [settled]);
  const takeOut = (file: NamedFile) => change(takePlaces(text, file), takePlaces(text.slice(0, end()), file).length);
  const places: FilePlaces = {
    has: (file) => hasPlace(text, file),
    put(file) {
      const head = takePlaces(text.slice(0, end()), file);
      const rest = takePlaces(text.slice(end()), file);
      const next = putPlaces({ text: head + rest, start: head.length, end: head.length }, [
        { ...file, id: file.fileId ?? file.id },
      ]);
      change(next.text, next.start);
    },
    takeOut,
  };
  return {
    places,
    /** Puts files that were just taken in, before their names are known. */
    putNew(ids: readonly string[]) {
      if (ids.length === 0) return;
      const next = putPlaces(
        selected(),
        ids.map((id) => ({ id, name: 'Uploading…', altText: '' })),
      );
      change(next.text, next.start);
    },
  };
}
