/** The values of a section of the settings. */
export type Values = Readonly<Record<string, unknown>>;

/** Whether two values of a section are the same. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Three-way merge of what a member typed here and what another device has saved since: typed values stay, the others are
 * as saved. @param base what both began with @returns also which values the other device has changed
 */
export function merged<V extends Values>(
  base: V,
  mine: V,
  theirs: V,
): { values: V; changed: readonly (keyof V & string)[] } {
  const keys = Object.keys(theirs) as (keyof V & string)[];
  const pick = (key: keyof V) => (isSame(mine[key], base[key]) ? theirs[key] : mine[key]);
  return {
    values: Object.fromEntries(keys.map((key) => [key, pick(key)])) as V,
    changed: keys.filter((key) => !isSame(theirs[key], base[key])),
  };
}
