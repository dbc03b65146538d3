import { Play, VideoOff } from 'lucide-react';
import { useState } from 'react';
import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { durationText } from '#platform/web/lib/format.ts';
import { captionsOf } from '#content/media/web/captions.ts';
import { sourcesOf } from '#content/media/web/pictures.ts';
import { type Viewing, viewingOf } from '#content/media/web/video-streams.ts';
import { Film } from './film.tsx';

const sizes = '(min-width: 75rem) 44rem, (min-width: 48rem) 80vw, 94vw';

/** A video: its poster and length until it is played; nothing of it is loaded before. */
export function VideoFile({ file, title }: { file: MediaFile; title: string }) {
  /** How it is seen, once it is wanted. */
  const [viewing, setViewing] = useState<Viewing | null>(null);
  const poster = sourcesOf(file, 'poster-');
  const shape = { aspectRatio: shapeOf(file) };
  if (file.url === null) {
    return (
      <p
        className="grid place-items-center gap-2 rounded-control bg-sunken p-4 text-center text-sm text-faint"
        style={shape}
      >
        <span className="grid justify-items-center gap-2">
          <VideoOff aria-hidden="true" size={22} />
          {file.processing === 'failed' || file.processing === 'interrupted'
            ? 'This video cannot be shown.'
            : 'This video is being prepared.'}
        </span>
      </p>
    );
  }
  if (viewing) return <Film file={file} poster={poster?.src} shape={shape} title={title} viewing={viewing} />;
  const length = file.durationMs === null ? null : durationText(file.durationMs / 1000);
  return (
    <>
      <noscript>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- those that its author has added */}
        <video aria-label={title} className="block w-full" controls poster={poster?.src} preload="none" src={file.url}>
          {captionsOf(file).map(({ language, url }) => (
            <track key={language} kind="captions" src={url} srcLang={language} />
          ))}
        </video>
      </noscript>
      <button
        aria-label={length === null ? `Play the video “${title}”` : `Play the video “${title}”, ${length}`}
        className="group needs-script relative block w-full overflow-hidden rounded-control bg-sunken"
        onClick={(event) => setViewing(viewingOf(event.currentTarget))}
        style={shape}
        type="button"
      >
        {poster && (
          <img
            alt=""
            className="size-full object-cover"
            decoding="async"
            loading="lazy"
            sizes={sizes}
            src={poster.src}
            srcSet={poster.srcSet}
          />
        )}
        <span className="absolute inset-0 grid place-items-center">
          <span className="grid size-16 place-items-center rounded-full bg-primary text-on-primary transition-transform duration-fast group-hover:scale-105">
            <Play aria-hidden="true" className="ms-1 fill-current" size={26} />
          </span>
        </span>
        {length !== null && (
          <span className="tape absolute end-2 bottom-2 rounded-small bg-inverse px-1.5 py-0.5 text-xs text-on-inverse">
            {length}
          </span>
        )}
      </button>
    </>
  );
}

function shapeOf({ width, height }: MediaFile): number {
  if (!width || !height) return 16 / 9;
  return Math.round(Math.min(2.4, Math.max(0.8, width / height)) * 1000) / 1000;
}
