import { Check, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/controls/button.tsx';

/** A row of what can be added to a set or a queue. @param children the line below its title */
export function ChoiceRow({
  title,
  busy,
  isAdded = false,
  onAdd,
  children,
}: {
  title: string;
  busy: boolean;
  /** It was added from here: once more would change nothing. */
  isAdded?: boolean;
  onAdd: () => void;
  children: ReactNode;
}) {
  return (
    <li className="flex min-w-0 items-center gap-3 rounded-control px-2 py-1.5 hover:bg-hover">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold" dir="auto">
          {title}
        </span>
        <span className="block truncate text-sm text-soft">{children}</span>
      </span>
      <Button
        aria-label={isAdded ? `Added ${title}` : `Add ${title}`}
        busy={busy}
        disabled={isAdded}
        icon={isAdded ? <Check aria-hidden="true" size={16} /> : <Plus aria-hidden="true" size={16} />}
        onClick={onAdd}
        size="sm"
      >
        {isAdded ? 'Added' : 'Add'}
      </Button>
    </li>
  );
}
