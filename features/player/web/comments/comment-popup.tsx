import { ShownName } from '#people/profiles/web/shown-name.tsx';
import { Popover } from '@base-ui/react/popover';
import type { RefObject } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { TimedComment } from '#features/feed/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { durationText } from '#platform/web/lib/format.ts';
import { useOptimisticValue } from '#platform/web/lib/optimistic.ts';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { popupStyle, positionerStyle } from '#platform/web/ui/overlays/popup-style.ts';
import { marks } from './marks.ts';
import type { CommentCluster } from './comment-clusters.ts';
import { timedCommentsQuery, playerKeys } from '#features/player/web/queries.ts';

/** Props of {@link CommentPopup}. */
export interface CommentPopupProps {
  anchor: RefObject<Element | null>;
  cluster: CommentCluster;
  trackId: string;
  /** The author of the upload marks what needs work and what is done. */
  mayMark: boolean;
  onSeek: (ms: number) => void;
  onClose: () => void;
}

/**
 * The timed comments at one place: each seeks to its position, and the author marks it. Loaded when it is first opened.
 */
export default function CommentPopup({ anchor, cluster, trackId, mayMark, onSeek, onClose }: CommentPopupProps) {
  return (
    <Popover.Root defaultOpen onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          className={positionerStyle}
          collisionPadding={8}
          side="bottom"
          sideOffset={6}
        >
          <Popover.Popup
            className={classes(popupStyle, 'max-h-80 w-80 max-w-[calc(100vw-1rem)] overflow-y-auto p-2')}
            data-player-part=""
            finalFocus={anchor as RefObject<HTMLElement | null>}
          >
            <Popover.Title className="sr-only">Comments here</Popover.Title>
            <ul className="grid gap-1">
              {cluster.timedComments.map((comment) => (
                <Line key={comment.commentId} mayMark={mayMark} comment={comment} onSeek={onSeek} trackId={trackId} />
              ))}
            </ul>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Line({
  comment,
  trackId,
  mayMark,
  onSeek,
}: {
  comment: TimedComment;
  trackId: string;
  mayMark: boolean;
  onSeek: (ms: number) => void;
}) {
  const mark = useMark(comment, trackId);
  return (
    <li className="grid gap-1 rounded-control p-2">
      <div className="flex items-center gap-2 text-sm">
        <Avatar
          id={comment.author.id ?? comment.author.username}
          name={comment.author.displayName}
          size="xs"
          src={comment.author.avatarUrl}
        />
        <span className="min-w-0 truncate font-semibold">
          <ShownName person={comment.author} />
        </span>
        <button
          className="touch-target tape link ms-auto relative"
          onClick={() => onSeek(comment.ms)}
          title="Play from here"
          type="button"
        >
          {durationText(comment.ms / 1000)}
        </button>
      </div>
      <p className="text-sm break-words text-soft">{comment.excerpt}</p>
      {(mayMark || comment.mark !== null) && (
        <div className="flex flex-wrap gap-1">
          {Object.entries(marks).map(([key, { label, icon: Icon, tone }]) => {
            const isOn = comment.mark === key;
            const inside = (
              <>
                <Icon aria-hidden="true" className={tone} size={14} />
                {label}
              </>
            );
            const style = 'inline-flex h-7 items-center gap-1.5 rounded-control px-2 text-xs font-semibold';
            if (!mayMark)
              return isOn ? (
                <span key={key} className={style}>
                  {inside}
                </span>
              ) : null;
            return (
              <button
                key={key}
                aria-pressed={isOn}
                className={classes(
                  style,
                  'touch-target relative border',
                  isOn ? 'border-hairline-strong bg-pressed' : 'border-hairline text-soft hover:bg-hover',
                )}
                onClick={() => void mark(key as keyof typeof marks)}
                type="button"
              >
                {inside}
              </button>
            );
          })}
        </div>
      )}
    </li>
  );
}

/** Marks a comment as an optimistic update; the same mark again removes it. */
function useMark(comment: TimedComment, trackId: string): (chosen: TimedComment['mark']) => Promise<void> {
  const call = useCall();
  const client = useQueryClient();
  const mark = useOptimisticValue<TimedComment['mark']>({
    key: `mark:${comment.commentId}`,
    value: comment.mark,
    show(shown) {
      const { queryKey } = timedCommentsQuery(call, '', trackId);
      client.setQueryData(queryKey, (old) => ({
        items: (old?.items ?? []).map((item) =>
          item.commentId === comment.commentId ? { ...item, mark: shown } : item,
        ),
      }));
    },
    async send(wanted) {
      const params = { commentId: comment.commentId };
      await call('PUT /uploads/comments/:commentId/mark', { params, body: { mark: wanted } });
      return () => void client.invalidateQueries({ queryKey: playerKeys.timedComments(trackId) });
    },
  });
  return (chosen) => mark((now) => (now === chosen ? null : chosen)).catch(failureToast);
}
