/** What a calendar entry says. */
export interface Entry {
  /** The same for the same event, in the whole world. */
  readonly uid: string;
  readonly product: string;
  readonly title: string;
  readonly text: string;
  readonly url: string;
  readonly madeAt: Date;
  readonly startsAt: Date;
  readonly reminderMinutes: number;
}

/** Hours that an entry takes in a calendar: a party has no announced end. */
const HOURS = 2;
/** Octets of a line without its break (RFC 5545 §3.1). */
const LINE_OCTETS = 75;

const stamp = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** A text value (RFC 5545 §3.3.11). Control characters other than line breaks are left out. */
const text = (value: string): string =>
  value
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '');

/** Splits a long line between characters; each further line begins with a space. */
function folded(line: string): string {
  const lines = [''];
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      lines.push(' ');
      octets = 1;
    }
    lines[lines.length - 1] += character;
    octets += size;
  }
  return lines.join('\r\n');
}

/** One event as a calendar file (RFC 5545), with a reminder. */
export function calendarEntry(entry: Entry): string {
  const { startsAt } = entry;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(entry.product)}//EN`,
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `DTSTAMP:${stamp(entry.madeAt)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(new Date(startsAt.getTime() + HOURS * 3_600_000))}`,
    `SUMMARY:${text(entry.title)}`,
    ...(entry.text === '' ? [] : [`DESCRIPTION:${text(entry.text)}`]),
    `URL:${entry.url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${text(entry.title)}`,
    `TRIGGER:-PT${entry.reminderMinutes}M`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
