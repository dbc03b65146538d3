/** Length of the window in milliseconds. */
const COALESCE_MS = 250;

/** Coalesces calls: an action runs once for a burst of calls. */
export interface Coalescer {
  /**
   * Runs an action once for all calls of its key within the window. Never two of one key at a time: a pending answer
   * may be older than the call, so the action runs once more afterwards.
   * @param action handles its own failures
   */
  run(key: string, action: () => unknown): void;
  /** Runs it at once, for the first call of a burst; later calls are coalesced. */
  now(key: string, action: () => unknown): void;
  stop(): void;
}

/** Creates a coalescer. @param waitMs length of the window in milliseconds */
export function coalesce(waitMs = COALESCE_MS): Coalescer {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Running actions by key, with the next action of the key. */
  const running = new Map<string, (() => unknown) | null>();
  let isOver = false;

  const begin = async (key: string, action: () => unknown): Promise<void> => {
    running.set(key, null);
    try {
      await action();
    } finally {
      const next = running.get(key);
      running.delete(key);
      if (next) run(key, next);
    }
  };
  const run = (key: string, action: () => unknown): void => {
    if (running.has(key)) running.set(key, action);
    if (isOver || running.has(key) || timers.has(key)) return;
    const timer = setTimeout(() => {
      timers.delete(key);
      void begin(key, action);
    }, waitMs);
    timers.set(key, timer);
  };
  return {
    run,
    now(key, action) {
      if (isOver || running.has(key) || timers.has(key)) run(key, action);
      else void begin(key, action);
    },
    stop() {
      isOver = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
