import { useState } from 'react';

/** 18+ posts that the reader has chosen to see, until the page is left. Filled by clicks only, so never on the server. */
const revealed = new Set<string>();

/** Whether an 18+ post is shown clearly, and what shows it. */
export function useRevealed(post: {
  readonly id: string;
  readonly isAdult: boolean;
}): [shown: boolean, reveal: () => void] {
  const [shown, setShown] = useState(() => !post.isAdult || revealed.has(post.id));
  return [
    shown || !post.isAdult,
    () => {
      revealed.add(post.id);
      setShown(true);
    },
  ];
}
