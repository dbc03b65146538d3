import { type ForumOrder, fixedCategories } from '#features/forum/contract/limits.ts';
import { type SiteParts, shownParts } from '#platform/web/lib/page/shown-parts.ts';
import type { ForumCategory } from '#features/forum/web/queries.ts';

/** A filter of the list, as its chip shows it. */
export interface CategoryChoice {
  /** What stands in the address: a fixed key or a row's slug; empty for all. */
  readonly value: string;
  readonly label: string;
  /** What a post names: a fixed key or a row's id. */
  readonly id: string;
}

/** The address of the list, of one category or all. */
export function categoryAddress(category: string | null): string {
  return category === null || category === '' ? '/forum' : `/forum?category=${encodeURIComponent(category)}`;
}

/** The address of the list in an order. */
export function orderAddress(category: string, order: ForumOrder): string {
  const address = categoryAddress(category);
  return `${address}${address.includes('?') ? '&' : '?'}order=${order}`;
}

/** The chip that shows the gallery's images instead of posts; nobody posts in it. */
export const imageBoard: CategoryChoice = { value: 'image-board', label: 'Image Board', id: 'image-board' };

/** The chips: All, the fixed ones with the Image Board after the first, then the rows of `forum_categories`. */
export function categoryChoices(parts: SiteParts | undefined, rows: readonly ForumCategory[]): CategoryChoice[] {
  const fixed = fixedCategories.flatMap(({ key, label }, at) => [
    { value: key, label, id: key },
    ...(at === 0 ? [imageBoard] : []),
  ]);
  return [
    { value: '', label: 'All', id: '' },
    ...shownParts<CategoryChoice>(parts, fixed, ({ value }) => categoryAddress(value)),
    ...rows.map(({ slug, name, id }) => ({ value: slug, label: name, id })),
  ];
}

/** The choice that an address names, by key, slug or id; null when there is none. */
export function chosenCategory(
  parts: SiteParts | undefined,
  rows: readonly ForumCategory[],
  category: string,
): CategoryChoice | null {
  return categoryChoices(parts, rows).find((choice) => choice.value === category || choice.id === category) ?? null;
}

/** Whether members can follow a category: not all at once, not pictures, and not 18+, whose posts no notification names. */
export const isFollowable = ({ value }: CategoryChoice): boolean => !['', imageBoard.value, 'nsfw'].includes(value);
