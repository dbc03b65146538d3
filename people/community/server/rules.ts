import { displayNameKey } from '#people/profiles/server/rules.ts';

/** What a search matches: the beginning of a username, and of a display name in small letters. */
export interface SoughtNames {
  /** Empty where no username can begin so. */
  readonly username: string;
  readonly displayName: string;
}

/**
 * Reads a search as people type it: in any case, with or without `@`, with blanks or dashes where a username has an
 * underscore. Null where nothing is left to search for.
 */
export function soughtNames(text: string): SoughtNames | null {
  const displayName = displayNameKey(text.trim().replace(/^@/, ''));
  if (displayName === '') return null;
  const username = displayName.replaceAll(/[ -]+/g, '_');
  return { username: /^[a-z0-9_]+$/.test(username) ? username : '', displayName };
}
