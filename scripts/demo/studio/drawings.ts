import sharp from 'sharp';

/** A colour, 0 to 1 each. */
type Colour = readonly [number, number, number];
/** What a drawing shows at a place: from the left and the top, 0 to 1. */
type Drawing = (x: number, y: number) => Colour;

const orange: Colour = [1, 0.42, 0.21];
const cyan: Colour = [0, 0.71, 0.85];
const yellow: Colour = [1, 0.84, 0.04];
const green: Colour = [0.24, 0.86, 0.59];
const paper: Colour = [0.97, 0.96, 0.93];
const night: Colour = [0.07, 0.07, 0.08];
const coal: Colour = [0.13, 0.13, 0.14];
const plum: Colour = [0.36, 0.12, 0.3];

const mix = (one: Colour, other: Colour, share: number): Colour => {
  const by = Math.min(1, Math.max(0, share));
  return [one[0] + (other[0] - one[0]) * by, one[1] + (other[1] - one[1]) * by, one[2] + (other[2] - one[2]) * by];
};
/** 1 within a distance, softly 0 beyond it. */
const soft = (distance: number, edge: number, blur = 0.006): number => 1 / (1 + Math.exp((distance - edge) / blur));
/** Chance that depends on a number alone, 0 to 1. */
const grain = (at: number, seed: number): number => {
  const value = Math.sin(at * 127.1 + seed * 311.7) * 43758.5453;
  return value - Math.floor(value);
};

function waveform(seed: number, ground: Colour, low: Colour, high: Colour): Drawing {
  return (x, y) => {
    const bar = Math.floor(x * 64);
    const phrase = 0.25 + 0.3 * Math.abs(Math.sin(bar * 0.11 + seed)) + 0.3 * grain(bar, seed);
    const lit = soft(Math.abs(y - 0.5), phrase / 2, 0.003) * soft(Math.abs(x * 64 - bar - 0.5), 0.3, 0.03);
    return mix(mix(ground, night, y * 0.4), mix(low, high, Math.abs(y - 0.5) * 4), lit);
  };
}

function record(label: Colour, ground: Colour, shape: number): Drawing {
  return (x, y) => {
    const [dx, dy] = [(x - 0.55) * shape, y - 0.48];
    const far = Math.hypot(dx, dy);
    const shine = Math.max(0, Math.cos(2 * Math.atan2(dy, dx) - 0.9)) ** 6 * 0.35;
    const groove = 0.04 * Math.sin(far * 420);
    const disc = mix(mix(coal, paper, shine + groove), label, soft(far, 0.15));
    return mix(mix(ground, night, (x + y) / 2), mix(disc, night, soft(far, 0.012)), soft(far, 0.4));
  };
}

function pads(seed: number, shape: number): Drawing {
  const lights = [orange, cyan, yellow, green, coal, coal, coal];
  return (x, y) => {
    const [column, row] = [Math.floor(x * 6), Math.floor(y * 6 * shape)];
    const [dx, dy] = [Math.abs(x * 6 - column - 0.5), Math.abs(y * 6 * shape - row - 0.5)];
    const far = Math.hypot(Math.max(0, dx - 0.3), Math.max(0, dy - 0.3));
    const light = lights[Math.floor(grain(row * 6 + column, seed) * lights.length)]!;
    return mix(
      mix(night, light, 0.16 * soft(far, 0.2, 0.06)),
      mix(light, paper, 0.25 - (dx + dy) * 0.3),
      soft(far, 0.1, 0.012),
    );
  };
}

function hills(seed: number, sky: Colour, near: Colour): Drawing {
  return (x, y) => {
    let colour = mix(mix(plum, sky, y * 1.6), paper, soft(Math.hypot((x - 0.68) * 1.5, y - 0.34), 0.1, 0.004));
    for (let ridge = 0; ridge < 5; ridge++) {
      const crest =
        0.45 +
        ridge * 0.11 +
        0.05 * Math.sin(x * (5 + ridge * 2) + seed + ridge * 2) +
        0.02 * Math.sin(x * 23 + ridge * 5);
      colour = mix(colour, mix(sky, near, 0.25 + ridge * 0.2), soft(crest - y, 0, 0.003));
    }
    return colour;
  };
}

function meters(seed: number): Drawing {
  return (x, y) => {
    const column = Math.floor(x * 12);
    const row = Math.floor((1 - y) * 22);
    const level = 6 + Math.floor(grain(column, seed) * 15);
    const inside =
      soft(Math.abs(x * 12 - column - 0.5), 0.34, 0.02) * soft(Math.abs((1 - y) * 22 - row - 0.5), 0.34, 0.03);
    const tone = row < 13 ? green : row < 18 ? yellow : orange;
    return mix(night, row < level ? tone : mix(coal, paper, 0.06), inside);
  };
}

function scope(seed: number, line: Colour): Drawing {
  return (x, y) => {
    const curve = 0.5 + 0.24 * Math.sin(x * 14 + seed) * Math.sin(x * 3.1) + 0.05 * Math.sin(x * 61 + seed);
    const far = Math.abs(y - curve);
    const raster = Math.max(
      soft(Math.abs(((x * 10) % 1) - 0.5), 0.008, 0.004),
      soft(Math.abs(((y * 8) % 1) - 0.5), 0.008, 0.004),
    );
    return mix(
      mix(mix(night, coal, raster), line, 0.5 * soft(far, 0.02, 0.02)),
      mix(line, paper, 0.5),
      soft(far, 0.006, 0.002),
    );
  };
}

