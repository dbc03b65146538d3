/** Fast Fourier transform (FFT) of real samples of one size, with precomputed tables. */
export class Spectrum {
  readonly size: number;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #window: Float64Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  readonly #order: Uint32Array;

  /** @param size a power of two */
  constructor(size: number) {
    this.size = size;
    this.#cos = Float64Array.from({ length: size / 2 }, (_, at) => Math.cos((2 * Math.PI * at) / size));
    this.#sin = Float64Array.from({ length: size / 2 }, (_, at) => -Math.sin((2 * Math.PI * at) / size));
    this.#window = Float64Array.from({ length: size }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size));
    this.#real = new Float64Array(size);
    this.#imaginary = new Float64Array(size);
    const bits = Math.log2(size);
    this.#order = Uint32Array.from({ length: size }, (_, at) => {
      let turned = 0;
      for (let bit = 0; bit < bits; bit++) turned |= ((at >> bit) & 1) << (bits - 1 - bit);
      return turned;
    });
  }

  /** Magnitudes of the first half of the bins, written into `into`. Samples beyond the end count as silence. */
  magnitudes(samples: Float32Array, start: number, into: Float32Array): void {
    const { size } = this;
    const [real, imaginary, order] = [this.#real, this.#imaginary, this.#order];
    for (let at = 0; at < size; at++) {
      const from = order[at]!;
      real[at] = (samples[start + from] ?? 0) * this.#window[from]!;
    }
    imaginary.fill(0);
    for (let half = 1; half < size; half *= 2) {
      const step = size / (half * 2);
      for (let group = 0; group < size; group += half * 2) {
        for (let at = 0; at < half; at++) {
          const [one, other] = [group + at, group + at + half];
          const cos = this.#cos[at * step]!;
          const sin = this.#sin[at * step]!;
          const re = real[other]! * cos - imaginary[other]! * sin;
          const im = real[other]! * sin + imaginary[other]! * cos;
          real[other] = real[one]! - re;
          imaginary[other] = imaginary[one]! - im;
          real[one]! += re;
          imaginary[one]! += im;
        }
      }
    }
    for (let bin = 0; bin < size / 2; bin++) into[bin] = Math.hypot(real[bin]!, imaginary[bin]!);
  }
}
