import { type MouseEvent, useMemo } from 'react';
import type { QueueItem } from '#features/parties/contract/endpoints.ts';
import { barHeights, readWave, waveBars } from '#features/player/web/waveform/wave-shape.ts';
import type { Reply } from '#site/contract/contract.ts';
import { durationText } from '#platform/web/lib/format.ts';

type Reactions = Reply<'GET /parties/:partyId/stage'>['reactions'];

/** Reactions of one kind at one second, once: what came live is added to what was read. */
function summed(reactions: Reactions): Reactions {
  return [...new Map(reactions.map((reaction) => [`${reaction.key}:${reaction.atMs}`, reaction])).values()];
}

/** The waveform with the playhead, and where everybody reacted. */
export function Wave({
  item,
  positionMs,
  onSeek,
  reactions,
}: {
  item: QueueItem;
  positionMs: number;
  /** Null for who does not drive. */
  onSeek: ((ms: number) => void) | null;
  reactions: Reactions;
}) {
  const wave = item.file?.wave ?? null;
  const path = useMemo(() => {
    const shape = wave === null ? null : readWave(wave);
    return shape && waveBars(barHeights(shape, 160), 4, 3, 56);
  }, [wave]);
  const share = Math.min(1, positionMs / item.durationMs);
  const seek = (event: MouseEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onSeek?.(Math.round(((event.clientX - box.left) / box.width) * item.durationMs));
  };
  return (
    <div
      aria-label={`Position in ${item.title}`}
      aria-readonly={onSeek === null}
      aria-valuemax={Math.floor(item.durationMs / 1000)}
      aria-valuemin={0}
      aria-valuenow={Math.floor(positionMs / 1000)}
      aria-valuetext={durationText(Math.floor(positionMs / 1000))}
      className="party-wave"
      onClick={seek}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowRight' ? 5000 : event.key === 'ArrowLeft' ? -5000 : 0;
        if (by === 0 || !onSeek) return;
        event.preventDefault();
        onSeek(Math.min(item.durationMs, Math.max(0, Math.round(positionMs + by))));
      }}
      role="slider"
      tabIndex={0}
    >
      {path && (
        <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 640 56">
          <path d={path} fill="var(--wave-rest)" />
          <path d={path} fill="var(--mark)" style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` }} />
        </svg>
      )}
      <span aria-hidden="true" className="party-playhead" style={{ left: `${share * 100}%` }} />
      {summed(reactions).map(({ key, atMs }) => (
        <span
          aria-hidden="true"
          className="party-mark"
          key={`${key}:${atMs}`}
          style={{ left: `${(atMs / item.durationMs) * 100}%` }}
        />
      ))}
    </div>
  );
}
