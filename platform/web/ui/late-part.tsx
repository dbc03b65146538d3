import { useHydrated } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { whenReleased } from '#platform/web/lib/press.ts';
import { serverAnswers } from '#platform/web/lib/server-answers.ts';
import { ErrorState } from './error-state.tsx';
import { FloatingNotice } from './overlays/floating-notice.tsx';

/** How a part stands in while its code is on the way, and what is said when it cannot be had. */
export interface LatePartOptions<P> {
  /** What could not be loaded, as a sentence begins: "The editor". */
  name: string;
  /** Where the failure is said: in the part's own place, or floating over the page when it has none. */
  notice: 'place' | 'float';
  /** Says that nothing is lost: "What you wrote is kept." */
  reassurance?: string;
  /** Stands there until the code is here, in pages from the server too; beside a floating notice it stays. */
  waiting?: (props: P) => ReactNode;
}

interface GiveUp {
  /** The reader puts a floating notice away: whoever asked for the part takes that back. */
  onGiveUp?: () => void;
}

/** A component whose code is fetched when it is first drawn, or before. */
export type LatePart<P> = ComponentType<P & GiveUp> & {
  /** Fetches the code ahead, where the reader is about to need it. Quiet when it fails. */
  preload(): void;
};

/**
 * A component whose code comes late, for the browser alone; what stands in is not taken away while it is pressed. When
 * the code cannot be had the rest of the page stands: the part says so and tries again when asked.
 * @param fetchPart `() => import('./part.tsx')`
 */
export function latePart<P extends object>(
  fetchPart: () => Promise<{ default: ComponentType<P> }>,
  options: LatePartOptions<P>,
): LatePart<P> {
  let Loaded: ComponentType<P> | null = null;
  const load = async (): Promise<void> => {
    Loaded ??= (await fetchPart()).default;
  };

  function Part(props: P & GiveUp) {
    // A page from the server has what stands in, also where the code is here before the page is alive.
    const hydrated = useHydrated();
    const [state, setState] = useState<'waiting' | 'here' | 'failed' | 'again'>(
      Loaded && hydrated ? 'here' : 'waiting',
    );
    useEffect(() => {
      let isWanted = true;
      load().then(
        () => whenReleased(() => isWanted && setState('here')),
        () => isWanted && setState('failed'),
      );
      return () => {
        isWanted = false;
      };
    }, []);
    const retry = async () => {
      setState('again');
      try {
        await load();
        setState('here');
      } catch {
        // Browsers remember a module that failed, and a newer release has other files: only a fresh page gets past
        // both.
        if (await serverAnswers()) location.reload();
        else setState('failed');
      }
    };
    if (Loaded && state === 'here') return <Loaded {...props} />;
    const standIn = options.waiting?.(props);
    if (state === 'waiting') return standIn;
    const failure = {
      busy: state === 'again',
      description: options.reassurance ?? 'Check your connection, then try again.',
      onRetry: () => void retry(),
      title: `${options.name} could not be loaded.`,
    };
    if (options.notice === 'place') return <ErrorState {...failure} compact />;
    return (
      <>
        {standIn}
        <FloatingNotice {...failure} onDismiss={props.onGiveUp} />
      </>
    );
  }

  return Object.assign(Part, { preload: () => void load().catch(() => {}) });
}
