import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A block of a data file: `=== kind | option=value | flag`, its text, and the parts (`--- kind | …`) below it. */
export interface Block {
  readonly kind: string;
  readonly options: ReadonlyMap<string, string>;
  /** Without empty lines around it. */
  readonly text: string;
  readonly line: number;
  readonly parts: readonly Block[];
}

/** One reply of a thread file. */
export interface ScriptReply {
  readonly author: string;
  /** Index (from 0) of the earlier reply that it answers. */
  readonly to: number | null;
  readonly text: string;
}

/** One post of a thread file with its replies. */
export interface Thread {
  readonly category: ThreadCategory;
  readonly author: string;
  readonly pinned: boolean;
  readonly title: string;
  /** Markdown after the title. */
  readonly body: string;
  readonly replies: readonly ScriptReply[];
  /** `mixing.txt:12`, for messages. */
  readonly place: string;
}

/** `general` is the empty choice, mixing, gear and video are rows of `forum_categories`, the rest are fixed. */
const threadCategories = [
  'general',
  'mixing',
  'gear',
  'video',
  'music',
  'marketplace',
  'leaks',
  'dox',
  'nsfw',
] as const;
/** The category of a thread. */
export type ThreadCategory = (typeof threadCategories)[number];

/** The data of a member that thread files use. */
export interface ScriptMember {
  readonly role: 'member' | 'moderator' | 'admin';
}

/** Something in a data file is not as agreed; the message names file and line. */
export class ThreadError extends Error {
  override name = 'ThreadError';
}

const failIn =
  (file: string) =>
  (line: number, what: string): never => {
    throw new ThreadError(`${file}:${line}: ${what}`);
  };
const TITLE_MIN = 20;
const TITLE_MAX = 100;

/**
 * Reads a data file. Strict: whatever is unclear is an error.
 * @param grammar the options of each kind: `{ '=== post': 'author pinned!', '--- reply': 'author to' }`; a mark of
 * exclamation is behind a flag
 * @param file its name, for messages
 * @throws {ThreadError}
 */
export function readBlocks(text: string, file: string, grammar: Readonly<Record<string, string>>): Block[] {
  const fail = failIn(file);
  const kinds = Object.keys(grammar);
  const first = kinds[0]!.slice(4);
  const optionsOf = (line: string, number: number, known: readonly string[]): Map<string, string> => {
    const options = new Map<string, string>();
    for (const option of line.split(' | ').slice(1)) {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/.exec(option)!;
      const isFlag = known.includes(`${name}!`);
      if (!isFlag && !known.includes(name)) fail(number, `"${option}" is no option here.`);
      if (options.has(name)) fail(number, `${name} is given twice.`);
      if ((value === '') !== isFlag) fail(number, `"${option}" is not as agreed.`);
      options.set(name, value);
    }
    return options;
  };
  type Open = Omit<Block, 'parts' | 'text'> & { parts: Open[]; lines: string[] };
  const heads: Open[] = [];
  let open: Open | undefined;
  for (const [at, line] of text.replaceAll('\r\n', '\n').split('\n').entries()) {
    const known = kinds.find((kind) => line === kind || line.startsWith(`${kind} | `));
    if (known === undefined) {
      if (line.startsWith('===')) fail(at + 1, `A ${first} begins with "=== ${first} | ".`);
      const broken = kinds.find((kind) => kind.startsWith('---') && line.startsWith(kind));
      if (broken) fail(at + 1, `A ${broken.slice(4)} begins with "${broken} | ".`);
      if (open) open.lines.push(line);
      else if (line.trim() !== '') fail(at + 1, `Text stands before the first ${first}.`);
      continue;
    }
    const options = optionsOf(line, at + 1, grammar[known]!.split(' '));
    open = { kind: known.slice(4), options, line: at + 1, lines: [], parts: [] };
    if (known.startsWith('===')) heads.push(open);
    else (heads.at(-1) ?? fail(at + 1, `A ${open.kind} stands before the first ${first}.`)).parts.push(open);
  }
  const closed = ({ lines, parts, ...block }: Open): Block => ({
    ...block,
    text: lines.join('\n').replaceAll(/^(?:[ \t]*\n)+|\s+$/g, ''),
    parts: parts.map(closed),
  });
  return heads.map(closed);
}

/**
 * Reads a thread file: posts, each a title, an empty line and the body, and their replies, whose `to` is the number of
 * an earlier one.
 * @param file its name, for messages
 * @throws {ThreadError}
 */
export function parseThreads(text: string, file: string, members: ReadonlyMap<string, ScriptMember>): Thread[] {
  const fail = failIn(file);
  const authorOf = ({ options, line }: Block): string => {
    const author = options.get('author') ?? fail(line, 'The author is missing.');
    return members.has(author) ? author : fail(line, `There is no member ${author}.`);
  };
  const blocks = readBlocks(text, file, { '=== post': 'category author pinned!', '--- reply': 'author to' });
  return blocks.map((post) => {
    const { line, options, parts } = post;
    const author = authorOf(post);
    const [title = '', gap = '', ...rest] = post.text.split('\n');
    const body = rest.join('\n').trim();
    const pinned = options.has('pinned');
    const category =
      threadCategories.find((known) => known === options.get('category')) ??
      fail(line, `There is no category ${options.get('category') ?? ''}.`);
    if (pinned && members.get(author)!.role === 'member') fail(line, 'Only staff pin posts.');
    if (title.trim() !== title || title.length < TITLE_MIN || title.length > TITLE_MAX)
      fail(line + 1, `A title has ${TITLE_MIN} to ${TITLE_MAX} characters.`);
    if (gap !== '') fail(line + 2, 'An empty line follows the title.');
    if (body === '') fail(line + 3, 'The body is empty.');
    const replies = parts.map((reply, index): ScriptReply => {
      const by = authorOf(reply);
      if (reply.text === '') fail(reply.line, 'The reply is empty.');
      if (parts[index - 1]?.options.get('author') === by) fail(reply.line, `${by} replies twice in a row.`);
      const given = reply.options.get('to');
      const to = given === undefined ? null : Number(given) - 1;
      if (to !== null && !(Number.isInteger(to) && to >= 0 && to < index))
        fail(reply.line, `to=${given} is no earlier reply.`);
      return { author: by, to, text: reply.text };
    });
    return { category, author, pinned, title, body, replies, place: `${file}:${line}` };
  });
}

/** A block as a plain object: its options beside its text, of which `title` is the first line and `body` the rest. */
interface Entry {
  readonly kind: string;
  readonly text: string;
  readonly title: string;
  readonly body: string;
}

const valueOf = (given: string): string | number | true =>
  given === '' ? true : /^\d+(?:\.\d+)?$/.test(given) ? Number(given) : given;

function entryOf({ kind, options, text, parts }: Block): Entry {
  const [title = '', ...rest] = text.split('\n');
  return {
    kind,
    text,
    title,
    body: rest.join('\n').trim(),
    ...Object.fromEntries([...options].map(([name, given]) => [name, valueOf(given)])),
    ...Object.groupBy(parts.map(entryOf), (part) => `${part.kind}s`),
  };
}

/**
 * Reads a data file of the demo. Options that are numbers become numbers, flags become true, and parts are listed by
 * their kind with an s: `songs`. The caller says what the grammar makes of it.
 * @throws {ThreadError}
 */
export function readData<T extends object>(file: string, grammar: Readonly<Record<string, string>>): (Entry & T)[] {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  return readBlocks(text, file, grammar).map((block) => entryOf(block) as Entry & T);
}