function knobs(seed: number, shape: number): Drawing {
  return (x, y) => {
    const [column, row] = [Math.floor(x * 5), Math.floor(y * 5 * shape)];
    const [dx, dy] = [x * 5 - column - 0.5, y * 5 * shape - row - 0.5];
    const far = Math.hypot(dx, dy);
    const turn = -2.3 + 4.6 * grain(row * 5 + column, seed);
    const along = dx * Math.sin(turn) - dy * Math.cos(turn);
    const across = Math.abs(dx * Math.cos(turn) + dy * Math.sin(turn));
    const ring = soft(Math.abs(far - 0.36), 0.02, 0.008) * (Math.atan2(dx, -dy) < turn ? 1 : 0.15);
    const cap = mix(mix(coal, paper, 0.35 - dy * 0.5), orange, soft(across, 0.025, 0.008) * soft(-along, -0.08, 0.02));
    return mix(mix(mix([0.16, 0.17, 0.19], night, y), cyan, ring), cap, soft(far, 0.27, 0.01));
  };
}

/** A picture of the demo, and how large it is. */
export interface Picture {
  readonly title: string;
  readonly description: string;
  readonly width: number;
  readonly height: number;
  readonly drawing: Drawing;
}

const picture = (title: string, description: string, width: number, height: number, drawing: Drawing): Picture => ({
  title,
  description,
  width,
  height,
  drawing,
});

/** Sixteen pictures: what hangs above desks. All of them drawn here, ours. */
export const pictures: readonly Picture[] = [
  picture(
    'Last bounce of the night',
    'Printed at 03:12. Kept the clip at the end.',
    960,
    640,
    waveform(1, plum, orange, yellow),
  ),
  picture('Side B', 'The one with the wrong label.', 720, 720, record(orange, [0.2, 0.24, 0.3], 1)),
  picture('Sunday set, from above', '', 800, 800, pads(3, 1)),
  picture(
    'Where the field recordings come from',
    'Forty minutes of wind and one dog.',
    960,
    600,
    hills(2, orange, night),
  ),
  picture('Bus compressor, asleep', '', 640, 900, meters(5)),
  picture('Two oscillators, nearly in tune', 'The beating is the melody.', 960, 540, scope(1, green)),
  picture('Every knob in its place', 'Taken before somebody dusted.', 900, 720, knobs(4, 0.8)),
  picture('Reverb tail', '', 640, 860, waveform(7, [0.05, 0.16, 0.2], cyan, paper)),
  picture('Test pressing', 'Three of fifty were quiet enough.', 900, 720, record(cyan, plum, 1.25)),
  picture('Clip launcher at the last chorus', '', 640, 880, pads(9, 1.375)),
  picture('Morning after the show', '', 900, 640, hills(6, cyan, [0.05, 0.12, 0.16])),
  picture('Drums only', 'Kick left, room right, everything else muted.', 960, 480, meters(2)),
  picture('Filter sweep', '', 640, 640, scope(4, orange)),
  picture('The desk at the old place', 'We sold it. I still know which one crackled.', 720, 960, knobs(8, 1.333)),
  picture('Loop, four bars', '', 960, 600, waveform(4, [0.1, 0.2, 0.16], green, yellow)),
  picture('Edition of one', '', 700, 900, record(yellow, [0.1, 0.1, 0.12], 0.78)),
];

/** Draws a picture. @returns a PNG file */
export async function draw({ width, height, drawing }: Picture): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      for (const part of drawing((column + 0.5) / width, (row + 0.5) / height))
        pixels[at++] = Math.round(Math.min(1, Math.max(0, part)) * 255);
    }
  }
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** Edge of a cover, in pixels. */
const COVER = 360;
const grounds: readonly Colour[] = [plum, [0.2, 0.24, 0.3], [0.1, 0.2, 0.16], coal, [0.28, 0.2, 0.14]];
const lights: readonly Colour[] = [orange, cyan, yellow, green, paper];

/** A square picture for a recording, another one for each number. */
export function coverOf(number: number): Picture {
  const of = <T>(list: readonly T[], salt: number): T => list[Math.floor(grain(number, salt) * list.length)]!;
  const seed = 10 + number * 1.7;
  const one = of(lights, 1);
  const other = lights[(lights.indexOf(one) + 1 + Math.floor(grain(number, 2) * 3)) % lights.length]!;
  const kinds: readonly (() => Drawing)[] = [
    () => hills(seed, one, night),
    () => record(one, of(grounds, 3), 1),
    () => waveform(seed, of(grounds, 4), one, other),
    () => scope(seed, one),
    () => pads(seed, 1),
    () => meters(seed),
    () => knobs(seed, 1),
  ];
  // In turn, so that two in a row are never of one kind.
  return picture(`Cover ${number}`, '', COVER, COVER, kinds[number % kinds.length]!());
}
