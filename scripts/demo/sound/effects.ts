import { type Mix, RATE, makeMix } from './mix.ts';

function comb(from: Float32Array, into: Float32Array, delay: number, feedback: number): void {
  const line = new Float32Array(delay);
  let dark = 0;
  for (let index = 0, at = 0; index < from.length; index++) {
    const out = line[at]!;
    dark += (out - dark) * 0.62;
    line[at] = from[index]! + dark * feedback;
    into[index]! += out;
    at = at + 1 === delay ? 0 : at + 1;
  }
}

function diffuse(samples: Float32Array, delay: number): void {
  const line = new Float32Array(delay);
  for (let index = 0, at = 0; index < samples.length; index++) {
    const out = line[at]!;
    const sum = samples[index]! + out * 0.5;
    line[at] = sum;
    samples[index] = out - sum * 0.5;
    at = at + 1 === delay ? 0 : at + 1;
  }
}

/** Schroeder reverb: parallel comb filters, then two all-pass filters. @param size 0 a cupboard, 1 a hall */
export function room(dry: Mix, size: number): Mix {
  const wet = makeMix(dry.left.length);
  const feedback = 0.68 + 0.24 * size;
  for (const [side, other] of [
    ['left', 0],
    ['right', 23],
  ] as const) {
    for (const delay of [811, 887, 967, 1051])
      comb(dry[side], wet[side], Math.round(delay * (0.7 + size * 0.6)) + other, feedback);
    diffuse(wet[side], 163 + other);
    diffuse(wet[side], 59 + other);
  }
  return wet;
}

/** A ping-pong delay with a low-pass filter in its feedback. @param seconds between two repeats */
export function echo(dry: Mix, seconds: number, feedback: number): Mix {
  const wet = makeMix(dry.left.length);
  const delay = Math.round(seconds * RATE);
  let dark = 0;
  let bright = 0;
  for (let index = delay; index < wet.left.length; index++) {
    dark += (dry.left[index - delay]! + wet.right[index - delay]! * feedback - dark) * 0.35;
    bright += (dry.right[index - delay]! + wet.left[index - delay]! * feedback - bright) * 0.35;
    wet.left[index] = dark;
    wet.right[index] = bright;
  }
  return wet;
}

/** Sidechain ducking: lowers the mix at each beat. @param depth 0 to 1 */
export function duck(mix: Mix, beats: readonly number[], depth: number): void {
  const long = Math.round(0.26 * RATE);
  for (const beat of beats) {
    for (let index = Math.max(0, beat); index < Math.min(beat + long, mix.left.length); index++) {
      const gain = 1 - depth * (1 - (index - beat) / long) ** 2;
      mix.left[index]! *= gain;
      mix.right[index]! *= gain;
    }
  }
}

/**
 * The last step: bends what is too loud, brings the rest to a level, and ends softly.
 * @param drive how hard it is pushed; 1 leaves dynamics, 4 is a brick
 * @param level of the loudest sample, up to 1
 * @param fade seconds at the end
 */
export function master(mix: Mix, drive: number, level: number, fade: number): void {
  const all = [mix.left, mix.right];
  let peak = 1e-6;
  for (const side of all) for (const sample of side) peak = Math.max(peak, Math.abs(sample));
  const push = drive / peak;
  const scale = level / Math.tanh(drive);
  const last = Math.max(1, Math.round(fade * RATE));
  for (const side of all) {
    for (let index = 0; index < side.length; index++) {
      const ending = Math.min(1, (side.length - index) / last);
      side[index] = Math.tanh(side[index]! * push) * scale * ending;
    }
  }
}
