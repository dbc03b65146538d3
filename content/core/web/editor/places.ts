import type { NamedFile } from '#content/media/web/file-places.tsx';
import type { Selected } from './markdown-edit.ts';

/** A file of a form that may be on its way. */
export interface PlacedFile extends NamedFile {
  readonly state: string;
}

/** A line that names one file. */
const line = /^!\[[^[\]\n]*\]\(attachment:([\da-f-]{36})\)[ \t]*$/;
const lines = new RegExp(line.source, 'gm');

/** The line that stands for a file: with what it shows as its form says, else with its name. */
const lineOf = ({ name, altText }: Pick<PlacedFile, 'name' | 'altText'>, id: string): string =>
  `![${(altText.trim() || name).replaceAll(/[[\]\\]/g, '').replaceAll(/\s+/g, ' ')}](attachment:${id})`;

/** A text whose lines of files have no ids: for people, not to be stored. */
export const readable = (text: string): string =>
  text.replaceAll(lines, (whole) => whole.slice(0, whole.lastIndexOf('(')));

const isAt = ({ id, fileId }: Pick<PlacedFile, 'id' | 'fileId'>, place: string): boolean =>
  place === id || place === fileId;

/** Whether a text has a place of a file. */
export const hasPlace = (text: string, file: NamedFile): boolean =>
  [...text.matchAll(lines)].some((match) => isAt(file, match[1]!));

/** Puts places of files behind the cursor, in a paragraph of their own. */
export function putPlaces(
  { text, end }: Selected,
  files: readonly Pick<PlacedFile, 'id' | 'name' | 'altText'>[],
): Selected {
  const head = text.slice(0, end).trimEnd();
  const tail = text.slice(end).replace(/^\s*\n/, '');
  const made = files.map((file) => lineOf(file, file.id)).join('\n\n');
  const before = [head, made].filter((part) => part !== '').join('\n\n');
  return { text: `${before}\n\n${tail}`, start: before.length + 2, end: before.length + 2 };
}

/** Takes the places of a file out of a text, with the space that they leave. */
export function takePlaces(text: string, file: Pick<PlacedFile, 'id' | 'fileId'>): string {
  let isGone = false;
  const left = text.replaceAll(lines, (whole, id: string) => {
    if (!isAt(file, id)) return whole;
    isGone = true;
    return '\0';
  });
  return isGone ? left.replaceAll(/\n*\0\n*/g, '\n\n').replace(/^\n+/, '') : text;
}

/** Names files that have arrived by the server's id and what they show, and takes out the places of those that failed. */
export function settlePlaces(text: string, files: readonly PlacedFile[]): string {
  let settled = text;
  for (const file of files) {
    if (file.state === 'failed') settled = takePlaces(settled, file);
    const { fileId } = file;
    if (file.state !== 'done' || fileId === null) continue;
    settled = settled.replaceAll(lines, (whole, id: string) => (isAt(file, id) ? lineOf(file, fileId) : whole));
  }
  return settled;
}

/**
 * Moves the place that the cursor stands in past the paragraph before or after it.
 * @returns null where the cursor stands in none; the same text where it is the first or last already.
 */
export function movePlace({ text, start }: Selected, by: -1 | 1): Selected | null {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', from);
  const to = lineEnd < 0 ? text.length : lineEnd;
  const place = text.slice(from, to);
  if (!line.test(place)) return null;
  const [head, tail] = [text.slice(0, from).trimEnd(), text.slice(to)];
  if (by < 0) {
    const at = lastParagraph(head);
    return {
      text: `${head.slice(0, at)}${head === '' ? place : `${place}\n\n`}${head.slice(at)}${tail}`,
      start: at,
      end: at,
    };
  }
  const rest = tail.replace(/^(?:[ \t]*\n)+/, '');
  if (rest.trim() === '') return { text, start: from, end: from };
  const end = firstParagraph(rest);
  const moved = `${text.slice(0, from)}${rest.slice(0, end).trimEnd()}\n\n`;
  return { text: `${moved}${place}${rest.slice(end)}`, start: moved.length, end: moved.length };
}

/** Whether a text ends inside a fence of code, which blank lines do not end. */
const isInFence = (text: string): boolean => [...text.matchAll(/^ {0,3}(?:```|~~~)/gm)].length % 2 === 1;

/** Where the last paragraph of a text begins. */
function lastParagraph(text: string): number {
  const starts = [0, ...[...text.matchAll(/\n(?:[ \t]*\n)+/g)].map((blank) => blank.index + blank[0].length)];
  return starts.findLast((start) => !isInFence(text.slice(0, start)))!;
}

/** Where the first paragraph of a text ends. */
function firstParagraph(text: string): number {
  const ends = [...text.matchAll(/\n(?:[ \t]*\n)+/g)].map((blank) => blank.index);
  return ends.find((end) => !isInFence(text.slice(0, end))) ?? text.length;
}
