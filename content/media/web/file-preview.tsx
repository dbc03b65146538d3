import { AudioLines, File as FileIcon, FileArchive, Film, Image } from 'lucide-react';
import { useState } from 'react';
import type { TransferItem } from './transfers/transfers.ts';

const icons = { image: Image, audio: AudioLines, video: Film, archive: FileArchive } as const;
/** Seconds into a video for its picture: the first frame is often black. */
const FRAME_AT = 0.5;

/** What can be seen of a file: the picture, a frame of the video, or a sign for its kind. */
export function FilePreview({ item, onDuration }: { item: TransferItem; onDuration: (seconds: number) => void }) {
  const [broken, setBroken] = useState<string | null>(null);
  const { kind, previewUrl } = item;
  const box = 'size-14 overflow-hidden rounded-control bg-raised';
  const reportDuration = (seconds: number) => Number.isFinite(seconds) && onDuration(seconds);
  // What this browser cannot decode is a fine file all the same.
  const isShown = previewUrl !== null && broken !== previewUrl;
  if (isShown && kind === 'image')
    return (
      <img
        alt=""
        className={`${box} object-cover`}
        draggable={false}
        onError={() => setBroken(previewUrl)}
        src={previewUrl}
      />
    );
  if (isShown && kind === 'video')
    return (
      <video
        aria-hidden="true"
        className={`${box} object-cover`}
        muted
        onError={() => setBroken(previewUrl)}
        onLoadedMetadata={(event) => {
          reportDuration(event.currentTarget.duration);
          event.currentTarget.currentTime = Math.min(FRAME_AT, event.currentTarget.duration / 2 || 0);
        }}
        playsInline
        preload="metadata"
        src={previewUrl}
        tabIndex={-1}
      />
    );
  const Icon = kind ? icons[kind] : FileIcon;
  return (
    <span className={`${box} grid place-items-center text-faint`}>
      <Icon aria-hidden="true" size={22} />
      {isShown && kind === 'audio' && (
        <audio
          className="hidden"
          muted
          onError={() => setBroken(previewUrl)}
          onLoadedMetadata={(event) => reportDuration(event.currentTarget.duration)}
          preload="metadata"
          src={previewUrl}
        />
      )}
    </span>
  );
}
