import { useHydrated, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Answer } from '#content/core/contract/shapes.ts';
import { type Thread, elementId } from './thread.ts';

/**
 * The answer that the address points at: scrolled to once it is rendered, marked until another is. Where it is not among
 * what is loaded, the page is loaded again around it.
 */
export function useTarget<A extends Answer>({ type, parentId }: Thread<A>, answers: readonly A[]): string | null {
  const router = useRouter();
  const hash = useLocation({ select: (location) => location.hash });
  const { noun } = type;
  const found = new RegExp(`^#?${noun}-([0-9a-f-]{36})$`).exec(hash)?.[1] ?? null;
  // The server does not see what stands behind the #.
  const target = useHydrated() ? found : null;
  const isHere = target !== null && answers.some(({ id }) => id === target);
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (target === null || done.current === target) return;
    if (isHere) {
      done.current = target;
      const element = document.getElementById(elementId(noun, target));
      element?.scrollIntoView({ block: 'start' });
      element?.focus({ preventScroll: true });
      return;
    }
    // The page was loaded around it and does not have it: it does not exist any more.
    if ((router.latestLocation.search as Readonly<Record<string, unknown>>)[noun] === target) return;
    void router.navigate({ href: type.address(parentId, target), replace: true, resetScroll: false });
  }, [target, isHere, parentId, noun, type, router]);
  return target;
}
