import type { Random } from '../random.ts';
import { RATE } from './mix.ts';

const TAU = 2 * Math.PI;

function sound(seconds: number, at: (time: number) => number): Float32Array {
  const samples = new Float32Array(Math.ceil(seconds * RATE));
  for (let index = 0; index < samples.length; index++) samples[index] = at(index / RATE);
  return samples;
}

/** A low pass of 12 dB an octave (state variable, Chamberlin). `damping` 0.2 rings, 1.4 does not. */
function lowPass(damping: number): (sample: number, hertz: number) => number {
  let low = 0;
  let band = 0;
  return (sample, hertz) => {
    // Above a sixth of the rate it would swing up without end.
    const step = 2 * Math.sin(Math.PI * Math.min(0.16, hertz / RATE));
    low += step * band;
    band += step * (sample - low - damping * band);
    return low;
  };
}

/** A one-pole high-pass filter, 6 dB an octave. */
function highPass(hertz: number): (sample: number) => number {
  const keep = Math.exp((-TAU * hertz) / RATE);
  let before = 0;
  let out = 0;
  return (sample) => {
    out = keep * (out + sample - before);
    before = sample;
    return out;
  };
}

/** Rises within so many seconds and is gone by the end. */
const hump = (time: number, attack: number, release: number, seconds: number): number =>
  Math.min(1, time / attack) * Math.min(1, Math.max(0, (seconds - time) / release));

/** A drum that falls in pitch. @param deep Hertz at its end @param long seconds until it is nearly gone */
export function kick(deep: number, long: number): Float32Array {
  let phase = 0;
  return sound(long * 1.6, (time) => {
    phase += (TAU * (deep + deep * 3.4 * Math.exp(-time * 38))) / RATE;
    const body = Math.sin(phase) * Math.exp((-time * 4.2) / long) * Math.min(1, (long * 1.6 - time) * 60);
    return Math.tanh(body * 1.6) * 0.85 + 0.25 * Math.exp(-time * 900);
  });
}

/** A snare: a skin and its wires. */
export function snare(random: Random, pitch: number, wires: number): Float32Array {
  const bright = highPass(1400);
  const dull = lowPass(0.9);
  return sound(0.32, (time) => {
    const skin = Math.sin(TAU * pitch * time + 1.5 * Math.exp(-time * 30)) * Math.exp(-time * 22);
    const noise = dull(bright(random.next() * 2 - 1), 7200) * Math.exp(-time * 15);
    return Math.tanh((skin * 0.7 + noise * wires) * 1.3) * Math.min(1, (0.32 - time) * 50);
  });
}

/** Three hands, nearly together. */
export function clap(random: Random): Float32Array {
  const bright = highPass(900);
  const dull = lowPass(0.5);
  return sound(0.3, (time) => {
    const burst = [0, 0.011, 0.023].reduce((sum, at) => sum + (time >= at ? Math.exp(-(time - at) * 110) : 0), 0);
    const tail = time > 0.023 ? 0.55 * Math.exp(-(time - 0.023) * 17) : 0;
    return dull(bright(random.next() * 2 - 1), 2600) * (burst * 0.6 + tail) * 1.3;
  });
}

/** Metal. @param long seconds until it is nearly gone */
export function hat(random: Random, long: number): Float32Array {
  const bright = highPass(7800);
  const rings = [5230, 6770, 8010, 9340].map((hertz) => hertz * random.between(0.98, 1.02));
  return sound(long * 1.5, (time) => {
    const metal = rings.reduce((sum, hertz) => sum + Math.sign(Math.sin(TAU * hertz * time)), 0) / rings.length;
    return bright((random.next() * 2 - 1) * 0.7 + metal * 0.5) * Math.exp((-time * 5) / long);
  });
}

/** Wood, or a log drum when it is low. */
export function wood(pitch: number, long: number): Float32Array {
  return sound(long * 1.4, (time) => {
    const bend = pitch * (1 + 0.35 * Math.exp(-time * 45));
    return Math.sin(TAU * bend * time) * Math.exp((-time * 5) / long) * Math.min(1, (long * 1.4 - time) * 60);
  });
}

/** Low notes. `round` is nearly a sine, `saw` a filtered synthesiser, `long` the tail of a big drum. */
export function bass(kind: 'round' | 'saw' | 'long', hertz: number, seconds: number): Float32Array {
  const filter = lowPass(0.7);
  let phase = 0;
  let sub = 0;
  return sound(seconds, (time) => {
    const slide = kind === 'long' ? 1 + 0.9 * Math.exp(-time * 45) : 1;
    sub += (TAU * hertz * slide) / RATE;
    phase = (phase + hertz / RATE) % 1;
    const edge = hump(time, 0.006, 0.03, seconds);
    if (kind === 'long') return Math.tanh(Math.sin(sub) * 2.1) * Math.exp(-time * 1.9) * edge * 0.75;
    if (kind === 'round') {
      const body = Math.tanh(Math.sin(sub) * 1.3 + 0.25 * Math.sin(sub * 2)) * Math.exp(-time * 1.5);
      return body * edge * 0.8;
    }
    const open = 180 + 1500 * Math.exp(-time * 9);
    return (filter(phase * 2 - 1, open + hertz) * 0.8 + Math.sin(sub) * 0.3) * edge * Math.exp(-time * 2.5);
  });
}

