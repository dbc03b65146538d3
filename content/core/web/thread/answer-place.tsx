import { useHydrated } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { lateForm } from '#content/core/web/editor/late-form.tsx';
import { postingRestriction } from '#content/core/web/posting-restriction.ts';
import { readDraft } from '#platform/web/lib/draft.ts';
import { isTyping } from '#platform/web/lib/press.ts';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import type { Answer } from '#content/core/contract/shapes.ts';
import type { Thread } from './thread.ts';

const AnswerForm = lateForm('reply', () => import('./answer-form.tsx'));

const strip =
  'flex flex-wrap items-center justify-between gap-3 rounded-card border border-hairline bg-surface px-4 py-3 [&>a]:max-w-full [&>a]:shrink [&>a]:whitespace-normal';

/** Props of {@link AnswerPlace}. */
export interface AnswerPlaceProps<A extends Answer> {
  thread: Thread<A>;
  /** Null where the reader may answer; else why not, in words. */
  closed: string | null;
  /** The reader has asked for the form. */
  isAsked: boolean;
  onAsk: () => void;
  /** Loads the form's code ahead. */
  onPreload: () => void;
  renderForm: (viewer: Viewer) => ReactNode;
}

/** Where an answer is written that is nothing but its text, or why it cannot be. */
export function PlainAnswerPlace<A extends Answer>({
  onSent,
  ...props
}: Pick<AnswerPlaceProps<A>, 'thread' | 'closed'> & { onSent(this: void, answer: A): void }) {
  const [asked, setAsked] = useState(0);
  return (
    <AnswerPlace
      {...props}
      isAsked={asked > 0}
      onAsk={() => setAsked((count) => count + 1)}
      onPreload={AnswerForm.preload}
      renderForm={(viewer) => <AnswerForm asked={asked} onSent={onSent} thread={props.thread} viewer={viewer} />}
    />
  );
}

/** Where an answer is written, or why it cannot be. `BackLink` skips to it. */
export function AnswerPlace<A extends Answer>(props: AnswerPlaceProps<A>) {
  return (
    <div className="outline-none" id="your-answer" tabIndex={-1}>
      <Place {...props} />
    </div>
  );
}

function Place<A extends Answer>(props: AnswerPlaceProps<A>) {
  const { viewer } = useAuth();
  const { invitation, noun } = props.thread.type;
  if (!viewer) {
    return (
      <div className={strip}>
        <p className="text-soft">{invitation}</p>
        <ButtonLink to="/auth">{`Sign in to ${noun}`}</ButtonLink>
      </div>
    );
  }
  if (props.closed !== null)
    return <p className={`${strip} text-soft`}>{postingRestriction(viewer) ?? props.closed}</p>;
  return <Box {...props} viewer={viewer} />;
}

/**
 * The form, once the reader has reached for it or has left a text in it. The editor's code comes only then. Until then
 * the button from the server stays where it is: it may be under a finger while the page hydrates.
 */
function Box<A extends Answer>({
  thread: { type, parentId },
  isAsked,
  onAsk,
  onPreload,
  renderForm,
  viewer,
}: AnswerPlaceProps<A> & { viewer: Viewer }) {
  const hydrated = useHydrated();
  const hadDraft = useMemo(
    () => hydrated && readDraft(type.draft(parentId, viewer.id)) !== null,
    [hydrated, type, parentId, viewer.id],
  );
  const open = useEffectEvent(onAsk);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'r' || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (isAsked || hadDraft) return renderForm(viewer);
  return (
    <button
      aria-keyshortcuts="r"
      className="control block w-full rounded-card border border-control-line bg-sunken px-4 py-3 text-start text-faint"
      onClick={onAsk}
      onFocus={onPreload}
      onPointerEnter={onPreload}
      type="button"
    >
      {`Write a ${type.noun}`}
    </button>
  );
}
