import type { Probe } from '#server/platform/media/probe.ts';

/** Names that containers give to what we keep, in lower case. */
const names = {
  title: ['title'],
  artist: ['artist', 'author'],
  album: ['album'],
  bpm: ['tbpm', 'bpm', 'tmpo', 'tempo'],
  key: ['initialkey', 'initial_key', 'tkey', 'key'],
} as const;

/** What a recording says of itself. */
export type Tags = Partial<Record<keyof typeof names, string>>;

const MAX_LENGTH = 200;
/** Control characters, and those that turn or hide what stands around them. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** The tags that we keep, each one line of at most 200 characters. `bpm` is a number from 1 to 999. */
export function tagsOf({ format, streams }: Pick<Probe, 'format' | 'streams'>): Tags {
  const given = new Map<string, string>();
  for (const tags of [format.tags, ...streams.map((stream) => stream.tags)])
    for (const [name, value] of Object.entries(tags ?? {}))
      if (!given.has(name.toLowerCase())) given.set(name.toLowerCase(), value);
  const known: Tags = {};
  for (const [tag, keys] of Object.entries(names) as [keyof typeof names, readonly string[]][]) {
    const value = clean(keys.map((key) => given.get(key)).find((one) => one !== undefined) ?? '');
    if (value === '') continue;
    if (tag !== 'bpm') known[tag] = value;
    else if (Number(value) >= 1 && Number(value) <= 999) known.bpm = String(Math.round(Number(value) * 100) / 100);
  }
  return known;
}

function clean(value: string): string {
  const line = value.slice(0, 10_000).replaceAll(unprintable, ' ').replaceAll(/\s+/g, ' ').trim();
  return [...line].slice(0, MAX_LENGTH).join('').trim();
}
