import { useSyncExternalStore } from 'react';
import { fullDate, relativeTime, shortDate, utcDate } from '#platform/web/lib/format.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

/** One clock for all times on the page, a tick a minute. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const notify of listeners) notify();
  }, 60_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    now = 0;
  };
}

/**
 * A timestamp: on the server and in the first client render its UTC day without the year, which is about as wide as
 * what follows, so that no line wraps differently; then "14 min ago", with the full date on hover in the reader's zone.
 */
export function RelativeTime({ date, className }: { date: string | Date; className?: string | undefined }) {
  const at = typeof date === 'string' ? new Date(date) : date;
  const current = useSyncExternalStore(
    subscribe,
    () => (now ||= Date.now()),
    () => null,
  );
  return (
    <time className={className} dateTime={at.toISOString()} title={current === null ? utcDate(at) : fullDate(at)}>
      {current === null ? shortDate(at, 'UTC').slice(0, -6) : relativeTime(at, current)}
    </time>
  );
}
