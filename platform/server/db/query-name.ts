/** Texts whose name is memoized, and names that there may be; past them a text is read again, and called `other`. */
const MAX_TEXTS = 2000;
const MAX_NAMES = 600;
const remembered = new Map<string, string>();
const names = new Set<string>();

const table = String.raw`(?:"?\w+"?\.)?"?(\w+)"?(?!\w*"?\s*[(.])`;
const write = new RegExp(
  String.raw`\b(insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?"?(?:\w+"?\."?)?(\w+)`,
  'i',
);
const read = new RegExp(String.raw`(?<!\bdistinct\s+)\bfrom\s+(?:only\s+)?${table}`, 'i');
/** Statements that are named without a table. */
const plainVerbs: ReadonlySet<string> = new Set(
  'begin commit rollback savepoint release set show lock listen unlisten create alter drop analyze vacuum reindex copy do'.split(
    ' ',
  ),
);
/** Where FROM is part of a function's call: `extract(epoch FROM at)`. */
const call = /\b(?:extract|substring|trim|overlay)\s*\([^()]*\)/gi;

/** A statement without the texts in it: they may be a member's. Values of parameters are not in it anyway. */
export const withoutLiterals = (text: string): string => text.replaceAll(/'(?:[^']|'')*'/g, "'…'");

function find(text: string): string {
  const [, verb = ''] = /^(?:\s|--.*\n)*([a-z]+)/i.exec(text) ?? [];
  const first = verb.toLowerCase();
  if (plainVerbs.has(first)) return first;
  if (!['with', 'select', 'insert', 'update', 'delete', 'merge'].includes(first)) return 'other';
  const plain = withoutLiterals(text)
    .replaceAll(call, '')
    .replaceAll(/\bfor\s+(?:no\s+key\s+)?update\b|\bdo\s+update\b/gi, '');
  const [, writes, written] = write.exec(plain) ?? [];
  if (writes !== undefined) return `${writes.split(/\s/, 1)[0]} ${written}`.toLowerCase();
  const [, from] = read.exec(plain) ?? [];
  return from === undefined ? 'select' : `select ${from}`.toLowerCase();
}

/**
 * What a statement does, for metrics and traces: its verb and its first table, such as `select forum_posts`. It has no
 * values, and there are at most {@link MAX_NAMES} of them.
 */
export function queryName(text: string): string {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  let name = find(text);
  if (!names.has(name)) {
    if (names.size < MAX_NAMES) names.add(name);
    else name = 'other';
  }
  // The texts of group commits name their locks: each is another one.
  if (remembered.size < MAX_TEXTS && name !== 'begin') remembered.set(text, name);
  return name;
}
