import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for something that happens soon, even on a busy machine. @throws with `what` when it does not in time */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 150_000,
): Promise<void> {
  for (const started = Date.now(); !(await condition()); await sleep(50))
    if (Date.now() - started > timeoutMs) throw new Error(`Waited ${timeoutMs / 1000} s in vain: ${what}.`);
}
