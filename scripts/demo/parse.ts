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
export const threadCategories = [
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
export type ThreadCategory = (typeof threadCategories)[number];

/** What the writers know of a member. */
export interface ScriptMember {
  readonly role: 'member' | 'moderator' | 'admin';
}

/** Something in a thread file is not as agreed; the message names file and line. */
export class ThreadError extends Error {
  override name = 'ThreadError';
}

interface Part {
  readonly line: number;
  readonly options: ReadonlyMap<string, string>;
  readonly lines: string[];
}

const TITLE_MIN = 20;
const TITLE_MAX = 100;

/**
 * Reads a thread file: `=== post | category=… | author=… [| pinned]`, a title, an empty line, the body, then any number
 * of `--- reply | author=… [| to=n]` with their texts. Strict: whatever is unclear is an error.
 * @param file its name, for messages
 * @throws {ThreadError}
 */
export function parseThreads(text: string, file: string, members: ReadonlyMap<string, ScriptMember>): Thread[] {
  const fail = (line: number, what: string): never => {
    throw new ThreadError(`${file}:${line}: ${what}`);
  };
  const optionsOf = (line: string, number: number, known: readonly string[]): Map<string, string> => {
    const found = new Map<string, string>();
    for (const option of line.split(' | ').slice(1)) {
      const [name = '', value = ''] = option.split('=', 2);
      if (!known.includes(name)) fail(number, `"${option}" is no option here.`);
      if (found.has(name)) fail(number, `${name} is given twice.`);
      if ((value === '') !== (name === 'pinned')) fail(number, `"${option}" is not as agreed.`);
      found.set(name, value);
    }
    const author = found.get('author');
    if (author === undefined) fail(number, 'The author is missing.');
    else if (!members.has(author)) fail(number, `There is no member ${author}.`);
    return found;
  };

  const posts: { head: Part; replies: Part[] }[] = [];
  let part: Part | null = null;
  for (const [at, line] of text.replaceAll('\r\n', '\n').split('\n').entries()) {
    const number = at + 1;
    if (line.startsWith('===')) {
      if (!line.startsWith('=== post | ')) fail(number, 'A post begins with "=== post | ".');
      part = { line: number, options: optionsOf(line, number, ['category', 'author', 'pinned']), lines: [] };
      posts.push({ head: part, replies: [] });
    } else if (line.startsWith('--- reply')) {
      const post = posts.at(-1) ?? fail(number, 'A reply stands before the first post.');
      if (!line.startsWith('--- reply | ')) fail(number, 'A reply begins with "--- reply | ".');
      part = { line: number, options: optionsOf(line, number, ['author', 'to']), lines: [] };
      post.replies.push(part);
    } else if (part) part.lines.push(line);
    else if (line.trim() !== '') fail(number, 'Text stands before the first post.');
  }

  return posts.map(({ head, replies }) => {
    const category = threadCategories.find((known) => known === head.options.get('category'));
    const author = head.options.get('author')!;
    const [title = '', gap = '', ...rest] = head.lines;
    const body = rest.join('\n').trim();
    const pinned = head.options.has('pinned');
    if (!category) return fail(head.line, `There is no category ${head.options.get('category') ?? ''}.`);
    if (pinned && members.get(author)!.role === 'member') fail(head.line, 'Only staff pin posts.');
    if (title.trim() !== title || title.length < TITLE_MIN || title.length > TITLE_MAX)
      fail(head.line + 1, `A title has ${TITLE_MIN} to ${TITLE_MAX} characters.`);
    if (gap !== '') fail(head.line + 2, 'An empty line follows the title.');
    if (body === '') fail(head.line + 3, 'The body is empty.');
    const read = replies.map((reply, index): ScriptReply => {
      const words = reply.lines.join('\n').trim();
      const by = reply.options.get('author')!;
      if (words === '') fail(reply.line, 'The reply is empty.');
      if (replies[index - 1]?.options.get('author') === by) fail(reply.line, `${by} replies twice in a row.`);
      const given = reply.options.get('to');
      const to = given === undefined ? null : Number(given) - 1;
      if (to !== null && !(Number.isInteger(to) && to >= 0 && to < index))
        fail(reply.line, `to=${given} is no earlier reply.`);
      return { author: by, to, text: words };
    });
    return { category, author, pinned, title, body, replies: read, place: `${file}:${head.line}` };
  });
}
