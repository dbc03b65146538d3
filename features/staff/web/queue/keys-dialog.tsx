import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { keys } from './queue-words.ts';

/** The keys of the queue. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onOpenChange={(open) => !open && onClose()} open size="sm" title="Keys of the queue">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        {keys.map(([key, what]) => (
          <div className="contents" key={key}>
            <dt>
              <kbd className="tape rounded-small border border-hairline-strong px-1.5 py-0.5">{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
