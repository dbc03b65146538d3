import { useSyncExternalStore } from 'react';
import { fullDate, shortDate, utcDate } from '#web/lib/format.ts';

const never = () => () => {};

/** A day: on the server and in the first client render in UTC, then in the reader's zone; the timestamp on hover. */
export function LocalDate({ date, className }: { date: string; className?: string | undefined }) {
  const at = new Date(date);
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <time className={className} dateTime={date} title={isHere ? fullDate(at) : utcDate(at)}>
      {isHere ? shortDate(at) : shortDate(at, 'UTC')}
    </time>
  );
}
