import { ShownName } from '#web/features/profiles/shown-name.tsx';
import { Popover } from '@base-ui/react/popover';
import type { RefObject } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { TrackMoment } from '#contract/feed.ts';
import { useCall } from '#web/lib/api.ts';
import { durationText } from '#web/lib/format.ts';
import { useWish } from '#web/lib/wish.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { classes } from '#web/ui/classes.ts';
import { failureToast } from '#web/ui/failure-toast.ts';
import { popupLook, positionerLook } from '#web/ui/popup-look.ts';
import { marks } from './marks.ts';
import type { MomentCluster } from './moment-clusters.ts';
import { momentsQuery, playerKeys } from './queries.ts';

/** Props of {@link MomentPopup}. */
export interface MomentPopupProps {
  anchor: RefObject<Element | null>;
  cluster: MomentCluster;
  trackId: string;
  /** The author of the upload marks what needs work and what is done. */
  mayMark: boolean;
  onSeek: (ms: number) => void;
  onClose: () => void;
}

/**
 * The timed comments at one place: each seeks to its position, and the author marks it. Loaded when it is first opened.
 */
export default function MomentPopup({ anchor, cluster, trackId, mayMark, onSeek, onClose }: MomentPopupProps) {
  return (
    <Popover.Root defaultOpen onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          className={positionerLook}
          collisionPadding={8}
          side="bottom"
          sideOffset={6}
        >
          <Popover.Popup
            className={classes(popupLook, 'max-h-80 w-80 max-w-[calc(100vw-1rem)] overflow-y-auto p-2')}
            data-player-part=""
            finalFocus={anchor as RefObject<HTMLElement | null>}
          >
            <Popover.Title className="sr-only">Comments here</Popover.Title>
            <ul className="grid gap-1">
              {cluster.moments.map((moment) => (
                <Line key={moment.commentId} mayMark={mayMark} moment={moment} onSeek={onSeek} trackId={trackId} />
              ))}
            </ul>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Line({
  moment,
  trackId,
  mayMark,
  onSeek,
}: {
  moment: TrackMoment;
  trackId: string;
  mayMark: boolean;
  onSeek: (ms: number) => void;
}) {
  const mark = useMark(moment, trackId);
  return (
    <li className="grid gap-1 rounded-control p-2">
      <div className="flex items-center gap-2 text-sm">
        <Avatar
          id={moment.author.id ?? moment.author.username}
          name={moment.author.displayName}
          size="xs"
          src={moment.author.avatarUrl}
        />
        <span className="min-w-0 truncate font-semibold">
          <ShownName person={moment.author} />
        </span>
        <button
          className="touch-target tape link ml-auto relative"
          onClick={() => onSeek(moment.ms)}
          title="Play from here"
          type="button"
        >
          {durationText(moment.ms / 1000)}
        </button>
      </div>
      <p className="text-sm break-words text-soft">{moment.excerpt}</p>
      {(mayMark || moment.mark !== null) && (
        <div className="flex flex-wrap gap-1">
          {Object.entries(marks).map(([key, { label, icon: Icon, tone }]) => {
            const isOn = moment.mark === key;
            const inside = (
              <>
                <Icon aria-hidden="true" className={tone} size={14} />
                {label}
              </>
            );
            const look = 'inline-flex h-7 items-center gap-1.5 rounded-control px-2 text-xs font-semibold';
            if (!mayMark)
              return isOn ? (
                <span key={key} className={look}>
                  {inside}
                </span>
              ) : null;
            return (
              <button
                key={key}
                aria-pressed={isOn}
                className={classes(
                  look,
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

/** Marks a comment; the same mark again takes it away. Shown at once, taken back when the server refuses. */
function useMark(moment: TrackMoment, trackId: string): (chosen: TrackMoment['mark']) => Promise<void> {
  const call = useCall();
  const client = useQueryClient();
  const mark = useWish<TrackMoment['mark']>({
    of: moment.commentId,
    value: moment.mark,
    show(shown) {
      const { queryKey } = momentsQuery(call, '', trackId);
      client.setQueryData(queryKey, (old) => ({
        items: (old?.items ?? []).map((item) =>
          item.commentId === moment.commentId ? { ...item, mark: shown } : item,
        ),
      }));
    },
    async send(wanted) {
      const params = { commentId: moment.commentId };
      await call('PUT /uploads/comments/:commentId/mark', { params, body: { mark: wanted } });
      return () => void client.invalidateQueries({ queryKey: playerKeys.moments(trackId) });
    },
  });
  return (chosen) => mark((now) => (now === chosen ? null : chosen)).catch(failureToast);
}
