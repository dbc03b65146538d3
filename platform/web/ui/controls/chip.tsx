import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import { AppLink } from './link.tsx';

interface Shared {
  selected?: boolean | undefined;
  icon?: ReactNode;
  /** False where loading ahead would only be refused. */
  ahead?: boolean | undefined;
  children: ReactNode;
}

/** Props of {@link Chip}: a link where the choice is in the address, else a button. */
export type ChipProps = Shared & ({ to: string; onSelect?: never } | { onSelect: () => void; to?: never });

/** One filter. */
export function Chip({ selected = false, icon, ahead, children, to, onSelect }: ChipProps) {
  const style = classes('chip touch-target', selected && 'chip-on');
  const inside = (
    <>
      {icon}
      {children}
    </>
  );
  if (to !== undefined) {
    return (
      <AppLink ahead={ahead} className={style} current={selected} keepScroll to={to}>
        {inside}
      </AppLink>
    );
  }
  return (
    <button aria-pressed={selected} className={style} onClick={onSelect} type="button">
      {inside}
    </button>
  );
}

/** A row of chips that scrolls sideways on a phone, to the edges of the screen. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  // The chosen one may stand beyond the edge.
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('.chip-on');
    if (!row.current || !chosen) return;
    const [from, to] = [chosen.offsetLeft, chosen.offsetLeft + chosen.offsetWidth];
    const { scrollLeft, clientWidth } = row.current;
    if (from < scrollLeft || to > scrollLeft + clientWidth) row.current.scrollLeft = (from + to - clientWidth) / 2;
  });
  return (
    <div ref={row} aria-label={label} className="chip-row scroll-row relative" role="group">
      {children}
    </div>
  );
}
