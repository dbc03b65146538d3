import { barsPath } from './silhouette.ts';

/** Nothing recorded: a flat line under a ruler, the playhead waiting at its start. */
const flat = barsPath(
  Array.from({ length: 49 }, () => 0.09),
  6,
  48,
);
/** The signal broke off: some sound, a gap, then nothing. */
const broken = barsPath(
  Array.from({ length: 49 }, (_, index) =>
    index < 17 ? [0.3, 0.62, 0.45, 0.9, 0.55][index % 5]! * (1 - index / 40) : index < 23 ? 0 : 0.09,
  ),
  6,
  48,
);

/** The drawing of an empty or a broken page. Decorative. */
export function FlatLine({ cut = false }: { cut?: boolean }) {
  const head = cut ? 111 : 15;
  return (
    <svg aria-hidden="true" className="flat-line h-16 w-full max-w-80" viewBox="0 0 294 64">
      <path className="flat-ticks" d={ticks} />
      <path
        className={cut ? 'flat-signal flat-cut' : 'flat-signal'}
        d={cut ? broken : flat}
        transform="translate(0 14)"
      />
      <path className="flat-head" d={`M${head} 4v56M${head - 4} 1h8l-4 6z`} />
    </svg>
  );
}

const ticks = Array.from({ length: 25 }, (_, index) => `M${index * 12 + 3} 0v${index % 5 === 0 ? 8 : 4}`).join('');
