import { useState } from 'react';

/** 18+ posts that the reader has chosen to see, until the page is left. Filled by clicks only, so never on the server. */
const revealed = new Set<string>();
/** Stands in it for the whole 18+ category. */
const category = 'nsfw';

/** Whether the reader has chosen to see the whole 18+ category. */
export const isAdultCategoryShown = (): boolean => revealed.has(category);

/** Shows the whole 18+ category, or hides it again. Lists that are drawn already must be drawn from the start. */
export function showAdultCategory(shown: boolean): void {
  if (shown) revealed.add(category);
  else revealed.delete(category);
}

/** Whether an 18+ post is shown clearly, and what shows it. */
export function useRevealed(post: {
  readonly id: string;
  readonly isAdult: boolean;
  readonly category?: { readonly name: string | null };
}): [shown: boolean, reveal: () => void] {
  const [shown, setShown] = useState(
    () => !post.isAdult || revealed.has(post.id) || revealed.has(post.category?.name ?? ''),
  );
  return [
    shown || !post.isAdult,
    () => {
      revealed.add(post.id);
      setShown(true);
    },
  ];
}
