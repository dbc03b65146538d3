import { useLocation } from '@tanstack/react-router';
import { ArrowDown, ArrowDownToLine, ArrowUp } from 'lucide-react';

/** Jumps within a thread. `toTop`: back to the post as well. */
export function ThreadJumps({
  firstNewId,
  toTop,
  className = 'flex flex-wrap gap-x-1',
}: {
  firstNewId: string | null;
  toTop?: boolean;
  className?: string;
}) {
  const path = useLocation({ select: (location) => location.pathname + location.searchStr });
  const way =
    'touch-target relative flex items-center gap-2 rounded-control px-2 py-1.5 font-semibold text-soft hover:bg-hover hover:text-text';
  return (
    <nav aria-label="In this thread" className={`${className} text-sm`}>
      {toTop && (
        <a className={way} href={`${path}#post-title`}>
          <ArrowUp aria-hidden="true" size={15} /> The post
        </a>
      )}
      {firstNewId !== null && (
        <a className={way} href={`${path}#new`}>
          <ArrowDown aria-hidden="true" className="text-primary-text" size={15} /> New since your last visit
        </a>
      )}
      <a className={way} href={`${path}#replies-end`}>
        <ArrowDownToLine aria-hidden="true" size={15} /> The end
      </a>
    </nav>
  );
}
