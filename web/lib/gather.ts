/** Milliseconds in which changes of one thing are read once. */
const GATHER_MS = 250;

/** Acts that are run once for a burst of calls. */
export interface Gather {
  /**
   * Runs an act for all calls of its key within a moment. Never two of one key at a time: an answer that is on its way may
   * be older than the call, so the act is run once more behind it.
   * @param act handles its own failures
   */
  run(key: string, act: () => unknown): void;
  /** The same without the moment, where the first word counts. */
  now(key: string, act: () => unknown): void;
  stop(): void;
}

/** Makes a gather. @param waitMs how long a burst is at most */
export function gather(waitMs = GATHER_MS): Gather {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** What runs, and what is to be run behind it. */
  const running = new Map<string, (() => unknown) | null>();
  let isOver = false;

  const begin = async (key: string, act: () => unknown): Promise<void> => {
    running.set(key, null);
    try {
      await act();
    } finally {
      const next = running.get(key);
      running.delete(key);
      if (next) run(key, next);
    }
  };
  const run = (key: string, act: () => unknown): void => {
    if (running.has(key)) running.set(key, act);
    if (isOver || running.has(key) || timers.has(key)) return;
    const timer = setTimeout(() => {
      timers.delete(key);
      void begin(key, act);
    }, waitMs);
    timers.set(key, timer);
  };
  return {
    run,
    now(key, act) {
      if (isOver || running.has(key) || timers.has(key)) run(key, act);
      else void begin(key, act);
    },
    stop() {
      isOver = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
