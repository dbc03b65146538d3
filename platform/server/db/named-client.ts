import pg from 'pg';

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

/**
 * A pg client of prepared statements: every query with values gets a statement name, so that the server parses and
 * plans it once a connection (measured: 5.8k page queries a second without, 10k with).
 */
export class NamedClient extends pg.Client {
  // pg's `query` has eight overloads; this one passes all of them on.
  override query = ((config: unknown, ...rest: unknown[]): unknown => {
    const pass = pg.Client.prototype.query as (...args: unknown[]) => unknown;
    if (typeof config === 'string') {
      const values = rest[0];
      if (!Array.isArray(values) || values.length === 0) return pass.call(this, config, ...rest);
      return pass.call(this, { text: config, values, name: nameOf(config) }, ...rest.slice(1));
    }
    if (isNamable(config)) {
      const name = nameOf(config.text);
      if (name !== undefined) config.name = name;
    }
    return pass.call(this, config, ...rest);
  }) as pg.Client['query'];
}

function isNamable(config: unknown): config is { text: string; name?: string } {
  if (typeof config !== 'object' || config === null) return false;
  if ('submit' in config) return false; // A query object of its own (cursor, stream).
  return 'text' in config && typeof config.text === 'string' && !('name' in config && config.name);
}
