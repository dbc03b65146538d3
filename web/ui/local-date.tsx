import { useSyncExternalStore } from 'react';
import { fullDate, shortDate, utcDate } from '#web/lib/format.ts';

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
