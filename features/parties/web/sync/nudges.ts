import { unknownOutput } from './output-device.ts';

const KEY = 'looproom.party.nudges';
/** Milliseconds that a nudge may have, in both directions. */
export const NUDGE_MAX = 500;
/** Outputs that are remembered at most; the least recently set one is dropped (LRU). */
const MOST = 50;

/** A nudge within its limits, in whole milliseconds. */
export const clampNudge = (ms: number): number =>
  Number.isFinite(ms) ? Math.min(NUDGE_MAX, Math.max(-NUDGE_MAX, Math.round(ms))) : 0;

function readAll(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored
      .filter((entry): entry is [string, unknown] => Array.isArray(entry) && typeof entry[0] === 'string')
      .map(([key, ms]) => [key, clampNudge(Number(ms))]);
  } catch {
    return [];
  }
}

/** The nudge of an output; 0 where none was set. @param key see `OutputDevice` */
export function readNudge(key: string): number {
  return new Map(readAll()).get(key) ?? 0;
}

/** Remembers the nudge of an output. Where the browser does not distinguish outputs, the last one that was set counts. */
export function storeNudge(key: string, ms: number): void {
  const rest = readAll().filter(([other]) => other !== key && other !== unknownOutput.key);
  try {
    localStorage.setItem(KEY, JSON.stringify([...rest, [unknownOutput.key, ms], [key, ms]].slice(-MOST)));
  } catch {
    // Without storage it lasts as long as the page.
  }
}
