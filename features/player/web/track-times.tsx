import { durationText } from '#platform/web/lib/format.ts';
import { useSecond } from './engine/use-player.ts';

/** The time of the playhead in a track and the length of it, above each other. */
export function TrackTimes({ durationMs, isCurrent }: { durationMs: number; isCurrent: boolean }) {
  const second = useSecond(isCurrent);
  return (
    <p aria-hidden="true" className="track-times tape">
      {isCurrent && <span className="text-primary-text">{durationText(second)}</span>}
      {durationMs > 0 && <span>{durationText(durationMs / 1000)}</span>}
    </p>
  );
}
