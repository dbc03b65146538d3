import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { AppLink } from './link.tsx';

interface Shared {
  selected?: boolean | undefined;
  icon?: ReactNode;
  children: ReactNode;
}

/** Props of {@link Chip}: a link where the choice is in the address, else a button. */
export type ChipProps = Shared & ({ to: string; onSelect?: never } | { onSelect: () => void; to?: never });

/** One filter. */
export function Chip({ selected = false, icon, children, to, onSelect }: ChipProps) {
  const look = classes('chip touch-target', selected && 'chip-on');
  const inside = (
    <>
      {icon}
      {children}
    </>
  );
  if (to !== undefined) {
    return (
      <AppLink className={look} current={selected} keepScroll to={to}>
        {inside}
      </AppLink>
    );
  }
  return (
    <button aria-pressed={selected} className={look} onClick={onSelect} type="button">
      {inside}
    </button>
  );
}

/** A row of chips that scrolls sideways on a phone, to the edges of the screen. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div aria-label={label} className="chip-row scroll-row" role="group">
      {children}
    </div>
  );
}
