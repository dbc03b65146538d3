import { tonics } from '#platform/contract/music-limits.ts';

/** What a MIDI file says of its music. Times are in quarter notes. */
export interface MidiFacts {
  /** Changes of the tempo, in their order. */
  readonly tempos: readonly { readonly at: number; readonly bpm: number }[];
  /** Quarter notes of a bar; null where the metre changes or counts other notes. */
  readonly bar: number | null;
  readonly firstNote: number;
  readonly end: number;
}

/** Reads the events of a Standard MIDI File that say tempo, metre and length. @throws on what is none */
export function readMidi(file: Buffer): MidiFacts {
  if (file.toString('latin1', 0, 4) !== 'MThd') throw new Error('This is no MIDI file.');
  const division = file.readUInt16BE(12);
  const tempos: { at: number; bpm: number }[] = [];
  const bars = new Set<number | null>();
  let [firstNote, end] = [Infinity, 0];
  let at = 14;
  const quantity = (): number => {
    for (let value = 0; ;) {
      const byte = file[at++]!;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  while (at + 8 <= file.length) {
    const stop = at + 8 + file.readUInt32BE(at + 4);
    at += 8;
    let [ticks, status] = [0, 0];
    while (at < stop) {
      ticks += quantity();
      const time = ticks / division;
      if (file[at]! >= 128) status = file[at++]!;
      if (status === 0xff) {
        const type = file[at++]!;
        const length = quantity();
        if (type === 0x51) tempos.push({ at: time, bpm: 60e6 / file.readUIntBE(at, 3) });
        // A pick-up bar at the beginning is no change of the metre.
        if (type === 0x58 && (time > 0.5 || file[at]! > 2)) bars.add(file[at + 1] === 2 ? file[at]! : null);
        at += length;
      } else if (status === 0xf0 || status === 0xf7) at += quantity();
      else {
        if (status >> 4 === 9 && file[at + 1]! > 0) firstNote = Math.min(firstNote, time);
        at += status >> 5 === 6 ? 1 : 2;
      }
      end = Math.max(end, time);
    }
    at = stop;
  }
  const [bar = 4] = bars;
  return {
    tempos: tempos.toSorted((one, other) => one.at - other.at),
    bar: bars.size > 1 ? null : bar,
    firstNote,
    end,
  };
}

/** The name of a chord as chord charts have it. */
export const chordName = (root: number, isMinor: boolean): string => `${tonics[root % 12]!}${isMinor ? 'm' : ''}`;
