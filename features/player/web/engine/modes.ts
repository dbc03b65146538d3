/** How the listener wants tracks to be played, on every page from now on. */
export interface Modes {
  /** Times the recorded speed; the pitch stays. */
  readonly rate: (typeof rates)[number];
  /** What follows the end: of the queue its beginning, of the track the track again. */
  readonly repeat: (typeof repeats)[number];
  /** Every track equally loud; else as it was recorded. */
  readonly isLeveled: boolean;
}

/** The speeds that are offered. */
export const rates = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** In the order in which a press changes them. */
export const repeats = ['off', 'queue', 'track'] as const;

export const initialModes: Modes = { rate: 1, repeat: 'off', isLeveled: true };

/** The stored modes, with defaults for values that this version does not know. */
export function readModes(value: unknown): Modes {
  const { rate, repeat, isLeveled } = (value ?? {}) as Partial<Record<keyof Modes, unknown>>;
  return {
    rate: rates.find((known) => known === rate) ?? initialModes.rate,
    repeat: repeats.find((known) => known === repeat) ?? initialModes.repeat,
    isLeveled: isLeveled !== false,
  };
}
