import type { QueuedSet } from '#features/parties/contract/endpoints.ts';

const tracks = (count: number): string => (count === 1 ? '1 track' : `${count} tracks`);

/** How much of a set is in the queue now, and what was left out for which reason. */
export function addedSetText({ added, total, leftOut }: Omit<QueuedSet, 'queue'>): string {
  const { notPlayable, alreadyQueued, noRoom } = leftOut;
  return [
    `${tracks(added)} added.`,
    notPlayable > 0 && `${notPlayable} of ${tracks(total)} cannot be played here.`,
    alreadyQueued > 0 && `${alreadyQueued} of ${tracks(total)} ${alreadyQueued === 1 ? 'waits' : 'wait'} already.`,
    noRoom > 0 && `No room in the queue for ${noRoom} of ${tracks(total)}.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}
