import { History } from 'lucide-react';
import { Button } from '#platform/web/ui/controls/button.tsx';

/** Says that a text came from an earlier visit, and offers to throw it away. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control bg-secondary-wash py-1 pe-1 ps-3 text-sm"
      role="status"
    >
      <span className="flex items-center gap-2">
        <History aria-hidden="true" className="text-secondary-text" size={15} />
        Your draft was restored.
      </span>
      <Button onClick={onDiscard} size="sm" variant="ghost">
        Discard
      </Button>
    </div>
  );
}
