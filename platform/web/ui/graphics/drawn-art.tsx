import { classes } from '#platform/web/ui/classes.ts';
import { avatarHue } from '#platform/web/ui/members/avatar-hue.ts';

/** Side of the drawing, without a unit. */
const side = 64;

/** What a drawing is made of: strokes in the back, and those that are lit. */
interface Strokes {
  readonly back: string;
  readonly front: string;
  /** Width of the strokes. */
  readonly width: number;
  readonly isRound?: boolean;
}

/** Numbers from 0 up to 1 from a text: the same for the same text, on the server and in the browser (mulberry32). */
function numbersFrom(text: string): () => number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Strokes of which some are lit. */
function strokes(all: readonly (readonly [stroke: string, isLit: boolean])[]): Pick<Strokes, 'back' | 'front'> {
  const of = (lit: boolean) => all.flatMap(([stroke, isLit]) => (isLit === lit ? stroke : [])).join('');
  return { back: of(false), front: of(true) };
}

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** The motifs of the site, each from a source of numbers. */
const motifs = {
  /** A waveform, played up to a playhead. */
  wave(next) {
    const played = 3 + Math.floor(next() * 8);
    const bars = range(13).map((at): [string, boolean] => {
      const half = 2 + Math.round(next() * (20 - Math.abs(at - 6) * 1.6));
      return [`M${8 + at * 4} ${32 - half}v${half * 2}`, at < played];
    });
    return { ...strokes(bars), width: 2.5, isRound: true };
  },
  /** The pads of a drum machine, some of them lit. */
  pads(next) {
    const pads = range(16).map((at): [string, boolean] => [
      `M${9 + (at % 4) * 12} ${14 + (at >> 2) * 12}h10`,
      next() < 0.4,
    ]);
    return { ...strokes(pads), width: 10 };
  },
  /** Clips in the lanes of a timeline. */
  clips(next) {
    const clips = range(4).flatMap((lane) => {
      const cut = 16 + Math.round(next() * 24);
      const y = 14 + lane * 12;
      return [
        [`M8 ${y}h${cut - 10}`, next() < 0.45],
        [`M${cut} ${y}h${56 - cut}`, next() < 0.45],
      ] as [string, boolean][];
    });
    return { ...strokes(clips), width: 8 };
  },
  /** The bridge of a level meter. */
  meter(next) {
    const columns = range(8).map((at) => {
      const level = 1 + Math.floor(next() * 7);
      const x = 11 + at * 6;
      return range(8).map((step): [string, boolean] => [`M${x - 2} ${53 - step * 6}h4`, step < level]);
    });
    return { ...strokes(columns.flat()), width: 4 };
  },
  /** A list of tracks, of which one plays. */
  stack(next) {
    const plays = Math.floor(next() * 6);
    const lines = range(6).map((at): [string, boolean] => [
      `M9 ${12 + at * 8}h3m4 0h${14 + Math.round(next() * 25)}`,
      at === plays,
    ]);
    return { ...strokes(lines), width: 3.5, isRound: true };
  },
} satisfies Readonly<Record<string, (next: () => number) => Strokes>>;

/** What stands where something has no picture of its own: a motif of the site, drawn from its id. Decorative. */
export function DrawnArt({ id, motif, className }: { id: string; motif: keyof typeof motifs; className?: string }) {
  const { back, front, width, isRound = false }: Strokes = motifs[motif](numbersFrom(id));
  return (
    <svg
      aria-hidden="true"
      className={classes('drawn-art', className)}
      fill="none"
      stroke="currentColor"
      strokeLinecap={isRound ? 'round' : undefined}
      strokeWidth={width}
      style={{ color: `var(--avatar-${avatarHue(id)})` }}
      viewBox={`0 0 ${side} ${side}`}
    >
      <path d={back} opacity={0.28} />
      <path d={front} />
    </svg>
  );
}
