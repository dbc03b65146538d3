import { type Modes, readModes } from './modes.ts';
import { queueKey } from './presence.ts';
import { emptyQueue, type Queue } from './queue.ts';

/** What a tab remembers over a reload. */
export interface StoredState {
  readonly queue: Queue;
  readonly positionMs: number;
}

/** How loud the listener wants it, 0 to 1, on every page from now on. */
export interface Volume {
  readonly volume: number;
  readonly isMuted: boolean;
}

const volumeKey = 'looproom.volume';
const modesKey = 'looproom.player-modes';
const keysKey = 'looproom.player-keys';
/** Version of the stored shape. */
const shape = 2;

/** Storage may be forbidden, or full: the player works without. */
function read(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(storage: () => Storage, key: string, value: unknown): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(value));
  } catch {
    // See above.
  }
}

const tab = (): Storage => sessionStorage;
const browser = (): Storage => localStorage;

/** The queue of this tab before it was loaded again; null without one. */
export function readStoredState(): StoredState | null {
  const value = read(tab, queueKey) as (Partial<StoredState> & { shape?: number }) | null;
  if (value?.shape !== shape || !value.queue?.items.length) return null;
  return { queue: { ...emptyQueue, ...value.queue }, positionMs: Number(value.positionMs) || 0 };
}

/** Keeps the queue for this tab, or forgets it. */
export function storeState(stored: StoredState | null): void {
  write(tab, queueKey, stored && { shape, ...stored });
}

/** The volume that was set last. */
export function readVolume(): Volume {
  const value = read(browser, volumeKey) as Partial<Volume> | null;
  const volume = value?.volume ?? 1;
  return { volume: volume >= 0 && volume <= 1 ? volume : 1, isMuted: value?.isMuted === true };
}

/** Remembers the volume. */
export function keepVolume(volume: Volume): void {
  write(browser, volumeKey, volume);
}

/** Speed, repeating and leveling as they were set last. */
export const storedModes = (): Modes => readModes(read(browser, modesKey));

/** Remembers them. */
export const keepModes = (modes: Modes): void => write(browser, modesKey, modes);

/** Whether keys drive the player from anywhere on a page. */
export function readKeysOn(): boolean {
  return read(browser, keysKey) !== 'off';
}

/** Remembers whether keys drive the player. */
export function keepKeysOn(on: boolean): void {
  write(browser, keysKey, on ? null : 'off');
}
