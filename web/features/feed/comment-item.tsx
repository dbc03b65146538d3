import { fullName } from '#web/features/profiles/full-name.ts';
import { Check, Clock, Pencil, RotateCcw, Wrench } from 'lucide-react';
import { memo, useState } from 'react';
import type { UploadComment } from '#contract/feed.ts';
import { feed } from '#contract/limits.ts';
import { ContentMenu, type OpenDialog } from '#web/features/content/content-menu.tsx';
import { ContentNotice } from '#web/features/content/content-notice.tsx';
import { copyLink } from '#web/features/content/copy-link.ts';
import { EditedMark } from '#web/features/content/edited-mark.tsx';
import { lateForm } from '#web/features/content/late-form.tsx';
import { RichText } from '#web/features/content/rich-text.tsx';
import { AvatarLink } from '#web/features/profiles/avatar-link.tsx';
import { PersonName } from '#web/features/profiles/person-name.tsx';
import { durationText } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { useCommentActs } from './acts.ts';
import { commentAddress } from './filter.ts';
import { UploadDialogs } from './upload-dialogs.tsx';

const EditForm = lateForm('reply', () => import('#web/features/content/edit-form.tsx'));

/** Props of {@link CommentItem}. */
export interface CommentItemProps {
  comment: UploadComment;
  /** The reader wrote it. */
  isOwn: boolean;
  /** The upload's author wrote it. */
  isAuthor: boolean;
  /** It was jumped to. */
  isTarget: boolean;
  /** Plays the track from the comment's position; null where the sound is not there. */
  onSeek: ((at: NonNullable<UploadComment['at']>) => void) | null;
}

/** One comment. */
export const CommentItem = memo(function CommentItem({ comment, isOwn, isAuthor, isTarget, onSeek }: CommentItemProps) {
  const acts = useCommentActs(comment);
  const [editing, setEditing] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const isGone = comment.visibility === 'removed' && comment.html === '';
  const address = commentAddress(comment.uploadId, comment.id);
  return (
    <li
      className={classes('relative px-3 py-2.5 outline-none md:px-4 md:py-3', isTarget && 'bg-secondary-wash')}
      id={`comment-${comment.id}`}
      tabIndex={-1}
    >
      <article aria-label={`Comment by ${fullName(comment.author)}`} className="flex gap-3">
        <AvatarLink person={comment.author} size="sm" />
        <div className="min-w-0 flex-1">
          <header className="flex items-start gap-2">
            <div className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-2 text-sm text-faint">
              <PersonName className="text-base text-text" person={comment.author} />
              {isAuthor && <Badge tone="secondary">Author</Badge>}
              <AppLink className="touch-target relative hover:underline" keepScroll to={address}>
                <RelativeTime date={comment.createdAt} />
              </AppLink>
              {!isGone && <EditedMark content={comment} onHistory={() => setDialog('history')} />}
            </div>
            <div className="-mr-1 flex shrink-0 items-center">
              {comment.can.edit && !editing && (
                <IconButton
                  icon={<Pencil aria-hidden="true" size={16} />}
                  label="Edit"
                  onClick={() => setEditing(true)}
                  onPointerEnter={EditForm.preload}
                  size="sm"
                />
              )}
              {comment.can.restore && (
                <Button icon={<RotateCcw aria-hidden="true" size={15} />} onClick={() => void acts.restore()} size="sm">
                  Restore
                </Button>
              )}
              {!isGone && (
                <ContentMenu
                  canDelete={comment.can.delete}
                  canReport={comment.can.report}
                  edited={comment.editedAt !== null}
                  label={`More about this comment by ${fullName(comment.author)}`}
                  onCopyLink={() => copyLink(address)}
                  onEdit={comment.can.edit ? () => setEditing(true) : undefined}
                  onOpen={setDialog}
                />
              )}
            </div>
          </header>
          {isGone ? (
            <p className="text-soft italic">{comment.notice}</p>
          ) : (
            <>
              <Moment comment={comment} onMark={acts.mark} onSeek={onSeek} />
              <ContentNotice className="my-2" notice={comment.notice} visibility={comment.visibility} />
              {editing ? (
                <EditForm
                  from={comment}
                  kind="reply"
                  label="Edit the comment"
                  maxLength={feed.commentMax}
                  onClose={() => {
                    setEditing(false);
                    document.getElementById(`comment-${comment.id}`)?.focus({ preventScroll: true });
                  }}
                  readNewest={acts.readNewest}
                  save={acts.save}
                />
              ) : (
                <RichText html={comment.html} />
              )}
            </>
          )}
        </div>
      </article>
      <UploadDialogs
        dialog={dialog}
        id={comment.id}
        isOwn={isOwn}
        kind="comment"
        onClose={() => setDialog(null)}
        onDelete={acts.remove}
      />
    </li>
  );
});

const marks = [
  { key: 'needs_work', label: 'Needs work', icon: Wrench, tone: 'accent' },
  { key: 'resolved', label: 'Resolved', icon: Check, tone: 'ok' },
] as const;

/** The track position of a timed comment, and the mark that the author gave it. */
function Moment({
  comment,
  onSeek,
  onMark,
}: {
  comment: UploadComment;
  onSeek: CommentItemProps['onSeek'];
  onMark: (mark: UploadComment['mark']) => Promise<void>;
}) {
  const { at, mark } = comment;
  if (!at) return null;
  const time = durationText(at.ms / 1000);
  const stamp = 'tape inline-flex h-7 items-center gap-1.5 rounded-small px-2 text-sm';
  return (
    <div className="mb-1 flex flex-wrap items-center gap-2">
      {onSeek ? (
        <button
          aria-label={`Play from ${time}`}
          className={classes(stamp, 'touch-target bg-primary-wash text-primary-text hover:underline')}
          onClick={() => onSeek(at)}
          type="button"
        >
          <Clock aria-hidden="true" size={14} />
          {time}
        </button>
      ) : (
        <span className={classes(stamp, 'bg-hover text-faint')}>{time}</span>
      )}
      {comment.can.mark
        ? marks.map(({ key, label, icon: Icon }) => (
            <button
              key={key}
              aria-pressed={mark === key}
              className="touch-target inline-flex h-7 items-center gap-1.5 rounded-small border border-hairline-strong px-2 text-sm text-soft hover:bg-hover aria-pressed:border-transparent aria-pressed:bg-pressed aria-pressed:font-semibold aria-pressed:text-text"
              onClick={() => void onMark(key)}
              type="button"
            >
              <Icon aria-hidden="true" size={14} />
              {/* On a phone there is room for the one that holds. */}
              <span className={classes(mark !== key && 'max-sm:sr-only')}>{label}</span>
            </button>
          ))
        : marks
            .filter(({ key }) => key === mark)
            .map(({ key, label, icon: Icon, tone }) => (
              <Badge key={key} icon={<Icon aria-hidden="true" size={12} />} tone={tone}>
                {label}
              </Badge>
            ))}
    </div>
  );
}
