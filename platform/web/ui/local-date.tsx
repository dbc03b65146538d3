import { useSyncExternalStore } from 'react';
import { fullDate, shortDate, shortTime, utcDate } from '#platform/web/lib/format.ts';

const never = () => () => {};

/**
 * A day: on the server and in the first client render in UTC, then in the reader's zone; the timestamp on hover.
 * @param withTime shows the timestamp itself
 */
export function LocalDate({
  date,
  className,
  withTime = false,
}: {
  date: string;
  className?: string | undefined;
  withTime?: boolean;
}) {
  const at = new Date(date);
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const full = isHere ? fullDate(at) : utcDate(at);
  return (
    <time className={className} dateTime={date} title={full}>
      {withTime ? full : isHere ? shortDate(at) : shortDate(at, 'UTC')}
    </time>
  );
}

/** A time of day: on the server and in the first client render in UTC, then in the reader's zone; the day on hover. */
export function LocalTime({ date, className }: { date: string; className?: string | undefined }) {
  const at = new Date(date);
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <time className={className} dateTime={date} title={isHere ? fullDate(at) : utcDate(at)}>
      {isHere ? shortTime(at) : `${date.slice(11, 16)} UTC`}
    </time>
  );
}
