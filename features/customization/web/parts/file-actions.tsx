import { Trash2 } from 'lucide-react';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { FileButton, type FileButtonProps } from '../file-button.tsx';

/** Chooses the file of a place, and takes it away where there is one. */
export function FileActions({
  onRemove,
  ...choose
}: Omit<FileButtonProps, 'busyLabel' | 'size'> & {
  /** Null: there is nothing to take away. */
  onRemove: (() => void) | null;
}) {
  return (
    <>
      <FileButton {...choose} busyLabel="Uploading…" size="sm" />
      {onRemove && (
        <Button
          disabled={choose.busy}
          icon={<Trash2 aria-hidden="true" size={15} />}
          onClick={onRemove}
          size="sm"
          variant="ghost"
        >
          Remove
        </Button>
      )}
    </>
  );
}
