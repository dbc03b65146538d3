import type { Upload, UploadFile } from '#contract/feed.ts';
import { WaveformSkeleton } from '#web/ui/skeleton.tsx';

/** Props of {@link TrackPlayer}. */
export interface TrackPlayerProps {
  upload: Upload;
  /** One sound of the upload. */
  file: UploadFile;
  /** The uploads that stand around it on the page, in their order: what follows when this track ends. */
  queue?: readonly Upload[] | undefined;
  /**
   * `card`: in a list. `page`: on the upload's own page: finer waveform, the field to comment at a moment, and for the
   * author the versions of the sound.
   */
  layout: 'card' | 'page';
  /** A comment at a moment was written here: the page's own list shows it. */
  onCommented?: ((commentId: string) => void) | undefined;
}

/** A track in a page: play button, waveform with the comments at its moments, times and plays. */
export function TrackPlayer({ upload }: TrackPlayerProps) {
  return (
    <section aria-label={upload.title}>
      <WaveformSkeleton />
    </section>
  );
}
