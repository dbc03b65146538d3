import { ListMusic, RotateCcw, SkipBack, SkipForward, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { waveQuery } from '#features/player/web/queries.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { durationText } from '#platform/web/lib/format.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { ArtworkPicture } from './artwork.tsx';
import { failureText } from '#features/player/web/engine/failure-words.ts';
import { mayGoOn } from '#features/player/web/engine/queue.ts';
import { loudnessText } from '#features/player/web/waveform/loudness-text.ts';
import { PlayButton } from '#features/player/web/play-button.tsx';
import type { QueuePanelProps } from './queue-panel.tsx';
import type { Track } from '#features/player/web/track.ts';
import { sitePlayer, usePlayer, useSecond } from '#features/player/web/engine/use-player.ts';
import { Volume } from './volume.tsx';
import { Waveform } from '#features/player/web/waveform/waveform.tsx';
import '#platform/web/styles/player.css';

const QueuePanel = latePart<QueuePanelProps>(() => import('./queue-panel.tsx'), {
  name: 'The queue',
  notice: 'float',
  waiting: ({ trigger }) => trigger,
});

/** The bar at the bottom: current track, position, next track. Loaded lazily, with the first play. */
export default function PlayerConsole() {
  const track = usePlayer((state) => state.track);
  const isShown = track !== null;
  // Pages leave room for it, and what has the focus is never under it.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-player', isShown);
    return () => document.documentElement.removeAttribute('data-player');
  }, [isShown]);
  return track && <Bar track={track} />;
}

function Bar({ track }: { track: Track }) {
  const { data: wave = null } = useQuery(waveQuery(useCall(), track));
  const status = usePlayer((state) => state.status);
  const failure = usePlayer(failureText);
  const durationMs = usePlayer((state) => state.durationMs);
  const hasNext = usePlayer(mayGoOn);
  const player = sitePlayer();
  return (
    <section aria-label="Player" className="player-bar" data-player-part="">
      <div className="player-track">
        <ArtworkPicture track={track} />
        <div className="min-w-0">
          <AppLink className="block truncate font-bold hover:underline" to={track.path ?? `/uploads/${track.uploadId}`}>
            {track.title}
          </AppLink>
          <p className="truncate text-sm text-faint">
            <span role="status">{failure}</span>
            {failure === null && track.author}
          </p>
        </div>
      </div>
      <div className="player-keys">
        <IconButton
          aria-keyshortcuts="Shift+P"
          icon={<SkipBack aria-hidden="true" size={18} />}
          label="Previous track"
          onClick={player.previous}
        />
        {status !== 'failed' ? (
          <PlayButton className="size-10" onPress={player.toggle} state={status} title={track.title} />
        ) : (
          <IconButton
            icon={<RotateCcw aria-hidden="true" size={20} />}
            label={`Try to play ${track.title} again`}
            onClick={player.retry}
            outlined
          />
        )}
        <IconButton
          aria-keyshortcuts="Shift+N"
          disabled={!hasNext}
          icon={<SkipForward aria-hidden="true" size={18} />}
          label="Next track"
          onClick={player.next}
        />
      </div>
      <div className="player-line">
        <Elapsed />
        <Waveform
          id="wave-console"
          className="flex-1"
          durationMs={durationMs}
          isCurrent
          onSeek={(ms) => player.seekTo(ms)}
          wave={track.wave ?? wave}
          title={track.title}
        />
        <span aria-hidden="true" className="tape text-sm text-faint">
          {durationMs > 0 && durationText(durationMs / 1000)}
        </span>
      </div>
      <LoudnessChip track={track} />
      <div className="player-keys">
        <div className="flex items-center max-lg:hidden">
          <Volume className="w-20" />
        </div>
        <QueueButton />
        <IconButton
          className="max-md:hidden"
          icon={<X aria-hidden="true" size={18} />}
          label="Close the player"
          onClick={player.close}
          size="sm"
        />
      </div>
    </section>
  );
}

/** A component of its own, so that the bar is not rendered each second. */
function Elapsed() {
  return (
    <span aria-hidden="true" className="tape text-sm">
      {durationText(useSecond(true))}
    </span>
  );
}

/** How loud the track is played, for creators; a press changes between one loudness for all and each as it was recorded. */
function LoudnessChip({ track }: { track: Track }) {
  const db = usePlayer((state) => state.playedDb);
  const { isLeveled } = usePlayer((state) => state.modes);
  const isComparing = usePlayer((state) => state.comparison !== null);
  if (track.loudness === null) return null;
  const change = Math.abs(db) < 0.05 ? 'as recorded' : `${Math.abs(db).toFixed(1)} dB ${db > 0 ? 'louder' : 'quieter'}`;
  return (
    <button
      aria-pressed={isLeveled}
      className="player-loudness tape touch-target"
      disabled={isComparing}
      onClick={() => sitePlayer().setModes({ isLeveled: !isLeveled })}
      title={`Recorded at ${loudnessText(track.loudness)}, played ${change}`}
      type="button"
    >
      <span className="sr-only">One loudness for all tracks: </span>
      {loudnessText(track.loudness + db)}
    </button>
  );
}

function QueueButton() {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const ahead = usePlayer(({ queue }) => queue.items.length - queue.at - 1);
  const trigger = (
    <IconButton
      aria-expanded={isOpen === true}
      aria-haspopup="dialog"
      className={classes(isOpen === true && 'text-primary-text')}
      icon={<ListMusic aria-hidden="true" size={18} />}
      label={ahead > 0 ? `Queue, ${ahead} to come` : 'Queue'}
      {...(isOpen === null && { onClick: () => setOpen(true), onPointerEnter: QueuePanel.preload })}
    />
  );
  if (isOpen === null) return trigger;
  return <QueuePanel onGiveUp={() => setOpen(null)} onOpenChange={setOpen} open={isOpen} trigger={trigger} />;
}
