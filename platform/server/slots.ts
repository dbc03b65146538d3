/** A counting semaphore: a caller that finds no free slot waits in a queue. */
export interface Slots {
  /** @returns releases the slot. @throws what `busy` makes, after the longest wait */
  take(): Promise<() => void>;
}

/** @param waitMs the longest that a caller waits @param busy the error then */
export function makeSlots(count: number, waitMs: number, busy: () => Error): Slots {
  let free = count;
  const line = new Set<() => void>();
  const giveBack = (): void => {
    const [next] = line;
    if (next === undefined) free++;
    else {
      line.delete(next);
      next();
    }
  };
  return {
    async take() {
      if (free > 0) free--;
      else
        await new Promise<void>((resolve, reject) => {
          const timer = setTimeout(() => {
            line.delete(go);
            reject(busy());
          }, waitMs);
          const go = (): void => {
            clearTimeout(timer);
            resolve();
          };
          line.add(go);
        });
      let isOut = true;
      return () => {
        if (isOut) giveBack();
        isOut = false;
      };
    },
  };
}
