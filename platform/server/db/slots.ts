import { DatabaseOutage } from './outage.ts';

/** Places of which each is taken by one at a time; whoever finds none waits in line. */
export interface Slots {
  /** @returns gives the place back. @throws {DatabaseOutage} `busy` after the longest wait */
  take(): Promise<() => void>;
}

/** @param waitMs the longest that somebody waits */
export function makeSlots(count: number, waitMs: number): Slots {
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
            reject(new DatabaseOutage('busy', `No writer's place became free within ${waitMs} ms.`));
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
