import { fullName } from '#people/profiles/web/full-name.ts';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useRef, useState } from 'react';
import type { TimedComment, Upload } from '#features/feed/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { durationText } from '#platform/web/lib/format.ts';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { marks } from './marks.ts';
import { clusterComments, type CommentCluster } from './comment-clusters.ts';
import type { CommentPopupProps } from './comment-popup.tsx';
import { timedCommentsQuery } from '#features/player/web/queries.ts';
import { useInView } from '#features/player/web/waveform/use-in-view.ts';
import { useSecond } from '#features/player/web/engine/use-player.ts';
import { useWidth } from '#features/player/web/waveform/use-width.ts';

const CommentPopup = latePart<CommentPopupProps>(() => import('./comment-popup.tsx'), {
  name: 'The comments',
  notice: 'float',
});

/** Width of a mark, with the room that a finger needs between two. */
const markPx = 26;
/** Seconds for which a timed comment is shown as the playhead passes it. */
const shownSeconds = 4;

/** Props of {@link TimedComments}. */
export interface TimedCommentsProps {
  upload: Upload;
  trackId: string;
  durationMs: number;
  isCurrent: boolean;
  /** Read at once, not only when the waveform comes into view. */
  eager: boolean;
  onSeek: (ms: number) => void;
}

/** The timed comments, below the waveform: whose is where. A comment is shown as the playhead passes it. */
export function TimedComments(props: TimedCommentsProps) {
  const { upload, trackId, durationMs, isCurrent, eager } = props;
  const call = useCall();
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const isSeen = useInView(place);
  const timedComments = useQuery({
    ...timedCommentsQuery(call, upload.id, trackId),
    enabled: upload.commentCount > 0 && (eager || isSeen),
  });
  const items = timedComments.data?.items ?? [];
  const second = useSecond(isCurrent && items.length > 0);
  const clusters = clusterComments(items, durationMs, width ?? 0, markPx);
  const passing = isCurrent && second > 0 ? commentAt(items, second) : null;
  const [open, setOpen] = useState<string | null>(null);
  return (
    <div ref={place} className="timed-comments">
      {clusters.length > 0 && (
        <ol aria-label="Timed comments">
          {clusters.map((cluster) => (
            <Mark
              key={cluster.key}
              cluster={cluster}
              isOpen={open === cluster.key}
              onOpen={(isOpen) => setOpen(isOpen ? cluster.key : null)}
              passing={cluster.timedComments.find((comment) => comment === passing) ?? null}
              props={props}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

/** The timed comment that the playhead has just passed. */
function commentAt(timedComments: readonly TimedComment[], second: number): TimedComment | null {
  return (
    timedComments.findLast((comment) => {
      const at = Math.floor(comment.ms / 1000);
      return at <= second && second < at + shownSeconds;
    }) ?? null
  );
}

function Mark({
  cluster,
  passing,
  isOpen,
  onOpen,
  props,
}: {
  cluster: CommentCluster;
  passing: TimedComment | null;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  props: TimedCommentsProps;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const first = cluster.timedComments[0]!;
  const shown = passing ?? first;
  const sign = cluster.mark && marks[cluster.mark];
  const others = cluster.timedComments.length - 1;
  const hasPopup = others > 0 || props.upload.can.manageTracks;
  return (
    <li
      className="timed-comment"
      data-late={cluster.share > 0.5 || undefined}
      data-passing={passing !== null || undefined}
      style={{ left: `${cluster.share * 100}%`, '--lean': cluster.share } as CSSProperties}
    >
      <button
        ref={button}
        aria-expanded={hasPopup ? isOpen : undefined}
        aria-haspopup={hasPopup ? 'dialog' : undefined}
        aria-label={nameOf(cluster)}
        className="timed-comment-mark"
        onClick={() => {
          props.onSeek(first.ms);
          if (hasPopup) onOpen(true);
        }}
        onPointerEnter={hasPopup ? CommentPopup.preload : undefined}
        type="button"
      >
        <Avatar
          id={shown.author.id ?? shown.author.username}
          name={shown.author.displayName}
          size="xs"
          src={shown.author.avatarUrl}
        />
        {others > 0 && <span className="timed-comment-count tape">{cluster.timedComments.length}</span>}
        {sign && (
          <span className="timed-comment-sign">
            <sign.icon aria-hidden="true" className={sign.tone} size={11} strokeWidth={2.5} />
          </span>
        )}
      </button>
      {!isOpen && (
        <span aria-hidden="true" className="timed-comment-text">
          {shown.excerpt}
        </span>
      )}
      {isOpen && (
        <CommentPopup
          anchor={button}
          cluster={cluster}
          mayMark={props.upload.can.manageTracks}
          onClose={() => onOpen(false)}
          onGiveUp={() => onOpen(false)}
          onSeek={props.onSeek}
          trackId={props.trackId}
        />
      )}
    </li>
  );
}

function nameOf({ timedComments, mark }: CommentCluster): string {
  const first = timedComments[0]!;
  const who =
    timedComments.length > 1
      ? `${timedComments.length} comments from ${durationText(first.ms / 1000)}`
      : `${fullName(first.author)} at ${durationText(first.ms / 1000)}: ${first.excerpt}`;
  return mark === null ? who : `${who}. ${marks[mark].label}`;
}
