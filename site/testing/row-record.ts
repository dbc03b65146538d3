import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { packageRoot } from '#platform/server/config/package-root.ts';
import { observeRows } from '#platform/server/db/rows-observer.ts';

/**
 * Something that was seen of a column or of a value inside it: the place of the call (`file:line:column`), the path
 * (`reactions[].name`), the kind (`string`, `Date`, `null`, …, or `type 20` for the column's type in PostgreSQL) and the
 * text itself where it is short and one of few.
 */
export type SeenFact = readonly [place: string, path: string, kind: string, text?: string];

/** Levels of a JSON value that are looked into, and fields of an object. */
const MAX_DEPTH = 4;
const MAX_FIELDS = 60;
/** Characters of a text that may be one of a closed list, and how many different ones of one path are written down. */
const MAX_TEXT = 32;
const MAX_TEXTS = 24;

/** Frames of the stack that are looked at: the caller of `rows` is the first one outside of these files. */
const FRAMES = 10;
const inner = /\/(site\/testing\/row-record|platform\/server\/db\/(database|rows-observer))\.ts$/;

const known = new Set<string>();
const texts = new Map<string, number>();
const places = new Map<string, string>();
const root = packageRoot();

/**
 * Where `rows` was called, as in the source. A stack as text costs a look into source maps, so that the same place is
 * looked up only once.
 */
function callerPlace(): string {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = FRAMES;
  Error.prepareStackTrace = (_, frames) => frames;
  const frames = new Error().stack as unknown as NodeJS.CallSite[];
  Error.prepareStackTrace = prepareStackTrace;
  const above = frames.findIndex((candidate) => !inner.test(candidate.getFileName() ?? ''));
  const frame = frames[above];
  const raw = `${frame?.getFileName()}:${frame?.getLineNumber()}:${frame?.getColumnNumber()}`;
  let place = places.get(raw);
  if (place === undefined) {
    const line = new Error().stack?.split('\n')[above + 1] ?? '';
    const [, file = '', position = ''] = /\(?((?:file:\/\/)?\/[^()]+?):(\d+:\d+)\)?$/.exec(line) ?? [];
    place = `${path.relative(root, file.replace(/^file:\/\/|\?.*/g, '')).replaceAll('\\', '/')}:${position}`;
    places.set(raw, place);
  }
  Error.stackTraceLimit = stackTraceLimit;
  return place;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'Date';
  if (Buffer.isBuffer(value)) return 'Buffer';
  return typeof value;
}

/** The end of the names of files with statements in the folder of a record; each line is a statement as JSON. */
export const statementsSuffix = '.statements';

/**
 * Writes down, for each call of `rows` in this process, what its columns were, each fact once, and the texts of the
 * program's statements.
 * @param folder of the record; each process has two files of its own in it
 */
function recordRows(folder: string): void {
  const file = path.join(folder, `${process.pid}.jsonl`);
  const statements = path.join(folder, `${process.pid}${statementsSuffix}`);
  const knownStatements = new Set<string>();
  const noteStatement = (place: string, text: string): void => {
    // A test may ask about tables of its own.
    if (knownStatements.has(text) || place.includes('.test.ts')) return;
    knownStatements.add(text);
    appendFileSync(statements, `${JSON.stringify(text)}\n`);
  };
  let waiting = '';
  const note = (...fact: SeenFact): void => {
    const key = fact.join('\n');
    if (known.has(key)) return;
    known.add(key);
    waiting += `${JSON.stringify(fact)}\n`;
  };
  const noteValue = (place: string, at: string, value: unknown, depth: number): void => {
    const kind = kindOf(value);
    note(place, at, kind);
    if (kind === 'string' && (value as string).length <= MAX_TEXT) noteText(place, at, value as string);
    if (depth === MAX_DEPTH) return;
    if (kind === 'array') for (const item of value as unknown[]) noteValue(place, `${at}[]`, item, depth + 1);
    if (kind === 'object')
      for (const [name, field] of Object.entries(value as object).slice(0, MAX_FIELDS))
        noteValue(place, `${at}.${name}`, field, depth + 1);
  };
  const noteText = (place: string, at: string, text: string): void => {
    const key = `${place}\n${at}`;
    const count = texts.get(key) ?? 0;
    if (count >= MAX_TEXTS || known.has(`${key}\nstring\n${text}`)) return;
    texts.set(key, count + 1);
    note(place, at, 'string', text);
  };
  observeRows((text) => {
    const place = callerPlace();
    noteStatement(place, text);
    return ({ fields, rows }: pg.QueryResult<Record<string, unknown>>) => {
      note(place, '', 'called');
      for (const { name, dataTypeID, tableID } of fields ?? []) {
        note(place, name, `type ${dataTypeID}`);
        // What a stored document has inside is not the query's; whoever reads it checks it.
        const depth = tableID === 0 ? 0 : MAX_DEPTH;
        for (const row of rows ?? []) noteValue(place, name, row[name], depth);
      }
      if (waiting !== '') appendFileSync(file, waiting);
      waiting = '';
    };
  });
}

const folder = process.env['ROW_RECORD'];
if (folder) recordRows(folder);
