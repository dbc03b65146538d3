/**
 * The statements in `sql`, comments taken out, strings and quoted names as they were. Semicolons inside strings,
 * quoted names, dollar quotes and comments do not separate.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let statement = '';
  for (let at = 0; at < sql.length;) {
    const token = nextToken(sql, at);
    at += token.length;
    if (token === ';') {
      statements.push(statement.trim());
      statement = '';
    } else statement += token.startsWith('--') || token.startsWith('/*') ? ' ' : token;
  }
  statements.push(statement.trim());
  return statements.filter((one) => one !== '');
}

const dollarTag = /\$(?:[a-z_][a-z_0-9]*)?\$/iy;
const word = /[a-z_0-9\s]+/iy;

function nextToken(sql: string, at: number): string {
  const two = sql.slice(at, at + 2);
  if (two === '--') return until(sql, at, '\n', 2);
  if (two === '/*') return blockComment(sql, at);
  if (two[0] === '"') return until(sql, at, '"', 1);
  if (two[0] === "'") return quoted(sql, at, false);
  if (two === "e'" || two === "E'") return quoted(sql, at, true);
  if (two[0] === '$') {
    dollarTag.lastIndex = at;
    const tag = dollarTag.exec(sql)?.[0];
    if (tag !== undefined) return until(sql, at, tag, tag.length);
  }
  word.lastIndex = at;
  // A word is one token, so that the `e` of `name'…'` is not taken for the start of an escape string.
  return word.exec(sql)?.[0].replace(/(?<=\s)e$/i, '') || sql.charAt(at);
}

function until(sql: string, at: number, end: string, skip: number): string {
  const found = sql.indexOf(end, at + skip);
  return found < 0 ? sql.slice(at) : sql.slice(at, found + end.length);
}

function quoted(sql: string, at: number, escapes: boolean): string {
  let end = sql.indexOf("'", at) + 1;
  while (end < sql.length && sql[end] !== "'") end += escapes && sql[end] === '\\' ? 2 : 1;
  return sql.slice(at, end + 1);
}

function blockComment(sql: string, at: number): string {
  let depth = 0;
  for (let end = at; end < sql.length; end++) {
    const two = sql.slice(end, end + 2);
    if (two === '/*') {
      depth++;
      end++;
    } else if (two === '*/' && --depth === 0) return sql.slice(at, end + 2);
    else if (two === '*/') end++;
  }
  return sql.slice(at);
}

/** What a text asks for that concerns the multiplexer and not only the database. */
export type Intent = {
  readonly copiesIn: boolean;
  readonly listens: readonly ({ action: 'listen' | 'unlisten'; channel: string } | { action: 'unlisten-all' })[];
  /** Of the last `SET LOCAL statement_timeout`, milliseconds; Infinity for 0, which means none. */
  readonly patienceMs: number | undefined;
};

const nothing: Intent = { copiesIn: false, listens: [], patienceMs: undefined };
const isWorthChecking = /\b(?:listen|unlisten|stdin|stdout|statement_timeout)\b/i;

/** Reads the intent of one SQL text; cheap for the texts that hold none of the words. */
export function readIntent(sql: string): Intent {
  if (!isWorthChecking.test(sql)) return nothing;
  const listens: Intent['listens'][number][] = [];
  let copiesIn = false;
  let patienceMs: number | undefined;
  for (const statement of splitStatements(sql)) {
    if (/^copy\b[^]*\bfrom\s+(?:stdin|stdout)\b/i.test(statement)) copiesIn = true;
    const listen = /^(listen|unlisten)\s*("(?:[^"]|"")+"|[\w$]+|\*)/i.exec(statement);
    if (listen !== null) {
      const name = listen[2] ?? '';
      if (name === '*') listens.push({ action: 'unlisten-all' });
      else
        listens.push({
          action: listen[1]?.toLowerCase() === 'listen' ? 'listen' : 'unlisten',
          channel: identifier(name),
        });
    }
    const timeout = /^set\s+local\s+statement_timeout\s*(?:=|\bto\b)\s*'?\s*(\d+)\s*(ms|s|min|h)?\s*'?$/i.exec(
      statement,
    );
    if (timeout !== null) patienceMs = duration(Number(timeout[1]), timeout[2]);
  }
  return { copiesIn, listens, patienceMs };
}

function identifier(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase();
}

function duration(amount: number, unit = 'ms'): number {
  const factor = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 }[unit.toLowerCase()] ?? 1;
  return amount === 0 ? Infinity : amount * factor;
}
