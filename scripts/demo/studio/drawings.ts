import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { rowsOf } from '../people.ts';
import { type Random, makeRandom } from '../random.ts';

/** A picture of the demo: one of the drawings in `drawings/`, its size in pixels, its colours by name, and its chance. */
export interface Drawing {
  readonly drawing: string;
  readonly width: number;
  readonly height: number;
  readonly colours: Readonly<Record<string, string>>;
  readonly seed: string;
}

const palette = new Map(rowsOf('texts/colours.tsv').map(([name = '', colour = '']) => [name, colour]));

/** Colours of the demo's palette by their names in a drawing: `orange plum` are `one` and `ground`. */
export function coloursOf(names: string): Record<string, string> {
  const [one = '', ground = '', other = one] = names.split(' ').map((name) => palette.get(name) ?? name);
  return { one, ground, other };
}

/** Edge of a cover, in pixels. */
const COVER = 360;
const kinds = ['hills', 'record', 'waveform', 'scope', 'pads', 'meters', 'knobs'];

/** A square picture for a recording, another one for each number. */
export function coverOf(number: number): Drawing {
  const random = makeRandom(`cover ${number}`);
  const [one, other] = random.some(['orange', 'cyan', 'yellow', 'green', 'paper'], 2);
  const colours = coloursOf(`${one} ${random.pick(['plum', 'slate', 'forest', 'coal', 'bark'])} ${other}`);
  // In turn, so that two in a row are never of one kind.
  return { drawing: kinds[number % kinds.length]!, width: COVER, height: COVER, colours, seed: `cover ${number}` };
}

/** Puts in place of `{name}` its colour, of `{2..9}` a number in between, `{a|b}` one of them; `{turn:2..9}` names it. */
function fill(text: string, random: Random, values: Record<string, string>): string {
  return text.replaceAll(/\{(?:(\w+):)?([^{}]+)\}/g, (_all, name: string | undefined, what: string) => {
    const [from = '', to] = what.split('..');
    const chosen =
      to === undefined ? random.pick(what.split('|')) : random.between(Number(from), Number(to)).toFixed(2);
    if (name !== undefined) values[name] = chosen;
    return values[chosen] ?? chosen;
  });
}

/** Draws `<repeat times="8" x="12">…</repeat>` so many times, each further along, and fills every one by itself. */
function expand(text: string, random: Random, values: Record<string, string>): string {
  const start = text.indexOf('<repeat');
  if (start === -1) return fill(text, random, values);
  let [depth, end] = [0, 0];
  for (const { 0: tag, index } of text.matchAll(/<\/?repeat[^>]*>/g)) {
    depth += tag.startsWith('</') ? -1 : 1;
    if (depth > 0) continue;
    end = index;
    break;
  }
  const before = fill(text.slice(0, start), random, values);
  const inside = text.indexOf('>', start) + 1;
  const head = fill(text.slice(start, inside), random, values);
  const of = (name: string): number => Number(new RegExp(` ${name}="([^"]*)"`).exec(head)?.[1] ?? 0);
  const all = Array.from({ length: Math.round(of('times')) }, (_, at) => {
    const body = expand(text.slice(inside, end), random, values);
    return `<g transform="translate(${at * of('x')} ${at * of('y')})">${body}</g>`;
  });
  return before + all.join('') + expand(text.slice(end + '</repeat>'.length), random, values);
}

/** Draws a picture, in a process in which the image library may read SVG. @returns a PNG file */
export async function draw({ drawing, width, height, colours, seed }: Drawing): Promise<Buffer> {
  const text = readFileSync(path.join(import.meta.dirname, '../drawings', `${drawing}.svg`), 'utf8');
  const svg = expand(text, makeRandom(seed), { ...colours });
  const sized = svg.replace('<svg ', `<svg width="${width}" height="${height}" `);
  return await sharp(Buffer.from(sized)).png().toBuffer();
}
