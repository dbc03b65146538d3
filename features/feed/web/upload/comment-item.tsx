import { Check, Clock, Wrench } from 'lucide-react';
import { memo } from 'react';
import type { UploadComment } from '#features/feed/contract/endpoints.ts';
import { AnswerItem } from '#content/core/web/thread/answer-item.tsx';
import { durationText } from '#platform/web/lib/format.ts';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { useCommentMark } from '#features/feed/web/actions.ts';
import { commentsOf } from './comments.ts';

/** Props of {@link CommentItem}. */
export interface CommentItemProps {
  comment: UploadComment;
  /** The upload's author wrote it. */
  isAuthor: boolean;
  /** It was jumped to. */
  isTarget: boolean;
  /** Plays the track from the comment's position; null where the sound is not there. */
  onSeek: ((at: NonNullable<UploadComment['at']>) => void) | null;
}

/** One comment. */
export const CommentItem = memo(function CommentItem({ comment, isAuthor, isTarget, onSeek }: CommentItemProps) {
  const mark = useCommentMark(comment);
  return (
    <AnswerItem
      answer={comment}
      badge={isAuthor && <Badge tone="secondary">Author</Badge>}
      isTarget={isTarget}
      lead={<Timestamp comment={comment} onMark={mark} onSeek={onSeek} />}
      thread={commentsOf(comment.uploadId)}
    />
  );
});

const marks = [
  { key: 'needs_work', label: 'Needs work', icon: Wrench, tone: 'accent' },
  { key: 'resolved', label: 'Resolved', icon: Check, tone: 'ok' },
] as const;

/** The track position of a timed comment, and the mark that the author gave it. */
function Timestamp({
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
