/**
 * The search part of an address as names and texts. Every value is a string, even one that looks like a number: the
 * router itself would read `?q=123` as a number and write the text 123 in quotes. Of a name that comes twice the last
 * counts.
 */
export function readSearchParams(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/**
 * The search part of an address, with its question mark; empty where nothing is chosen. What is undefined is left out.
 */
export function writeSearchParams(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      params.set(name, String(value));
  return params.size === 0 ? '' : `?${params.toString()}`;
}

/** Where a list begins (`list-start.ts`): of every list, and read where it is needed. */
const ofLists = new Set(['after']);

/**
 * What a route reads of an address, with all other names but those of lists undefined: the router itself adds what is read
 * to the raw values, and would hand on those that were left out.
 */
export const understood =
  (read: (search: Record<string, unknown>) => Record<string, unknown>) =>
  (search: Record<string, unknown>): Record<string, unknown> => ({
    ...Object.fromEntries(Object.keys(search).flatMap((name) => (ofLists.has(name) ? [] : [[name, undefined]]))),
    ...read(search),
  });
