import pg from 'pg';
import type { Logger } from 'pino';
import { queryDurations } from '#platform/server/monitoring/metrics.ts';
import { type Span, beginQuery, endSpan } from '#platform/server/monitoring/tracing.ts';
import { queryName, withoutLiterals } from './query-name.ts';

/** Distinct texts that get a statement name; past it, texts run unnamed, so that odd queries cannot fill the server. */
const MAX_NAMES = 2000;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const knownName = names.get(text);
  if (knownName !== undefined || names.size >= MAX_NAMES) return knownName;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}

/** Which statements get a line in the log. */
export interface SlowQueries {
  /** Milliseconds from which a statement is slow; 0: none is. */
  readonly ms: number;
  readonly log: Pick<Logger, 'warn'>;
}

type Run = (...args: unknown[]) => unknown;

/**
 * A pg client of prepared statements: every query with values gets a statement name, so that the server parses and
 * plans it once a connection (measured: 5.8k page queries a second without, 10k with). It measures how long each takes.
 */
export class NamedClient extends pg.Client {
  readonly #slow: SlowQueries | undefined;

  /** @param config may hold `slow`, which the pool passes on */
  constructor(config?: string | (pg.ClientConfig & { readonly slow?: SlowQueries })) {
    super(config);
    this.#slow = typeof config === 'object' ? config.slow : undefined;
  }

  // pg's `query` has eight overloads; this one passes all of them on.
  override query = ((config: unknown, ...rest: unknown[]): unknown => {
    if (typeof config === 'string') {
      const values = rest[0];
      if (!Array.isArray(values) || values.length === 0) return this.#measured(config, [config, ...rest]);
      return this.#measured(config, [{ text: config, values, name: nameOf(config) }, ...rest.slice(1)]);
    }
    if (!isQuery(config)) return (pg.Client.prototype.query as Run).call(this, config, ...rest);
    if (!config.name) {
      const name = nameOf(config.text);
      if (name !== undefined) config.name = name;
    }
    return this.#measured(config.text, [config, ...rest]);
  }) as pg.Client['query'];

  #measured(text: string, args: unknown[]): unknown {
    const began = performance.now();
    const span = beginQuery();
    const last = args.at(-1);
    if (typeof last === 'function') {
      args[args.length - 1] = (error: unknown, result: pg.QueryResult | undefined): void => {
        this.#note(text, began, error ? null : result, span);
        (last as Run)(error, result);
      };
      return (pg.Client.prototype.query as Run).apply(this, args);
    }
    const running = (pg.Client.prototype.query as Run).apply(this, args) as Promise<pg.QueryResult>;
    running.then(
      (result) => this.#note(text, began, result, span),
      () => this.#note(text, began, null, span),
    );
    return running;
  }

  /** @param result null where it failed */
  #note(text: string, began: number, result: pg.QueryResult | null | undefined, span: Span | null): void {
    const ms = performance.now() - began;
    const query = queryName(text);
    queryDurations.note(query, ms / 1000);
    if (span !== null) {
      const facts = { 'db.system.name': 'postgresql', 'db.query.summary': query };
      const rows = { 'db.response.returned_rows': result?.rowCount ?? 0 };
      endSpan(span, { name: query, facts: result === null ? facts : { ...facts, ...rows }, isFailed: result === null });
    }
    const slow = this.#slow;
    if (!slow || slow.ms === 0 || ms < slow.ms) return;
    const statement = withoutLiterals(text).replaceAll(/\s+/g, ' ').trim().slice(0, 1000);
    const outcome = result === null ? { isFailed: true } : { rows: result?.rowCount ?? 0 };
    slow.log.warn({ query, ms: Math.round(ms), ...outcome, statement }, 'slow query');
  }
}

function isQuery(config: unknown): config is { text: string; name?: string } {
  if (typeof config !== 'object' || config === null) return false;
  if ('submit' in config) return false; // A query object of its own (cursor, stream).
  return 'text' in config && typeof config.text === 'string';
}
