import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { TopicName } from '#site/contract/contract.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { announce } from '#platform/web/lib/page/announce.ts';
import { countText } from '#platform/web/lib/format.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Counter } from '#platform/web/ui/counter.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { AnswerList } from './answer-list.tsx';
import { answersQuery } from './thread-pages.ts';
import type { Answer } from '#content/core/contract/shapes.ts';
import { type Thread, elementId, putAnswer } from './thread.ts';
import { useTarget } from './use-target.ts';
import { type LiveThread, useThreadLive } from './use-thread-live.ts';

/** `1 reply`, `2 replies`: the word alone. */
export const countWord = ({ type }: Thread<Answer>, count: number): string => (count === 1 ? type.noun : type.plural);

/** What a page needs of its thread. @param around the answer it was opened at, or empty */
export function useThread<A extends Answer, N extends TopicName>(
  thread: Thread<A>,
  around: string,
  live: Omit<LiveThread<A, N>, 'thread' | 'atEnd'>,
) {
  const call = useCall();
  const client = useQueryClient();
  const router = useRouter();
  const pages = useSuspenseInfiniteQuery(answersQuery(call, thread.type, thread.parentId, around));
  const answers = itemsOf<A>(pages.data);
  const atEnd = !pages.hasNextPage;
  const { waiting, clear } = useThreadLive({ ...live, thread, atEnd });
  const targetId = useTarget(thread, answers);
  // The answer that gets the focus, once, as soon as it is rendered.
  const [sentId, setSentId] = useState<string | null>(null);
  const focusedId = useRef<string | null>(null);
  const { noun } = thread.type;
  useEffect(() => {
    if (sentId === null || sentId === focusedId.current || !answers.some(({ id }) => id === sentId)) return;
    focusedId.current = sentId;
    document.getElementById(elementId(noun, sentId))?.focus({ preventScroll: true });
  }, [sentId, answers, noun]);
  return {
    thread,
    answers,
    atEnd,
    waiting,
    targetId,
    pages,
    /** Shows an answer that the reader has just written. */
    onSent(answer: A) {
      putAnswer(client, thread, answer);
      announce(`Your ${thread.type.noun} is posted.`);
      // Whoever writes on stays in the field; the button has nothing to send any more.
      if (!(document.activeElement instanceof HTMLTextAreaElement)) setSentId(answer.id);
      if (!atEnd) void router.navigate({ href: thread.type.address(thread.parentId, answer.id) });
    },
    toEnd() {
      clear();
      void pages.fetchNextPage();
    },
  };
}

/** Props of {@link ThreadSection}. */
export interface ThreadSectionProps<A extends Answer> {
  state: ReturnType<typeof useThread<A, TopicName>>;
  count: number;
  /** Answers that are hidden because the reader blocks their authors. */
  hidden: number | undefined;
  /** The reader may write the first answer. */
  mayAnswer: boolean;
  /** The answer that the address names does not exist any more. */
  isMissing: boolean;
  /** Beside the heading. */
  aside?: ReactNode;
  renderItem: (answer: A) => ReactNode;
  /** Where an answer is written. */
  children: ReactNode;
}

/** A thread under its parent: heading, answers, what came meanwhile, and the form. */
export function ThreadSection<A extends Answer>({
  state,
  count,
  hidden = 0,
  mayAnswer,
  isMissing,
  aside,
  renderItem,
  children,
}: ThreadSectionProps<A>) {
  const { thread, answers, pages, waiting, toEnd } = state;
  const { noun, plural } = thread.type;
  return (
    <section aria-labelledby={plural} className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="heading flex items-baseline gap-2 text-xl" id={plural} tabIndex={-1}>
          <Counter value={count} />
          {countWord(thread, count)}
        </h2>
        {aside}
      </div>
      {isMissing && (
        <p className="rounded-card border border-hairline bg-raised px-4 py-3 text-soft" role="status">
          This {noun} does not exist any more.
        </p>
      )}
      {answers.length === 0 && hidden === 0 && mayAnswer && (
        <p className="text-soft">No {plural} yet. Yours would be the first.</p>
      )}
      {(answers.length > 0 || pages.hasPreviousPage) && (
        <AnswerList
          answers={answers}
          onLater={toEnd}
          pages={pages}
          parentId={thread.parentId}
          renderItem={renderItem}
          type={thread.type}
        />
      )}
      {hidden > 0 && (
        <p className="text-sm text-soft">
          {`${countText(hidden)} ${countWord(thread, hidden)} ${hidden === 1 ? 'is' : 'are'} hidden because you blocked ${hidden === 1 ? 'its author' : 'their authors'}.`}
        </p>
      )}
      {pages.isRefetchError && (
        <ErrorState compact onRetry={() => void pages.refetch()} title={`New ${plural} could not be loaded.`} />
      )}
      <div aria-live="polite" id={`${plural}-end`}>
        {waiting > 0 && (
          <Button className="w-full" icon={<ArrowDown aria-hidden="true" size={16} />} onClick={toEnd}>
            {waiting} new {countWord(thread, waiting)}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}
