import { ArrowUp } from 'lucide-react';

/** Says over a list that there is more, without moving it. @param things what it is, one and several */
export function NewsBar({
  count,
  things: [one, several],
  onShow,
}: {
  count: number;
  things: readonly [string, string];
  onShow: () => void;
}) {
  return (
    <div aria-live="polite" className="pointer-events-none sticky top-[calc(var(--topbar)+1.5rem)] z-2 h-0">
      {count > 0 && (
        <p className="flex -translate-y-1/2 justify-center">
          <button
            className="touch-target pointer-events-auto relative inline-flex h-8 items-center gap-2 rounded-control bg-inverse px-3 text-sm font-semibold text-on-inverse"
            onClick={onShow}
            type="button"
          >
            <ArrowUp aria-hidden="true" size={15} />
            {count > 98 ? '99+' : count} new {count === 1 ? one : several}
          </button>
        </p>
      )}
    </div>
  );
}
