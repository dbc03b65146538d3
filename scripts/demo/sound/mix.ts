/** Samples a second of all sounds of the demo: enough for a cymbal, small on the disk. */
export const RATE = 24_000;

/** Two channels that sounds are added to; 1 is full scale. */
export interface Mix {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Silence of so many samples. */
export function makeMix(length: number): Mix {
  return { left: new Float32Array(length), right: new Float32Array(length) };
}

/**
 * Adds a sound to a mix; what lies behind its end is cut off.
 * @param at first sample
 * @param pan -1 left, 1 right
 */
export function add(mix: Mix, at: number, sound: Float32Array, gain: number, pan = 0): void {
  const start = Math.max(0, Math.round(at));
  const end = Math.min(mix.left.length, start + sound.length);
  // Equal power: what moves aside gets no quieter.
  const left = gain * Math.cos(((pan + 1) * Math.PI) / 4) * Math.SQRT2;
  const right = gain * Math.sin(((pan + 1) * Math.PI) / 4) * Math.SQRT2;
  for (let index = start; index < end; index++) {
    const sample = sound[index - start]!;
    mix.left[index]! += sample * left;
    mix.right[index]! += sample * right;
  }
}

/** Adds a whole mix to another. */
export function blend(into: Mix, other: Mix, gain: number): void {
  const { left, right } = into;
  const { left: otherLeft, right: otherRight } = other;
  for (let index = 0; index < left.length; index++) {
    left[index]! += otherLeft[index]! * gain;
    right[index]! += otherRight[index]! * gain;
  }
}
