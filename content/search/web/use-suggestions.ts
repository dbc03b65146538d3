import { useEffect, useRef, useState } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import { search as limits } from '#content/search/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';

/** Milliseconds after the last key until the server is asked. */
const WAIT_MS = 20;
/** Answers that are remembered while the search is open. */
const REMEMBERED = 50;

type Groups = Reply<'GET /search/suggest'>['groups'];

/** Results while typing. `of` is the text that `groups` answer: it may be the one before. */
export interface Suggestions {
  readonly groups: Groups;
  readonly of: string;
  readonly isLoading: boolean;
  /** Why there are none. */
  readonly failure: string | null;
  readonly retry: () => void;
}

/** Asks for results a moment after the last key. An answer to an earlier text than the newest is dropped. */
export function useSuggestions(text: string): Suggestions {
  const call = useCall();
  const [answer, setAnswer] = useState<{ groups: Groups; of: string }>({ groups: [], of: '' });
  const [failure, setFailure] = useState<{ text: string; of: string; tried: number } | null>(null);
  const [tries, setTries] = useState(0);
  const known = useRef(new Map<string, Groups>());
  const wanted = text.trim();
  const isShort = wanted.length < limits.suggestFrom;
  useEffect(() => {
    if (isShort) return;
    const remembered = known.current.get(wanted);
    if (remembered) {
      setAnswer({ groups: remembered, of: wanted });
      return;
    }
    const abort = new AbortController();
    const ask = async () => {
      try {
        const { groups } = await call('GET /search/suggest', { query: { q: wanted }, signal: abort.signal });
        if (abort.signal.aborted) return;
        if (known.current.size >= REMEMBERED) known.current.clear();
        known.current.set(wanted, groups);
        setAnswer({ groups, of: wanted });
        setFailure(null);
      } catch (error) {
        if (abort.signal.aborted) return;
        setFailure({ text: error instanceof CallError ? error.detail : 'Please try again.', of: wanted, tried: tries });
      }
    };
    const timer = setTimeout(() => void ask(), WAIT_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [call, wanted, isShort, tries]);
  const failed = failure?.of === wanted && failure.tried === tries ? failure.text : null;
  return {
    groups: isShort ? [] : answer.groups,
    of: answer.of,
    isLoading: !isShort && answer.of !== wanted && failed === null,
    failure: isShort ? null : failed,
    retry: () => setTries((count) => count + 1),
  };
}
