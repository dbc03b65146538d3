/** Who clicks: the device whose delay is measured, or the reference device. They click alternately. */
export type Clicker = 'device' | 'reference';

/** Milliseconds from one click of a device to its next. */
export const PERIOD_MS = 2000;
/** Where in a period each clicks, by the server's clock. */
export const PHASE_MS: Readonly<Record<Clicker, number>> = { device: 0, reference: PERIOD_MS / 2 };

const CLICK_MS = 40;
/** The frequencies of a click's chirp in Hz, which small speakers and wireless codecs reproduce. */
const [LOW_HZ, HIGH_HZ] = [1800, 6200];
/** The smallest peak-to-mean ratio of a detected click. */
const DISTINCT = 6;
/** Milliseconds by which clicks of one device may differ among each other. */
const SPREAD_MS = 4;
/** Milliseconds around a loud click in which the other one is not looked for. */
const BLANKED_MS = { before: 60, after: 200 };
/** Share of the periods in which a device must have been heard. */
const HEARD_SHARE = 0.6;

/**
 * A click is a chirp (linear frequency sweep) with a Hann window: upwards for the device, downwards for the reference.
 * Unlike a tone, it shows which of the two sounds and is located to a fraction of a millisecond.
 * @param rate samples a second
 */
export function makeClick(of: Clicker, rate: number): Float32Array<ArrayBuffer> {
  const length = Math.round((CLICK_MS / 1000) * rate);
  const [from, to] = of === 'device' ? [LOW_HZ, HIGH_HZ] : [HIGH_HZ, LOW_HZ];
  return Float32Array.from({ length }, (_, index) => {
    const [at, all] = [index / rate, length / rate];
    const fade = Math.sin((Math.PI * (index + 0.5)) / length) ** 2;
    return fade * Math.sin(2 * Math.PI * (from * at + ((to - from) * at ** 2) / (2 * all)));
  });
}

/** How well a click fits at each sample: the cross-correlation, without its sign (a speaker may be wired the other way). */
function correlationOf(samples: Float32Array, click: Float32Array): Float32Array {
  const length = Math.max(0, samples.length - click.length + 1);
  const fits = new Float32Array(length);
  for (let at = 0; at < length; at++) {
    let sum = 0;
    for (let index = 0; index < click.length; index++) sum += samples[at + index]! * click[index]!;
    fits[at] = Math.abs(sum);
  }
  return fits;
}

/** The peak of a range of values: its value and index. */
function peakOf(values: Float32Array, from: number, to: number): { at: number; value: number } {
  let best = { at: from, value: -1 };
  for (let at = from; at < to; at++) if (values[at]! > best.value) best = { at, value: values[at]! };
  return best;
}

/** The circular difference of two phases, between minus half and half of a period. */
const wrapped = (ms: number): number => ms - PERIOD_MS * Math.round(ms / PERIOD_MS);

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
};

/** The phase and strength of a peak within a period. */
interface Place {
  readonly ms: number;
  readonly strength: number;
}

/**
 * Where in its period a click was heard, from the beginning of the samples.
 * @param fits of the click to the samples
 * @returns null where too few clicks stand out, or not at the same place of each period
 */
function placeOf(fits: Float32Array, rate: number): Place | null {
  const length = Math.floor((PERIOD_MS / 1000) * rate);
  const starts = Array.from({ length: Math.floor(fits.length / length) }, (_, number) => number * length);
  if (starts.length < 3) return null;
  // The sum of all periods has the place: noise, steps and voices are at another one in each.
  const folded = new Float32Array(length);
  const loudest = starts.map((start) => peakOf(fits, start, start + length));
  for (const [number, start] of starts.entries()) {
    const { value } = loudest[number]!;
    if (value <= 0) return null;
    // None counts more than the others because it was loud.
    for (let at = 0; at < length; at++) folded[at]! += fits[start + at]! / value;
  }
  const top = peakOf(folded, 0, length);
  if (top.value < DISTINCT * (folded.reduce((sum, strength) => sum + strength, 0) / length)) return null;
  const topMs = (top.at / rate) * 1000;
  const offs = loudest.map(({ at }, number) => wrapped(((at - starts[number]!) / rate) * 1000 - topMs));
  const nearOffs = offs.filter((off) => Math.abs(off) <= SPREAD_MS);
  if (nearOffs.length < HEARD_SHARE * starts.length) return null;
  return { ms: topMs + median(nearOffs), strength: median(loudest.map(({ value }) => value)) };
}

/** The fits without those around a place of each period: a loud click fits the other one a little too, with its echoes. */
function without(fits: Float32Array, rate: number, { ms }: Place): Float32Array {
  return fits.map((fit, at) => {
    const off = wrapped((at / rate) * 1000 - ms);
    return off > -BLANKED_MS.before && off < BLANKED_MS.after ? 0 : fit;
  });
}

/** What a microphone has heard of two devices that click by turns. */
export type Heard =
  /** By so many milliseconds the device is heard later than the reference; negative where it is earlier. */
  | { readonly kind: 'found'; readonly ms: number }
  /** What is missing. */
  | { readonly kind: 'unheard'; readonly missing: Clicker | 'both' };

/**
 * Finds by how much a device is heard later than the reference.
 * @param samples of one microphone, from at least three periods
 * @param rate samples a second
 */
export function delayOf(samples: Float32Array, rate: number): Heard {
  const fits = {
    device: correlationOf(samples, makeClick('device', rate)),
    reference: correlationOf(samples, makeClick('reference', rate)),
  };
  const first = { device: placeOf(fits.device, rate), reference: placeOf(fits.reference, rate) };
  // The louder one is what it seems to be; the other is looked for beside it.
  const isDeviceLouder = (first.device?.strength ?? 0) >= (first.reference?.strength ?? 0);
  const louder = isDeviceLouder ? first.device : first.reference;
  if (louder === null) return { kind: 'unheard', missing: 'both' };
  const other = placeOf(without(isDeviceLouder ? fits.reference : fits.device, rate, louder), rate);
  if (other === null) return { kind: 'unheard', missing: isDeviceLouder ? 'reference' : 'device' };
  const [device, reference] = isDeviceLouder ? [louder.ms, other.ms] : [other.ms, louder.ms];
  return { kind: 'found', ms: wrapped(device - PHASE_MS.device - (reference - PHASE_MS.reference)) };
}
