import type { Viewer } from '#contract/accounts.ts';

/** The composer over a feed. */
export function FeedComposer({ viewer }: { viewer: Viewer }) {
  return <div hidden>{viewer.username}</div>;
}
