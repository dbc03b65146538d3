import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/button.tsx';

/** A row of what can be put into the queue. @param children the line below its title */
export function QueueChoice({
  title,
  busy,
  onAdd,
  children,
}: {
  title: string;
  busy: boolean;
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
      <Button busy={busy} icon={<Plus aria-hidden="true" size={16} />} onClick={onAdd} size="sm">
        Add
      </Button>
    </li>
  );
}
