/** Milliseconds in which changes of one thing are read once. */
const GATHER_MS = 250;

/** Runs an act once for a burst of calls with the same key. */
export function gather(waitMs = GATHER_MS): { run(key: string, act: () => void): void; stop(): void } {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  return {
    run(key, act) {
      if (timers.has(key)) return;
      const timer = setTimeout(() => {
        timers.delete(key);
        act();
      }, waitMs);
      timers.set(key, timer);
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
