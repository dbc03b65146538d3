import { search as limits } from '#content/search/contract/limits.ts';

/** Searches of this browser, the last one first. They are on no server, and leave with the browser's data. */

const KEY = 'looproom.searches';

/** What was searched here lately. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((one): one is string => typeof one === 'string').slice(0, limits.recent)
      : [];
  } catch {
    return [];
  }
}

/** Remembers a search. */
export function rememberSearch(text: string): void {
  const search = text.trim();
  if (search === '') return;
  store([search, ...recentSearches().filter((one) => one !== search)].slice(0, limits.recent));
}

/** Forgets all of them. */
export const forgetSearches = (): void => store([]);

function store(searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {
    // A browser that stores nothing searches all the same.
  }
}
