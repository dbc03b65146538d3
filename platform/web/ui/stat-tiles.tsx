import { Counter } from './counter.tsx';
import { classes } from './classes.ts';
import { Skeleton } from './skeleton.tsx';

/** Numbers with their names, side by side; two in a row on a phone. */
export function StatTiles({ tiles }: { tiles: readonly { label: string; value: number }[] }) {
  return (
    <dl className={grid(tiles.length)}>
      {tiles.map(({ label, value }) => (
        <div key={label} className={tile}>
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="text-2xl leading-tight font-semibold max-sm:text-base">
            <Counter value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The tiles while they load. */
export function StatTilesSkeleton({ tiles = 4 }: { tiles?: number }) {
  return (
    <div aria-hidden="true" className={grid(tiles)}>
      {Array.from({ length: tiles }, (_, index) => (
        <div
          key={index}
          className={classes(tile, 'content-center gap-2.5 max-sm:h-9.5 max-sm:content-normal sm:h-[4.375rem]')}
        >
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-5 w-16" />
        </div>
      ))}
    </div>
  );
}

/** On a phone the number stands beside its name. */
const tile =
  'rounded-card border border-hairline bg-surface px-4 py-2.5 max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-2 max-sm:px-3 max-sm:py-1.5 sm:grid sm:gap-0.5';

/** The third of three fills the last row of a phone. */
function grid(tiles: number): string {
  return classes(
    'grid grid-cols-2 gap-3',
    tiles === 3 ? 'md:grid-cols-3 [&>:last-child]:max-md:col-span-2' : 'lg:grid-cols-4',
  );
}
