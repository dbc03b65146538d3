import { classes } from '#platform/web/ui/classes.ts';
import { barsPath, silhouette } from './silhouette.ts';

const bars = 84;
const pitch = 4;
const height = 56;
/** Bars that were played. */
const played = 30;
const shape = silhouette(bars, 2);
const path = barsPath(shape, pitch, height);
const head = played * pitch;

/** A recording with the playhead in it: the brand, where a page has nothing else to show. Decorative. */
export function WaveStrip({ className }: { className?: string | undefined }) {
  return (
    <svg aria-hidden="true" className={classes('block w-full', className)} viewBox={`0 0 ${bars * pitch} ${height}`}>
      <path className="stroke-hairline-strong" d={path} strokeLinecap="round" strokeWidth="2" />
      <path
        className="stroke-mark"
        d={barsPath(shape.slice(0, played), pitch, height)}
        strokeLinecap="round"
        strokeWidth="2"
      />
      <path className="stroke-text" d={`M${head} 2v${height - 4}`} strokeLinecap="round" strokeWidth="1" />
    </svg>
  );
}
