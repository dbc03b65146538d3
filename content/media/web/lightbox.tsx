import { Dialog as Base } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { Picture } from './picture.tsx';

/** Pixels that a finger moves sideways for the next picture. */
const SWIPE = 48;

/** Pictures of an upload, large: arrow keys, home and end, a swipe, escape. */
export default function Lightbox({
  files,
  title,
  start,
  onClose,
}: {
  files: readonly MediaFile[];
  title: string;
  /** Index of the first one. */
  start: number;
  onClose: () => void;
}) {
  const [index, setIndex] = useState(start);
  const from = useRef<{ x: number; y: number } | null>(null);
  const last = files.length - 1;
  const file = files[index];
  const go = (to: number) => setIndex(Math.min(last, Math.max(0, to)));
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  const onPointerUp = (event: PointerEvent) => {
    const begun = from.current;
    from.current = null;
    if (!begun || event.pointerType === 'mouse') return;
    const [x, y] = [event.clientX - begun.x, event.clientY - begun.y];
    if (Math.abs(x) > SWIPE && Math.abs(x) > Math.abs(y)) go(index + (x < 0 ? 1 : -1));
  };
  return (
    <Base.Root onOpenChange={(open) => !open && onClose()} open>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup
          className="fixed inset-0 z-(--z-sheet) grid grid-rows-[auto_minmax(0,1fr)] bg-ground outline-none"
          onKeyDown={onKeyDown}
        >
          <header className="flex items-center gap-3 px-4 py-2">
            <Base.Title className="heading min-w-0 flex-1 truncate text-base">{title}</Base.Title>
            {files.length > 1 && (
              <p aria-live="polite" className="tape text-sm text-soft">
                <span className="sr-only">Picture </span>
                {index + 1} / {files.length}
              </p>
            )}
            <Base.Close render={<IconButton icon={<X aria-hidden="true" size={20} />} label="Close" />} />
          </header>
          <div
            className="relative min-h-0 touch-pan-y px-2 pb-2 md:px-16 md:pb-6"
            onPointerDown={(event) => (from.current = { x: event.clientX, y: event.clientY })}
            onPointerUp={onPointerUp}
          >
            {file && (
              <Picture
                key={file.id}
                alt={files.length > 1 ? `Picture ${index + 1} of “${title}”` : `Picture of “${title}”`}
                file={file}
                first
                fit="contain"
                sizes="100vw"
              />
            )}
            {index > 0 && (
              <Way label="Previous picture" onGo={() => go(index - 1)} side="start-2">
                <ChevronLeft aria-hidden="true" size={22} />
              </Way>
            )}
            {index < last && (
              <Way label="Next picture" onGo={() => go(index + 1)} side="end-2">
                <ChevronRight aria-hidden="true" size={22} />
              </Way>
            )}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Way({
  label,
  side,
  onGo,
  children,
}: {
  label: string;
  side: string;
  onGo: () => void;
  children: React.ReactElement;
}) {
  return (
    <div className={`absolute inset-y-0 ${side} grid items-center max-md:items-end max-md:pb-6`}>
      <IconButton icon={children} label={label} onClick={onGo} outlined />
    </div>
  );
}
