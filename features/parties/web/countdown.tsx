import { useEffect, useState } from 'react';
import { parties as limits } from '#features/parties/contract/limits.ts';
import { durationText } from '#platform/web/lib/format.ts';

/**
 * Counts down to the beginning of an announced party, in the browser alone.
 * @param onChange the room has opened, or the party has begun: what the reader may do is read again
 */
export function Countdown({ startsAt, onChange }: { startsAt: string; onChange: () => void }) {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const begins = Date.parse(startsAt);
    const opens = begins - limits.earlyMinutes * 60_000;
    let last: number | null = null;
    const tick = () => {
      const now = Date.now();
      if (last !== null && [opens, begins].some((at) => last! < at && at <= now)) onChange();
      last = now;
      setLeft(begins - now);
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [startsAt, onChange]);
  if (left === null || left <= 0) return null;
  const days = Math.floor(left / 86_400_000);
  const rest = durationText(Math.ceil((left % 86_400_000) / 1000));
  return (
    <p className="font-mono text-3xl tabular-nums" role="timer">
      {days > 0 && `${days} ${days === 1 ? 'day' : 'days'} `}
      {rest}
    </p>
  );
}
