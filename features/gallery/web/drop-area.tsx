import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { gallery } from '#features/gallery/contract/limits.ts';
import { useFileDrop } from '#content/media/web/use-file-drop.ts';

/** What the browser's file picker offers. */
export const acceptedImages = [...gallery.types, ...gallery.endings].join(',');

/** A place to drop or paste an image into, or to choose one by; all of it is one button for the keyboard. */
export function DropArea({ onFile, className }: { onFile: (file: File) => void; className?: string }) {
  const input = useRef<HTMLInputElement>(null);
  const drop = useFileDrop(([file]) => file && onFile(file));
  return (
    <div className={className} {...drop.on}>
      <button
        className="drop-area flex w-full items-center justify-center gap-3 px-4 py-4 text-soft hover:bg-hover hover:text-text lg:py-1.5"
        data-over={drop.isOver || undefined}
        onClick={() => input.current?.click()}
        type="button"
      >
        <ImageUp aria-hidden="true" className="shrink-0" size={20} />
        <span>
          Drop an image here, or <span className="font-semibold text-text underline">choose one</span>
        </span>
      </button>
      <input
        ref={input}
        accept={acceptedImages}
        aria-hidden="true"
        className="hidden"
        data-testid="image-input"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file again is a choice too.
          event.target.value = '';
          if (file) onFile(file);
        }}
        tabIndex={-1}
        type="file"
      />
    </div>
  );
}
