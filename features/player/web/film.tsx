import { Settings2 } from 'lucide-react';
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { captionsOf, languageName } from '#content/media/web/captions.ts';
import {
  type VideoQuality,
  type VideoStream,
  type Viewing,
  keepVideoQuality,
  streamFor,
  streamsOf,
  videoQuality,
  viewingOf,
} from '#content/media/web/video-streams.ts';
import { hasPlayer } from '#features/player/web/engine/presence.ts';
import { sitePlayer, usePlayer } from '#features/player/web/engine/use-player.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { LazyMenu } from '#platform/web/ui/overlays/lazy-menu.tsx';

/** Props of {@link Film}. */
export interface FilmProps {
  /** A video that can be played. */
  file: MediaFile;
  title: string;
  poster: string | undefined;
  shape: { aspectRatio: number };
  /** How its place on the page is seen. */
  viewing: Viewing;
}

/** The video itself. One thing sounds at a time: it silences the player and other videos, and they silence it. */
export function Film({ file, title, poster, shape, viewing }: FilmProps) {
  const video = useRef<HTMLVideoElement>(null);
  const streams = streamsOf(file);
  const { stream, quality, choose, onLoadedMetadata } = useStream(video, streams, viewing);
  const musicPlays = usePlayer((state) => state.status === 'playing' || state.status === 'loading');
  useEffect(() => {
    if (musicPlays) video.current?.pause();
  }, [musicPlays]);
  useEffect(() => {
    const film = video.current;
    if (!film) return;
    // Before it begins by itself: what is heard now makes room for it.
    silencePlayer();
    film.focus();
    film.play().catch(() => {});
    const onPlay = (event: Event) => event.target instanceof HTMLVideoElement && event.target !== film && film.pause();
    document.addEventListener('play', onPlay, true);
    return () => document.removeEventListener('play', onPlay, true);
  }, []);
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- those that its author has added */}
      <video
        ref={video}
        aria-label={title}
        className="block w-full rounded-control bg-ink"
        controls
        onLoadedMetadata={onLoadedMetadata}
        onPlay={silencePlayer}
        playsInline
        poster={poster}
        src={stream.url}
        style={shape}
      >
        {captionsOf(file).map(({ language, url: src }) => (
          <track key={language} kind="captions" label={languageName(language)} src={src} srcLang={language} />
        ))}
      </video>
      {streams.length > 1 && (
        <div className="mt-1 flex justify-end">
          <LazyMenu
            items={[
              { label: 'Auto', checked: quality === 'auto', onSelect: () => choose('auto') },
              ...streams.map(({ side }) => ({
                label: `${side}p`,
                checked: quality !== 'auto' && side === stream.side,
                onSelect: () => choose(side),
              })),
            ]}
            trigger={
              <Button icon={<Settings2 aria-hidden="true" size={15} />} size="sm" variant="ghost">
                Quality: {quality === 'auto' ? `Auto (${stream.side}p)` : `${stream.side}p`}
              </Button>
            }
          />
        </div>
      )}
    </div>
  );
}

/** Which version plays: by the reader's choice on this device, else by how the video is seen. Another one goes on where it was. */
function useStream(video: RefObject<HTMLVideoElement | null>, streams: readonly VideoStream[], first: Viewing) {
  const [quality, setQuality] = useState(videoQuality);
  const [viewing, setViewing] = useState(first);
  const resume = useRef<{ readonly seconds: number; readonly isPlaying: boolean } | null>(null);
  const stream = streamFor(streams, quality, viewing);
  const changeTo = (next: VideoStream) => {
    const film = video.current;
    if (film && next.url !== stream.url) resume.current ??= { seconds: film.currentTime, isPlaying: !film.paused };
  };
  const enlarge = useRef<(place: Element) => void>(() => {});
  useEffect(() => {
    enlarge.current = (place) => {
      const now = viewingOf(place);
      // A smaller place again is no reason to load once more.
      if (now.side <= viewing.side) return;
      changeTo(streamFor(streams, quality, now));
      setViewing(now);
    };
  });
  useEffect(() => {
    const onFullscreen = () => {
      if (video.current && document.fullscreenElement === video.current) enlarge.current(video.current);
    };
    document.addEventListener('fullscreenchange', onFullscreen);
    return () => document.removeEventListener('fullscreenchange', onFullscreen);
  }, [video]);
  return {
    stream,
    quality,
    choose(next: VideoQuality) {
      changeTo(streamFor(streams, next, viewing));
      keepVideoQuality(next);
      setQuality(next);
    },
    onLoadedMetadata({ currentTarget: film }: SyntheticEvent<HTMLVideoElement>) {
      if (!resume.current) return;
      const { seconds, isPlaying } = resume.current;
      resume.current = null;
      film.currentTime = seconds;
      if (isPlaying) film.play().catch(() => {});
    },
  };
}

function silencePlayer(): void {
  if (hasPlayer()) sitePlayer().pause();
}
