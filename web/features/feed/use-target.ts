import { useHydrated, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { UploadComment } from '#contract/feed.ts';

const idIn = (hash: string): string | null => /^#?comment-([0-9a-f-]{36})$/.exec(hash)?.[1] ?? null;

/**
 * The comment that the address points at: scrolled to once it stands there, marked until another is. Where it is not
 * among what is loaded, the page is loaded again around it.
 */
export function useTarget(comments: readonly UploadComment[], uploadId: string): string | null {
  const router = useRouter();
  const hash = useLocation({ select: (location) => location.hash });
  // The server does not see what stands behind the #.
  const target = useHydrated() ? idIn(hash) : null;
  const isHere = target !== null && comments.some(({ id }) => id === target);
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (target === null || done.current === target) return;
    if (isHere) {
      done.current = target;
      const element = document.getElementById(`comment-${target}`);
      element?.scrollIntoView({ block: 'start' });
      element?.focus({ preventScroll: true });
      return;
    }
    // It was asked for and is not there: it is gone.
    if (router.latestLocation.search.comment === target) return;
    void router.navigate({
      to: '/uploads/$uploadId',
      params: { uploadId },
      search: { comment: target },
      hash: `comment-${target}`,
      replace: true,
      resetScroll: false,
    });
  }, [target, isHere, uploadId, router]);
  return target;
}
