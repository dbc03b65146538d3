import { type ReactNode, useRef } from 'react';
import { Button, type ButtonProps } from '#platform/web/ui/controls/button.tsx';

/** Props of {@link FileButton}. */
export type FileButtonProps = Omit<ButtonProps, 'onClick'> & {
  accept: string;
  onFile: (file: File) => void;
  /** Names the hidden input for tests. */
  testId: string;
  children: ReactNode;
};

/** A button that lets the reader choose one file. The same file may be chosen again. */
export function FileButton({ accept, onFile, testId, children, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        accept={accept}
        aria-hidden="true"
        className="hidden"
        data-testid={testId}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
        tabIndex={-1}
        type="file"
      />
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
