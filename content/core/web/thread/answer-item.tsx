import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type Ref, useState } from 'react';
import { EditButtons, useContentMenu } from '#content/core/web/content-controls.tsx';
import { ContentNotice } from '#content/core/web/content-notice.tsx';
import { EditedMark } from '#content/core/web/edited-mark.tsx';
import { lateForm } from '#content/core/web/editor/late-form.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { RichText } from '#platform/web/ui/rich-text.tsx';
import { AvatarLink } from '#people/profiles/web/avatar-link.tsx';
import { fullName } from '#people/profiles/web/full-name.ts';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { Answer } from '#content/core/contract/shapes.ts';
import { type Thread, elementId, putAnswer } from './thread.ts';

const EditForm = lateForm('reply', () => import('#content/core/web/editor/edit-form.tsx'));

/** Props of {@link AnswerItem}; the parts between are what one type has of its own. */
export interface AnswerItemProps<A extends Answer> {
  thread: Thread<A>;
  answer: A;
  /** It was jumped to. */
  isTarget: boolean;
  /** Beside the author's name. */
  badge?: ReactNode;
  /** Above the text. */
  lead?: ReactNode;
  /** Under the text. With it the buttons stand there too on a phone: there is room for more of them. */
  footer?: ReactNode;
  /** Buttons before those that every answer has. */
  tools?: ReactNode;
  textRef?: Ref<HTMLDivElement>;
}

/** Removed, and this reader may not see its text any more. */
const isTextGone = (answer: Answer): boolean => answer.visibility === 'removed' && answer.html === '';

/** One answer of a thread. */
export function AnswerItem<A extends Answer>(props: AnswerItemProps<A>) {
  const { thread, answer, isTarget, badge, lead, footer, textRef } = props;
  const { noun, address, maxLength, kind } = thread.type;
  const actions = useAnswerActions(thread, answer);
  const [editing, setEditing] = useState(false);
  const isGone = isTextGone(answer);
  const link = address(thread.parentId, answer.id);
  const elementKey = elementId(noun, answer.id);
  const onEdit = answer.can.edit ? () => setEditing(true) : undefined;
  const { menu, windows, openHistory } = useContentMenu(answer, {
    kind,
    noun,
    authorId: answer.author.id,
    address: link,
    label: `More about this ${noun} by ${fullName(answer.author)}`,
    actions: { remove: actions.remove },
    onEdit,
  });
  const tools = (
    <>
      {props.tools}
      <EditButtons
        onEdit={editing ? null : onEdit}
        onReach={EditForm.preload}
        onRestore={answer.can.restore ? () => void actions.restore() : null}
      />
      {!isGone && menu}
    </>
  );
  return (
    <li
      className={classes('relative px-3 py-2.5 outline-none md:px-4 md:py-3', isTarget && 'bg-secondary-wash')}
      id={elementKey}
      tabIndex={-1}
    >
      <article
        aria-label={`${noun === 'reply' ? 'Reply' : 'Comment'} by ${fullName(answer.author)}`}
        className="flex gap-3"
      >
        <AvatarLink person={answer.author} size="sm" />
        <div className="min-w-0 flex-1">
          <header className={classes('flex items-start gap-2', footer !== undefined && 'lg:pe-44')}>
            <div className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-2 text-sm text-faint">
              <PersonName className="text-base text-text" person={answer.author} />
              {badge}
              <AppLink
                className="touch-target relative inline-block min-w-6 leading-6 hover:underline"
                keepScroll
                to={link}
              >
                <RelativeTime date={answer.createdAt} />
              </AppLink>
              {!isGone && <EditedMark content={answer} onHistory={openHistory} />}
            </div>
            {footer === undefined && <div className="-me-1 flex shrink-0 items-center">{tools}</div>}
          </header>
          {isGone ? (
            <p className="text-soft italic">{answer.notice}</p>
          ) : (
            <>
              {lead}
              <ContentNotice className="my-2" notice={answer.notice} visibility={answer.visibility} />
              {editing ? (
                <EditForm
                  from={answer}
                  kind="reply"
                  label={`Edit the ${noun}`}
                  maxLength={maxLength}
                  onClose={() => {
                    setEditing(false);
                    document.getElementById(elementKey)?.focus({ preventScroll: true });
                  }}
                  readNewest={actions.readNewest}
                  save={actions.save}
                />
              ) : (
                <div ref={textRef}>
                  <RichText html={answer.html} />
                </div>
              )}
            </>
          )}
          {footer !== undefined && (
            <footer className="flex flex-wrap items-center gap-x-3 has-[[role=group]]:mt-1.5">
              {footer}
              <div className="-me-1 ms-auto flex items-center lg:absolute lg:top-3 lg:end-4">{tools}</div>
            </footer>
          )}
        </div>
      </article>
      {windows}
    </li>
  );
}

/** What can be done to every answer; its list shows the result. */
function useAnswerActions<A extends Answer>(thread: Thread<A>, answer: A) {
  const call = useCall();
  const client = useQueryClient();
  const { type } = thread;
  const refetch = async () => putAnswer(client, thread, await type.read(call, answer.id));
  return {
    async save(content: string, baseVersion: number) {
      putAnswer(client, thread, await type.save(call, answer.id, { content, baseVersion }));
    },
    async readNewest() {
      const newest = await type.read(call, answer.id);
      return { source: newest.source ?? '', version: newest.version };
    },
    async remove(reason: string) {
      await type.remove(call, answer.id, reason);
      await refetch();
    },
    /** A refusal becomes a toast. */
    async restore() {
      try {
        await type.restore(call, answer.id);
        await refetch();
      } catch (error) {
        failureToast(error);
      }
    },
  };
}
