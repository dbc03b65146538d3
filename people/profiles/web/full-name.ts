import type { Person } from '#platform/contract/shapes.ts';

/** A member's name in a sentence or a label: with the username, if the name of another member is confusable with it. */
export function fullName({
  displayName,
  username,
  sharesName,
}: Pick<Person, 'displayName' | 'username' | 'sharesName'>): string {
  return sharesName ? `${displayName} (@${username})` : displayName;
}
