import { ImageUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { gallery } from '#contract/limits.ts';

/** What the browser's file picker offers. */
const accept = [...gallery.types, ...gallery.endings].join(',');

/** A place to drop an image on, or to choose one by; whole of it is one button for the keyboard. */
export function DropArea({ onFile, className }: { onFile: (file: File) => void; className?: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(0);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    <div
      className={className}
      onDragEnter={(event) => hasFiles(event) && setOver((depth) => depth + 1)}
      onDragLeave={(event) => hasFiles(event) && setOver((depth) => Math.max(0, depth - 1))}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        setOver(0);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      <button
        className="drop-area flex w-full items-center justify-center gap-3 px-4 py-4 text-soft md:py-1.5 hover:bg-hover hover:text-text"
        data-over={over > 0 || undefined}
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
        accept={accept}
        aria-label="Image file"
        className="sr-only"
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
