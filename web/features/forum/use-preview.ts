import { useEffect, useState } from 'react';
import { useCall } from '#web/lib/api.ts';
import { CallError } from '#web/lib/call.ts';

/** Milliseconds after the last key until a preview is asked for. */
const WAIT_MS = 350;

/** A rendered preview. */
export interface Preview {
  readonly title: string;
  readonly html: string;
  readonly state: 'empty' | 'waiting' | 'shown' | 'failed';
  /** Why it failed, in the server's words. */
  readonly problem: string;
  retry(): void;
}

/**
 * The text as the forum would show it, asked of the server when the writer pauses; an older question is cancelled.
 * @param kind a post's first line is its title; a reply has none.
 */
export function usePreview(text: string, kind: 'post' | 'reply', enabled: boolean): Preview {
  const call = useCall();
  const [shown, setShown] = useState({ title: '', html: '', of: '', problem: '' });
  const [tries, setTries] = useState(0);
  const empty = text.trim() === '';
  useEffect(() => {
    if (!enabled || empty) return;
    const cancel = new AbortController();
    const timer = setTimeout(() => {
      // The door renders posts: a reply gets a first line that is not shown.
      const content = kind === 'post' ? text : `-\n\n${text}`;
      call('POST /forum/preview', { body: { content }, signal: cancel.signal }).then(
        (answer) => setShown({ title: kind === 'post' ? answer.title : '', html: answer.html, of: text, problem: '' }),
        (error: unknown) => {
          if (cancel.signal.aborted) return;
          setShown((old) => ({ ...old, of: text, problem: error instanceof CallError ? error.detail : 'It failed.' }));
        },
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  }, [text, kind, enabled, empty, call, tries]);
  const state = empty ? 'empty' : shown.of === '' ? 'waiting' : shown.problem === '' ? 'shown' : 'failed';
  return { title: shown.title, html: shown.html, problem: shown.problem, state, retry: () => setTries(tries + 1) };
}
