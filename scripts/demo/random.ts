import { createHash } from 'node:crypto';

/** A seeded pseudorandom generator: the same seed gives the same values in the same order. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  between(min: number, max: number): number;
  /** A whole number, both ends included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  /** @throws on an empty list. */
  pick<T>(list: readonly T[]): T;
  /** Up to `count` different ones. */
  some<T>(list: readonly T[], count: number): T[];
  /** One of the keys, by weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
  /** A log-normal value around the median, as waiting times are. */
  around(median: number, spread?: number): number;
  /** An independent generator by name: what one part draws does not change another part. */
  fork(name: string): Random;
}

/** @param seed any text. */
export function makeRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  // mulberry32: 32 bits of state are plenty for a demo.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    between: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick(list) {
      if (list.length === 0) throw new Error('Nothing to pick from.');
      return list[int(0, list.length - 1)]!;
    },
    some(list, count) {
      const left = [...list];
      return Array.from({ length: Math.min(count, left.length) }, () => left.splice(int(0, left.length - 1), 1)[0]!);
    },
    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) if ((rest -= weight) < 0) return key;
      return entries[0]![0];
    },
    around(median, spread = 0.8) {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(spread * normal);
    },
    fork: (name) => makeRandom(`${seed}/${name}`),
  };
}
