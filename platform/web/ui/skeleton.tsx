import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { barsPath, silhouette } from './graphics/silhouette.ts';

/** A quiet block where text or a picture will stand; `round` for an avatar. Give it its size by class. */
export function Skeleton({ round, className }: { round?: boolean; className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={classes('skeleton block', round ? 'rounded-full' : 'rounded-small', className)}
    />
  );
}

/** The shape of a track while it loads: its silhouette. */
export function WaveformSkeleton({
  bars = 72,
  seed = 1,
  className,
}: {
  bars?: number;
  seed?: number;
  className?: string | undefined;
}) {
  return (
    <svg
      aria-hidden="true"
      className={classes('skeleton-wave block h-14 w-full', className)}
      preserveAspectRatio="none"
      viewBox={`0 0 ${bars * 4} 48`}
    >
      <path d={barsPath(silhouette(bars, seed), 4, 48)} stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}

/** Rows of a forum or member list. */
export function ListSkeleton({ rows = 8, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <Busy
      className="divide-y divide-hairline overflow-hidden rounded-card border border-hairline bg-surface"
      label={label}
    >
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex gap-3 px-4 py-3">
          <Skeleton className="size-10" round />
          <div className="grid flex-1 content-start gap-2 pt-0.5">
            <Skeleton className={classes('h-4', titleWidths[row % titleWidths.length])} />
            <Skeleton className="h-3 w-11/12" />
            <Skeleton className="h-3 w-32" />
          </div>
        </div>
      ))}
    </Busy>
  );
}

/** Cards of a feed with a track in them. */
export function CardSkeleton({ cards = 3, label = 'Loading' }: { cards?: number; label?: string }) {
  return (
    <Busy className="grid gap-4" label={label}>
      {Array.from({ length: cards }, (_, card) => (
        <div key={card} className="grid gap-4 rounded-card border border-hairline bg-surface p-4">
          <div className="flex gap-3">
            <Skeleton className="size-10" round />
            <div className="grid flex-1 content-center gap-2">
              <Skeleton className="h-3.5 w-32" />
              <Skeleton className="h-3 w-24" />
            </div>
          </div>
          <Skeleton className={classes('h-5', titleWidths[card % titleWidths.length])} />
          <WaveformSkeleton seed={card + 1} />
        </div>
      ))}
    </Busy>
  );
}

const titleWidths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-5/12'];

function Busy({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    <div aria-busy="true" className={className} role="status">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
