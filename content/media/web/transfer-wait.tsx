import { useEffect, useState } from 'react';
import type { TransferItem } from './transfers/transfers.ts';
import { classes } from '#platform/web/ui/classes.ts';

const sentence = (seconds: number): string =>
  `Too many requests: the server takes no more for now. The upload goes on by itself in ${
    seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : seconds === 1 ? 'a second' : `${seconds} seconds`
  }.`;

/** Beside a transfer that a rate limit holds: how long it waits. Nothing for every other one. */
export function TransferWait({ item, className }: { item: TransferItem | undefined; className?: string }) {
  const until = item?.state === 'retrying' ? item.resumesAt : null;
  // A wait of its own for each answer of the server: what is read aloud is said once.
  return until !== null && <Wait key={until} className={className} until={until} />;
}

function Wait({ until, className }: { until: number; className: string | undefined }) {
  const left = () => Math.max(1, Math.ceil((until - Date.now()) / 1000));
  const [first] = useState(left);
  const [seconds, setSeconds] = useState(first);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.max(1, Math.ceil((until - Date.now()) / 1000))), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <p className={classes('text-sm text-soft', className)}>
      <span className="sr-only" role="status">
        {sentence(first)}
      </span>
      <span aria-hidden="true">{sentence(seconds)}</span>
    </p>
  );
}
