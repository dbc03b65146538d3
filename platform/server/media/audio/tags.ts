import type { Probe } from '#platform/server/media/probe.ts';

/** Names that containers give to what we keep, in lower case. */
const names = {
  title: ['title'],
  artist: ['artist', 'author'],
  album: ['album'],
  bpm: ['tbpm', 'bpm', 'tmpo', 'tempo'],
  key: ['initialkey', 'initial_key', 'tkey', 'key'],
  genre: ['genre', 'tcon'],
  isrc: ['isrc', 'tsrc'],
  date: ['date', 'tdrc', 'tyer', 'year', 'wm/year'],
} as const;

/** What a recording says of itself. */
export type Tags = Partial<Record<keyof typeof names, string>>;

/** What a sound is to say of itself. */
export interface WrittenTags {
  readonly title: string;
  /** Null for what it says already, or nobody knows. */
  readonly artist: string | null;
  readonly album: string | null;
}

/** A sound with tags, made of its bytes as they are: nothing of it is encoded, read whole or left out. */
export interface TaggedSound {
  /** Takes the place of the first bytes. */
  readonly head: Buffer;
  readonly replaced: number;
  /** Takes the place of the last `cut` bytes, none of them without it. */
  readonly tail: Buffer;
  readonly cut?: number;
}

/** Reads bytes of a sound, `end` not included. */
export type ReadBytes = (start: number, end: number) => Promise<Buffer>;

const MAX_LENGTH = 200;
/** Control characters, and those that turn or hide what stands around them; joiners shape letters and emoji. */
const unprintable = /(?:[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{Cf})+/gu;

/**
 * The tags that we keep, each one line of at most 200 characters. `bpm` is a number from 1 to 999; `isrc` and `date` are
 * left out where they are no such code and no date.
 */
export function tagsOf({
  format,
  streams,
}: {
  format: Pick<Probe['format'], 'tags'>;
  streams: readonly Pick<Probe['streams'][number], 'tags'>[];
}): Tags {
  const given = new Map<string, string>();
  for (const tags of [format.tags, ...streams.map((stream) => stream.tags)])
    for (const [name, value] of Object.entries(tags ?? {}))
      if (!given.has(name.toLowerCase())) given.set(name.toLowerCase(), value);
  const known: Tags = {};
  for (const [tag, keys] of Object.entries(names) as [keyof typeof names, readonly string[]][]) {
    const value = clean(keys.map((key) => given.get(key)).find((text) => text !== undefined) ?? '');
    if (value === '') continue;
    if (tag === 'isrc') Object.assign(known, isrcOf(value));
    else if (tag === 'date') Object.assign(known, dateOf(value));
    else if (tag !== 'bpm') known[tag] = value;
    else if (Number(value) >= 1 && Number(value) <= 999) known.bpm = String(Math.round(Number(value) * 100) / 100);
  }
  return known;
}

/** A recording's code (ISO 3901): two letters, three signs, and seven digits, with or without hyphens. */
function isrcOf(value: string): Pick<Tags, 'isrc'> {
  const code = value.replaceAll(/[-\s]/g, '').toUpperCase();
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(code) ? { isrc: code } : {};
}

/** A year, a month or a day; of a timestamp its day. */
function dateOf(value: string): Pick<Tags, 'date'> {
  const [date] = /^(?:1[89]|20)\d\d(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?!\d)/.exec(value) ?? [];
  return date === undefined ? {} : { date };
}

function clean(value: string): string {
  const line = value.slice(0, 10_000).replaceAll(unprintable, ' ').replaceAll(/\s+/g, ' ').trim();
  return [...line].slice(0, MAX_LENGTH).join('').trim();
}
