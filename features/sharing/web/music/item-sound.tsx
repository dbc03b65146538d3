import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { expectPlay } from '#features/player/web/engine/intent.ts';
import { PlainSound } from '#features/player/web/plain-sound.tsx';
import { PlayButton } from '#features/player/web/play-button.tsx';
import { TrackTimes } from '#features/player/web/track-times.tsx';
import { useTrack } from '#features/player/web/use-track.ts';
import { Waveform } from '#features/player/web/waveform/waveform.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { keyText } from '#platform/web/lib/format.ts';
import { playItem, soundName } from './play-item.ts';
import './music.css';

/** Props of {@link ItemSound}. */
export interface ItemSoundProps {
  item: SharedItem;
  /** That of the item. */
  sound: NonNullable<SharedItem['sound']>;
  layout: 'card' | 'page';
  /** The things around it in a list. */
  queue?: readonly SharedItem[] | undefined;
  /** False far down a page: its waveform is drawn in the browser. */
  atOnce?: boolean | undefined;
}

/** What sounds of a thing: play button, waveform and times, as tracks have them. */
export function ItemSound({ item, sound, layout, queue, atOnce }: ItemSoundProps) {
  const call = useCall();
  const { isCurrent, state, failure, durationMs, cueMs, press, seek } = useTrack(
    sound.trackId,
    sound.durationMs ?? 0,
    (atMs) => playItem(call, item, queue, atMs),
  );
  const isPage = layout === 'page';
  const name = soundName(item);
  const facts = [
    name !== item.title && name,
    sound.tempo !== null && `${Math.round(sound.tempo)} BPM`,
    sound.key !== null && keyText(sound.key),
  ].filter((fact) => fact !== false);
  return (
    <div aria-label={`Track: ${name}`} className="track-frame" role="group">
      <PlainSound title={name} url={sound.url} />
      <div className="track item-sound" data-layout={layout}>
        <PlayButton
          className="track-play"
          disabled={sound.url === null}
          // A sound of an archive may have to be prepared first: that is for who asks for it.
          onExpect={() => sound.url?.startsWith('/files/') && expectPlay(sound.url)}
          onPress={press}
          state={state}
          title={name}
        />
        <div className="track-wave">
          <Waveform
            atOnce={isPage || atOnce === true}
            cueMs={cueMs}
            durationMs={durationMs}
            id={`wave-${item.id}`}
            isCurrent={isCurrent}
            onSeek={seek}
            processing={sound.processing}
            title={name}
            wave={sound.wave}
          />
        </div>
        {/* One-shots have no time to speak of. */}
        {durationMs >= 1000 && <TrackTimes durationMs={durationMs} isCurrent={isCurrent} />}
      </div>
      {failure !== null && (
        <p className="text-sm text-danger" role="status">
          {failure}
        </p>
      )}
      {isPage && facts.length > 0 && <p className="tape mt-1 truncate text-sm text-faint">{facts.join(' · ')}</p>}
    </div>
  );
}
