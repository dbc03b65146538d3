import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { expectPlay } from './engine/intent.ts';
import { PlainSound } from './plain-sound.tsx';
import { PlayButton } from './play-button.tsx';
import { TrackTimes } from './track-times.tsx';
import { useTrack } from './use-track.ts';
import { Waveform } from './waveform/waveform.tsx';
import './sound-row.css';

/** Props of {@link SoundRow}. */
export interface SoundRowProps {
  /** Names its drawing in the page. */
  id: string;
  name: string;
  sound: Pick<MediaFile, 'url' | 'durationMs' | 'wave' | 'processing'> & { readonly trackId: string };
  layout: 'card' | 'page';
  /** Plays it; without a position, what is in the player goes on where it is. */
  onPlay: (atMs?: number) => void;
  /** False far down a page: its waveform is drawn in the browser. */
  atOnce?: boolean | undefined;
}

/** A sound that is no track of an upload: play button, waveform and times, as tracks have them. */
export function SoundRow({ id, name, sound, layout, onPlay, atOnce }: SoundRowProps) {
  const { isCurrent, state, failure, durationMs, cueMs, press, seek } = useTrack(
    sound.trackId,
    sound.durationMs ?? 0,
    onPlay,
  );
  return (
    <>
      <PlainSound title={name} url={sound.url} />
      <div className="track sound-row" data-layout={layout}>
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
            atOnce={layout === 'page' || atOnce === true}
            cueMs={cueMs}
            durationMs={durationMs}
            id={`wave-${id}`}
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
    </>
  );
}
