import { captions as limits } from '#platform/contract/caption-limits.ts';

/** A file that is no WebVTT, or has more than captions need. The message is a sentence for its author. */
export class CaptionsRefused extends Error {
  override name = 'CaptionsRefused';
}

/** Captions that were read cue by cue. */
export interface Captions {
  /** The same captions as a file of ours: times and text alone. */
  readonly content: string;
  /** Everything that is read, without times. */
  readonly text: string;
}

interface Cue {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** `[hours:]minutes:seconds.milliseconds` */
const time = String.raw`(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const timing = new RegExp(`^${time}[ \\t]+-->[ \\t]+${time}(?:[ \\t].*)?$`);
/** What a block begins with that is no cue: notes of the author, styles and regions. */
const noCue = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;

const milliseconds = (hours: string | undefined, minutes: string, seconds: string, rest: string): number =>
  ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest);

/** Characters that steer the direction or the screen instead of being read; a tab and a line break stay. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', lrm: '', rlm: '' };

/** The words of a cue: without tags (voices, classes, times) and settings. */
function plainText(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replaceAll(/<[^>]*(?:>|$)/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(controls, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

function readCue(lines: readonly string[], first: number): Cue | null {
  const at = lines[0]!.includes('-->') ? 0 : 1;
  const match = timing.exec(lines[at] ?? '');
  const where = `Line ${first + at}`;
  if (!match) throw new CaptionsRefused(`${where} has no times like 00:01.000 --> 00:04.000.`);
  const from = milliseconds(match[1], match[2]!, match[3]!, match[4]!);
  const to = milliseconds(match[5], match[6]!, match[7]!, match[8]!);
  if (to <= from) throw new CaptionsRefused(`${where} ends before it begins.`);
  const text = plainText(lines.slice(at + 1));
  if (text.length > limits.cueCharsMax)
    throw new CaptionsRefused(`${where} has more than ${limits.cueCharsMax} characters of text.`);
  return text === '' ? null : { from, to, text };
}

const clock = (at: number): string => {
  const [hours, minutes] = [Math.floor(at / 3_600_000), Math.floor(at / 60_000) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(hours)}:${two(minutes)}:${two(Math.floor(at / 1000) % 60)}.${String(at % 1000).padStart(3, '0')}`;
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Reads an uploaded WebVTT file cue by cue and writes it again with nothing but times and text: no tag, style, region or
 * setting of the file gets into the page.
 * @throws {CaptionsRefused} what is no WebVTT, has no cue, or more of them than is taken
 */
export function readCaptions(file: string): Captions {
  const lines = file.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0]!)) throw new CaptionsRefused('The file does not begin with WEBVTT.');
  const cues: Cue[] = [];
  // The header ends at the first empty line.
  let at = lines.indexOf('');
  while (at >= 0 && at < lines.length) {
    while (lines[at] === '') at++;
    const first = at;
    while (at < lines.length && lines[at] !== '') at++;
    const block = lines.slice(first, at);
    if (block.length === 0 || (noCue.test(block[0]!) && !block[0]!.includes('-->'))) continue;
    const cue = readCue(block, first + 1);
    if (cue) cues.push(cue);
    if (cues.length > limits.cuesMax) throw new CaptionsRefused(`The file has more than ${limits.cuesMax} captions.`);
  }
  if (cues.length === 0) throw new CaptionsRefused('The file has no captions.');
  const inOrder = cues.toSorted((first, second) => first.from - second.from);
  const blocks = inOrder.map(({ from, to, text }) => `${clock(from)} --> ${clock(to)}\n${escaped(text)}`);
  return { content: `WEBVTT\n\n${blocks.join('\n\n')}\n`, text: inOrder.map((cue) => cue.text).join('\n') };
}
