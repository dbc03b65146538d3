import type { Person } from '#platform/contract/shapes.ts';
import { fullName } from './full-name.ts';

const titles: Readonly<Record<string, string>> = { admin: 'Admin', moderator: 'Moderator' };

/** How a member of staff is called; undefined for everybody else. */
export const staffTitleOf = (person: Pick<Person, 'badge'>): string | undefined => titles[person.badge.key];

/** A name in a sentence, with what its member is among staff: "Milo (Moderator)". */
export function nameWithTitle(person: Pick<Person, 'displayName' | 'username' | 'sharesName' | 'badge'>): string {
  const title = staffTitleOf(person);
  return title === undefined ? fullName(person) : `${person.displayName} (${title})`;
}
