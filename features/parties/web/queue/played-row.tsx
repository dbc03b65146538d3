import type { PartyReaction } from '#features/parties/contract/limits.ts';
import { ArtworkPicture } from '#features/player/web/bar/artwork.tsx';
import { sitePlayer, usePlayer } from '#features/player/web/engine/use-player.ts';
import { PlayButton } from '#features/player/web/play-button.tsx';
import { Waveform } from '#features/player/web/waveform/waveform.tsx';
import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import { countText, durationText } from '#platform/web/lib/format.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { LocalTime } from '#platform/web/ui/local-date.tsx';
import { ReactionIcon, reactionLabel } from '#features/parties/web/chat/reaction-icon.tsx';
import type { RecordItem } from '#features/parties/web/chat/replay.ts';

/** A track of the record: when it was played and by whom, and the reactions to it where they were given. */
export function PlayedRow({
  played,
  isCurrent,
  onPlay,
}: {
  played: RecordItem;
  /** It is what the player replays. */
  isCurrent: boolean;
  /** Plays the record from here. */
  onPlay: (atMs: number) => void;
}) {
  const { item, startedAt, reactions } = played;
  const status = usePlayer((state) => (isCurrent ? state.status : 'paused'));
  const state = status === 'failed' ? 'paused' : status;
  return (
    <div className="flex min-w-0 gap-3">
      <PlayButton
        className="party-play"
        disabled={!item.file?.url}
        onPress={() => (isCurrent ? sitePlayer().toggle() : onPlay(0))}
        state={state}
        title={item.title}
      />
      {item.artwork.length > 0 && <ArtworkPicture track={item} />}
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex min-w-0 items-baseline justify-between gap-3">
          <AppLink className="truncate font-semibold hover:underline" to={`/uploads/${item.uploadId}`}>
            {item.title}
          </AppLink>
          <LocalTime className="tape shrink-0 text-sm text-soft" date={startedAt} />
        </p>
        <p className="text-sm break-words text-soft">
          <DisplayName name={item.author.displayName} /> · {durationText(item.durationMs / 1000)}
          {item.addedBy.id !== null && (
            <>
              {' '}
              · put on by{' '}
              <AppLink className="hover:underline" to={`/profile/${item.addedBy.username}`}>
                <DisplayName name={item.addedBy.displayName} />
              </AppLink>
            </>
          )}
        </p>
        {item.file?.wave && (
          <div className="party-record-wave">
            <Waveform
              id={`wave-${item.id}`}
              durationMs={item.durationMs}
              isCurrent={isCurrent}
              onSeek={(ms) => (isCurrent ? sitePlayer().seekTo(ms) : onPlay(ms))}
              wave={item.file.wave}
              title={item.title}
            />
            {reactions.map(({ key, atMs }) => (
              <span
                aria-hidden="true"
                className="party-record-reaction"
                key={`${key}:${atMs}`}
                style={{ left: `${Math.min(100, (atMs / item.durationMs) * 100)}%` }}
              />
            ))}
          </div>
        )}
        {reactions.length > 0 && <Sums reactions={reactions} title={item.title} />}
      </div>
    </div>
  );
}

function Sums({ reactions, title }: { reactions: RecordItem['reactions']; title: string }) {
  const sums = new Map<PartyReaction, number>();
  for (const { key, count } of reactions) sums.set(key, (sums.get(key) ?? 0) + count);
  return (
    <ul aria-label={`Reactions to ${title}`} className="flex flex-wrap gap-3 text-sm text-soft">
      {[...sums].map(([key, count]) => (
        <li className="inline-flex items-center gap-1 tabular-nums" key={key}>
          <ReactionIcon of={key} size={16} />
          <span className="sr-only">{reactionLabel(key)}</span> {countText(count)}
        </li>
      ))}
    </ul>
  );
}
