import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';

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
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);

  const { data, error, refetch } = useQuery({
    queryKey: ['forum', 'preview', kind, settled],
    queryFn: ({ signal }) => call('POST /forum/preview', { body: { content: settled, kind }, signal }),
    enabled: enabled && settled.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  const isEmpty = text.trim() === '';
  const shown = data && !isEmpty ? 'shown' : 'waiting';
  return {
    title: data?.title ?? '',
    html: data?.html ?? '',
    state: isEmpty ? 'empty' : error ? 'failed' : shown,
    problem: error instanceof CallError ? error.detail : '',
    retry: () => void refetch(),
  };
}
