import { fullName } from '#web/features/profiles/full-name.ts';
import { ShownName } from '#web/features/profiles/shown-name.tsx';
import { CornerUpLeft, Pencil, Reply as ReplyIcon, RotateCcw, SmilePlus, TextQuote } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import type { Reply } from '#contract/forum.ts';
import { forum } from '#contract/limits.ts';
import { AvatarLink } from '#web/features/profiles/avatar-link.tsx';
import { PersonName } from '#web/features/profiles/person-name.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { useReplyActs } from './acts.ts';
import { ContentDialogs } from './content-dialogs.tsx';
import { ContentMenu, type OpenDialog } from '#web/features/content/content-menu.tsx';
import { ContentNotice } from '#web/features/content/content-notice.tsx';
import { copyLink } from '#web/features/content/copy-link.ts';
import { EditedMark } from '#web/features/content/edited-mark.tsx';
import { lateForm } from '#web/features/content/late-form.tsx';
import { ReactionBar } from './reaction-bar.tsx';
import { RichText } from '#web/features/content/rich-text.tsx';
import { selectedText } from './selected-text.ts';

const EditForm = lateForm('reply', () => import('#web/features/content/edit-form.tsx'));

/** Address of a reply in its thread; it also works where the thread is not loaded up to there. */
export const replyAddress = (postId: string, replyId: string): string =>
  `/forum/post/${postId}?reply=${replyId}#reply-${replyId}`;

/** Props of {@link ReplyItem}. */
export interface ReplyItemProps {
  reply: Reply;
  /** The reader wrote it. */
  isOwn: boolean;
  /** It was jumped to. */
  isTarget: boolean;
  /** Set when the reader may reply; called with the reply, and the quotation if there is one. */
  onAnswer: ((reply: Reply, quote: string | null) => void) | null;
}

/** One reply. */
export const ReplyItem = memo(function ReplyItem({ reply, isOwn, isTarget, onAnswer }: ReplyItemProps) {
  const acts = useReplyActs(reply);
  const [editing, setEditing] = useState(false);
  const [reacting, setReacting] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const body = useRef<HTMLDivElement>(null);
  const isGone = reply.visibility === 'removed' && reply.html === '';
  return (
    <li
      className={classes('relative px-3 py-2.5 outline-none md:px-4 md:py-3', isTarget && 'bg-secondary-wash')}
      id={`reply-${reply.id}`}
      tabIndex={-1}
    >
      <article aria-label={`Reply by ${fullName(reply.author)}`} className="flex gap-3">
        <AvatarLink person={reply.author} size="sm" />
        <div className="min-w-0 flex-1">
          <header className="flex min-h-8 flex-wrap items-center gap-x-2 text-sm text-faint lg:pr-44">
            <PersonName className="text-base text-text" person={reply.author} />
            <AppLink
              className="touch-target relative hover:underline"
              keepScroll
              to={replyAddress(reply.postId, reply.id)}
            >
              <RelativeTime date={reply.createdAt} />
            </AppLink>
            {!isGone && <EditedMark content={reply} onHistory={() => setDialog('history')} />}
          </header>
          {isGone ? (
            <p className="text-soft italic">{reply.notice}</p>
          ) : (
            <>
              {reply.inReplyTo && <InReplyTo answered={reply.inReplyTo} postId={reply.postId} />}
              <ContentNotice className="my-2" notice={reply.notice} visibility={reply.visibility} />
              {editing ? (
                <EditForm
                  from={reply}
                  kind="reply"
                  label="Edit the reply"
                  maxLength={forum.replyMax}
                  onClose={() => setEditing(false)}
                  readNewest={acts.readNewest}
                  save={acts.save}
                />
              ) : (
                <div ref={body}>
                  <RichText html={reply.html} />
                </div>
              )}
            </>
          )}
          <footer className="flex flex-wrap items-center gap-x-3 has-[[role=group]]:mt-1.5">
            <ReactionBar
              canReact={reply.can.react}
              counts={reply.reactions}
              onChoose={(reaction) => void acts.react(reaction)}
              open={reacting}
            />
            <div className="-mr-1 ml-auto flex items-center lg:absolute lg:top-3 lg:right-4">
              {reply.can.react && (
                <IconButton
                  aria-expanded={reacting}
                  icon={<SmilePlus aria-hidden="true" size={17} />}
                  label="React"
                  onClick={() => setReacting(!reacting)}
                  size="sm"
                />
              )}
              {onAnswer && reply.visibility === 'published' && (
                <>
                  <IconButton
                    icon={<ReplyIcon aria-hidden="true" size={17} />}
                    label={`Reply to ${fullName(reply.author)}`}
                    onClick={() => onAnswer(reply, null)}
                    size="sm"
                  />
                  <IconButton
                    icon={<TextQuote aria-hidden="true" size={17} />}
                    label="Quote"
                    onClick={() => body.current && onAnswer(reply, selectedText(body.current))}
                    // The selection that is to be quoted stays.
                    onPointerDown={(event) => event.preventDefault()}
                    size="sm"
                  />
                </>
              )}
              {reply.can.edit && !editing && (
                <IconButton
                  icon={<Pencil aria-hidden="true" size={16} />}
                  label="Edit"
                  onClick={() => setEditing(true)}
                  onPointerEnter={EditForm.preload}
                  size="sm"
                />
              )}
              {reply.can.restore && (
                <Button icon={<RotateCcw aria-hidden="true" size={15} />} onClick={() => void acts.restore()} size="sm">
                  Restore
                </Button>
              )}
              {!isGone && (
                <ContentMenu
                  canDelete={reply.can.delete}
                  canReport={reply.can.report}
                  edited={reply.editedAt !== null}
                  label={`More about this reply by ${fullName(reply.author)}`}
                  onCopyLink={() => copyLink(replyAddress(reply.postId, reply.id))}
                  onEdit={reply.can.edit ? () => setEditing(true) : undefined}
                  onOpen={setDialog}
                />
              )}
            </div>
          </footer>
        </div>
      </article>
      <ContentDialogs
        dialog={dialog}
        id={reply.id}
        isOwn={isOwn}
        kind="reply"
        onClose={() => setDialog(null)}
        onDelete={acts.remove}
      />
    </li>
  );
});

function InReplyTo({ answered, postId }: { answered: NonNullable<Reply['inReplyTo']>; postId: string }) {
  return (
    <AppLink
      className="mb-1.5 flex min-w-0 items-center gap-1.5 text-sm text-faint hover:text-text"
      keepScroll
      to={replyAddress(postId, answered.id)}
    >
      <CornerUpLeft aria-hidden="true" className="shrink-0" size={14} />
      <span className="sr-only">In reply to</span>
      <span className="max-w-[70%] shrink-0 truncate font-semibold text-soft">
        <ShownName person={answered.author} />
      </span>
      <span className="truncate">{answered.excerpt === '' ? 'removed' : answered.excerpt}</span>
    </AppLink>
  );
}