/** An electric piano: one sine bends another, less and less. */
export function keys(hertz: number, seconds: number): Float32Array {
  return sound(seconds, (time) => {
    const bell = Math.sin(TAU * hertz * 14 * time) * Math.exp(-time * 11) * 0.32;
    const bend = Math.sin(TAU * hertz * time) * 1.1 * Math.exp(-time * 2.2);
    return Math.sin(TAU * hertz * time + bend + bell) * Math.exp(-time * 1.5) * hump(time, 0.004, 0.09, seconds);
  });
}

/** A plucked string by Karplus-Strong synthesis. @param soft 0 is wire, 1 is nylon */
export function pluck(random: Random, hertz: number, seconds: number, soft: number): Float32Array {
  const string = new Float32Array(Math.max(2, Math.round(RATE / hertz)));
  let last = 0;
  for (let index = 0; index < string.length; index++) {
    last += (random.next() * 2 - 1 - last) * (1 - 0.72 * soft);
    string[index] = last;
  }
  let place = 0;
  return sound(seconds, (time) => {
    const now = string[place]!;
    const next = (place + 1) % string.length;
    string[place] = (now * 0.5 + string[next]! * 0.5) * 0.9965;
    place = next;
    return now * hump(time, 0.001, 0.06, seconds) * 1.2;
  });
}

/** Three saws, slightly apart, behind a filter that opens slowly. */
export function pad(hertz: number, seconds: number, open: number): Float32Array {
  const filter = lowPass(0.9);
  const phases = [0, 0.33, 0.71];
  const apart = [0.9965, 1, 1.0042].map((ratio) => (hertz * ratio) / RATE);
  return sound(seconds, (time) => {
    let saws = 0;
    for (let saw = 0; saw < 3; saw++) {
      phases[saw] = (phases[saw]! + apart[saw]!) % 1;
      saws += phases[saw]! - 0.5;
    }
    const swell = open * (0.55 + 0.45 * Math.sin(Math.min(1, time / seconds) * Math.PI));
    return filter(saws, swell) * hump(time, Math.min(0.9, seconds / 3), Math.min(1.1, seconds / 3), seconds) * 0.7;
  });
}

/** A short chord note of a club record. */
export function stab(hertz: number, seconds: number): Float32Array {
  const filter = lowPass(0.45);
  let phase = 0;
  return sound(seconds, (time) => {
    phase = (phase + hertz / RATE) % 1;
    const wide = (phase * 2 - 1) * 0.6 + (phase < 0.4 ? 0.4 : -0.4);
    return filter(wide, 320 + 3800 * Math.exp(-time * 13)) * Math.exp(-time * 7) * hump(time, 0.003, 0.05, seconds);
  });
}

/** The square wave of an old handheld. @param width of the pulse, 0 to 1 */
export function chip(hertz: number, seconds: number, width: number): Float32Array {
  let phase = 0;
  return sound(seconds, (time) => {
    phase = (phase + (hertz * (1 + 0.004 * Math.sin(TAU * 5.5 * time))) / RATE) % 1;
    // Sixteen steps of loudness, as the hardware had.
    const loud = Math.round(15 * Math.exp(-time * 3.2)) / 15;
    return (phase < width ? 0.5 : -0.5) * loud * hump(time, 0.001, 0.008, seconds);
  });
}

/** A bowed string or a brass: a saw that trembles. */
export function bowed(hertz: number, seconds: number, bright: number): Float32Array {
  const filter = lowPass(0.8);
  let phase = 0;
  return sound(seconds, (time) => {
    const tremble = 1 + 0.005 * Math.sin(TAU * 5.3 * time) * Math.min(1, time * 2);
    phase = (phase + (hertz * tremble) / RATE) % 1;
    const swell = hump(time, 0.11, 0.14, seconds);
    return filter(phase * 2 - 1, hertz * 2 + bright * swell) * swell * 0.8;
  });
}

/** Dust, rain or tape: `density` clicks a second over a hiss. */
export function dust(random: Random, seconds: number, density: number, hiss: number): Float32Array {
  const soft = lowPass(1.2);
  let click = 0;
  return sound(seconds, () => {
    click *= 0.86;
    if (random.next() < density / RATE) click = (random.next() * 2 - 1) * random.next();
    return soft(click * 2 + (random.next() * 2 - 1) * hiss, 5200);
  });
}
