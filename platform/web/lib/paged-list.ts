import type { InfiniteData } from '@tanstack/react-query';

/** Something with a place in a thread. */
interface Placed {
  readonly id: string;
  readonly place: number;
}

/** One page of a list, oldest first, with cursors both ways. */
interface PlacedPage<T> {
  readonly items: T[];
  readonly next: string | null;
  readonly previous: string | null;
}

/** The items of a list of pages, once each: pages may overlap. */
export function itemsOf<T extends { readonly id: string }>(
  data: { readonly pages: readonly { readonly items: readonly T[] }[] } | undefined,
): T[] {
  const seen = new Set<string>();
  return (data?.pages ?? []).flatMap((page) => page.items.filter(({ id }) => !seen.has(id) && Boolean(seen.add(id))));
}

/** Changes one item of a list of pages; null takes it out. */
export function changeItem<T extends { readonly id: string }, P extends { readonly items: T[] }>(
  data: InfiniteData<P>,
  id: string,
  change: (item: T) => T | null,
): InfiniteData<P> {
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: page.items.flatMap((item) => (item.id === id ? (change(item) ?? []) : item)),
    })),
  };
}

const isBefore = (left: Placed, right: Placed): boolean => left.place < right.place;

/**
 * Puts an item in its place, if the loaded stretch reaches there; one that is there already is brought up to
 * date. A list whose end is not loaded gets it when it is read on.
 */
export function placeItem<T extends Placed, P extends PlacedPage<T>>(data: InfiniteData<P>, item: T): InfiniteData<P> {
  const all = data.pages.flatMap((page) => page.items);
  if (all.some(({ id }) => id === item.id)) return changeItem<T, P>(data, item.id, () => item);
  const [first, last] = [all[0], all.at(-1)];
  if (data.pages.at(-1)?.next != null && (!last || isBefore(last, item))) return data;
  if (data.pages[0]?.previous != null && (!first || isBefore(item, first))) return data;
  const home = data.pages.findIndex((page, index) => {
    const end = page.items.at(-1);
    return index === data.pages.length - 1 || (end !== undefined && isBefore(item, end));
  });
  return {
    ...data,
    pages: data.pages.map((page, index) => {
      if (index !== home) return page;
      const after = page.items.findIndex((other) => isBefore(item, other));
      const at = after < 0 ? page.items.length : after;
      return { ...page, items: [...page.items.slice(0, at), item, ...page.items.slice(at)] };
    }),
  };
}
