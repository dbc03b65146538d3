import { Download, Ellipsis, ListEnd, ListPlus, ListStart, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Upload, UploadFile } from '#features/feed/contract/endpoints.ts';
import { ProcessAgain } from '#content/media/web/process-again.tsx';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import type { AddToSetDialogProps } from '#features/sets/web/add-to-set-dialog.tsx';
import { shortCount } from '#platform/web/lib/format.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { LazyMenu } from '#platform/web/ui/overlays/lazy-menu.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { CommentField } from './comments/comment-field.tsx';
import type { DetailsDialogProps } from './details-dialog.tsx';
import { DownloadLink } from './download-link.tsx';
import { expectPlay } from './engine/intent.ts';
import { loudnessText, truePeakText } from './waveform/loudness-text.ts';
import { TimedComments } from './comments/timed-comments.tsx';
import { PlayButton } from './play-button.tsx';
import { PlainSound } from './plain-sound.tsx';
import { playSound } from './engine/play-upload.ts';
import { addToQueue, playNext } from './engine/queue.ts';
import { TrackCover } from './track-cover.tsx';
import { drawnCards, soundsOf, titleOf, trackOf } from './track.ts';
import type { TrackVersionsProps } from './track-versions.tsx';
import { TrackTimes } from './track-times.tsx';
import { sitePlayer } from './engine/use-player.ts';
import { useTrack } from './use-track.ts';
import { Waveform } from './waveform/waveform.tsx';
import type { ZoomStripProps } from './waveform/zoom-strip.tsx';

const TrackVersions = latePart<TrackVersionsProps>(() => import('./track-versions.tsx'), {
  name: 'The versions',
  notice: 'place',
  // Heading, button, its terms and one sentence, or the list.
  waiting: ({ file }) => <div className={file.version > 1 ? 'h-64 sm:h-59 xl:h-55' : 'h-39 sm:h-34 xl:h-30'} />,
});
const AddToSetDialog = latePart<AddToSetDialogProps>(() => import('#features/sets/web/add-to-set-dialog.tsx'), {
  name: 'The window',
  notice: 'float',
});
const DetailsDialog = latePart<DetailsDialogProps>(() => import('./details-dialog.tsx'), {
  name: 'The window',
  notice: 'float',
});
const ZoomStrip = latePart<ZoomStripProps>(() => import('./waveform/zoom-strip.tsx'), {
  name: 'The close view',
  notice: 'place',
  waiting: () => <div className="zoom" />,
});

/** Props of {@link TrackPlayer}. */
export interface TrackPlayerProps {
  upload: Upload;
  /** One sound of the upload. */
  file: UploadFile;
  /** The uploads that stand around it on the page, in their order: what follows when this track ends. */
  queue?: readonly Upload[] | undefined;
  /**
   * `card`: in a list. `page`: on the upload's own page: a closer view of the waveform, how loud it is, and for the
   * author the versions of the sound.
   */
  layout: 'card' | 'page';
  /** Called with a timed comment that was written here: the page's own list shows it. */
  onCommented?: ((commentId: string) => void) | undefined;
  /** The author gave the track another sound here. */
  onExchanged?: ((upload: Upload) => void) | undefined;
}

/** A track in a page: play button, waveform with timed comments, times and plays. */
export function TrackPlayer({ upload, file, queue, layout, onCommented, onExchanged }: TrackPlayerProps) {
  const { isCurrent, state, failure, durationMs, cueMs, play, press, seek } = useTrack(
    file.trackId,
    file.durationMs ?? 0,
    (atMs) => playSound(upload, file, queue, atMs),
  );
  const title = titleOf(upload, file);
  const isPage = layout === 'page';
  const hasSeveral = soundsOf(upload).length > 1;

  return (
    <div aria-label={`Track: ${title}`} className="track-frame" role="group">
      {hasSeveral && <p className="heading mb-1 text-base break-words">{title}</p>}
      <PlainSound title={title} url={file.url} />
      <div className="track" data-layout={layout}>
        <TrackCover file={file} title={title} />
        <PlayButton
          className="track-play"
          disabled={file.url === null}
          onExpect={() => expectPlay(file.url)}
          onPress={press}
          state={state}
          title={title}
        />
        <div className="track-wave">
          <Waveform
            atOnce={isPage || queue === undefined || queue.indexOf(upload) < drawnCards}
            cueMs={cueMs}
            id={`wave-${file.trackId}`}
            durationMs={durationMs}
            isCurrent={isCurrent}
            onSeek={seek}
            wave={file.wave}
            processing={file.processing}
            title={title}
          />
          {durationMs > 0 && (
            <TimedComments
              durationMs={durationMs}
              eager={isPage}
              isCurrent={isCurrent}
              onSeek={play}
              trackId={file.trackId}
              upload={upload}
            />
          )}
        </div>
        <TrackTimes durationMs={durationMs} isCurrent={isCurrent} />
        <div className="track-foot">
          {upload.can.comment && (
            <CommentField isCurrent={isCurrent} onCommented={onCommented} trackId={file.trackId} upload={upload} />
          )}
          {failure !== null && (
            <p className="text-sm text-danger" role="status">
              {failure}
            </p>
          )}
          <div className="ms-auto flex items-center gap-3 text-sm text-faint">
            {isPage && <Recording file={file} />}
            {(hasSeveral || isPage) && (
              <span className="tape">
                {shortCount(file.playCount)} {file.playCount === 1 ? 'play' : 'plays'}
              </span>
            )}
            <TrackMenu file={file} title={title} upload={upload} />
          </div>
        </div>
      </div>
      {isPage && (
        <div className="track-part">
          <DownloadLink file={file} />
        </div>
      )}
      {isPage && <TagLine file={file} />}
      {isPage && <ZoomPart durationMs={durationMs} file={file} isCurrent={isCurrent} title={title} />}
      {isPage && upload.can.manageTracks && (
        <div className="track-part">
          <TrackVersions file={file} onExchanged={onExchanged} upload={upload} />
        </div>
      )}
    </div>
  );
}

/** What is known of a recording: tempo, key, and how loud it is. */
function Recording({ file: { tempo, key, loudness, truePeak } }: { file: UploadFile }) {
  const music = [tempo === null ? null : `${Math.round(tempo)} BPM`, key].filter((label) => label !== null);
  return (
    <>
      {music.length > 0 && (
        <span className="tape" title="Tempo and key of the recording">
          {music.join(' · ')}
        </span>
      )}
      {loudness !== null && (
        <span className="tape max-sm:hidden" title="Integrated loudness and true peak of the recording">
          {loudnessText(loudness)}
          {truePeak !== null && ` · ${truePeakText(truePeak)}`}
        </span>
      )}
    </>
  );
}

/** What the file says of the recording beside its name; to its author also that its end is missing. */
function TagLine({ file }: { file: UploadFile }) {
  const { tags, endsEarly } = file;
  const lines = [
    ['Genre', tags['genre']],
    ['Date', tags['date']],
    ['ISRC', tags['isrc']],
  ].filter(([, value]) => value !== undefined);
  return (
    <>
      {lines.length > 0 && (
        <dl className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {lines.map(([name, value]) => (
            <div key={name} className="flex gap-1.5">
              <dt className="text-faint">{name}</dt>
              <dd className="break-words" dir="auto">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {endsEarly && (
        <p className="mt-2 text-sm text-danger">
          This file ends early: its end is missing, and it plays as far as it goes. Only you and staff see this.
        </p>
      )}
      <ProcessAgain file={file} name={file.name} />
    </>
  );
}

function TrackMenu({ upload, file, title }: { upload: Upload; file: UploadFile; title: string }) {
  const { viewer } = useAuth();
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState(false);
  const track = trackOf(upload, file);
  const put = (where: typeof playNext, said: string): void => {
    if (!track) return;
    sitePlayer().change((queue) => where(queue, track));
    toast({ title: said, description: title, kind: 'info' });
  };
  return (
    <>
      <LazyMenu
        items={[
          {
            label: 'Play next',
            icon: <ListStart aria-hidden="true" size={16} />,
            onSelect: () => put(playNext, 'Plays next'),
            disabled: !track,
          },
          {
            label: 'Add to queue',
            icon: <ListEnd aria-hidden="true" size={16} />,
            onSelect: () => put(addToQueue, 'Added to the queue'),
            disabled: !track,
          },
          ...(viewer === null
            ? []
            : [
                {
                  label: 'Add to a set',
                  icon: <ListPlus aria-hidden="true" size={16} />,
                  onSelect: () => setAdding(true),
                },
              ]),
          ...(upload.can.manageTracks
            ? [
                {
                  label: 'Edit cover and details',
                  icon: <Pencil aria-hidden="true" size={16} />,
                  onSelect: () => setEditing(true),
                },
              ]
            : []),
          ...(file.downloadUrl === null
            ? []
            : [
                {
                  label: 'Download',
                  icon: <Download aria-hidden="true" size={16} />,
                  onSelect: () => location.assign(file.downloadUrl!),
                },
              ]),
        ]}
        trigger={
          <IconButton
            icon={<Ellipsis aria-hidden="true" size={18} />}
            label={`More about the track ${title}`}
            size="sm"
          />
        }
      />
      {editing && (
        <DetailsDialog
          file={file}
          onClose={() => setEditing(false)}
          onGiveUp={() => setEditing(false)}
          title={title}
          upload={upload}
        />
      )}
      {adding && (
        <AddToSetDialog
          onClose={() => setAdding(false)}
          onGiveUp={() => setAdding(false)}
          thing={{ track: { uploadId: upload.id, trackId: file.trackId } }}
          title={title}
        />
      )}
    </>
  );
}

/** The closer view, where the reader asks for it. */
function ZoomPart({ file, ...rest }: Omit<ZoomStripProps, 'url'> & { file: UploadFile }) {
  const [isOpen, setOpen] = useState(false);
  const url = file.renditions.find(({ name }) => name === 'zoom')?.url;
  if (url === undefined) return null;
  return (
    <div className="track-part">
      <button
        aria-expanded={isOpen}
        className="touch-target relative -ms-2 h-8 rounded-control px-2 text-sm text-soft hover:bg-hover hover:text-text"
        onClick={() => setOpen(!isOpen)}
        onPointerEnter={ZoomStrip.preload}
        type="button"
      >
        {isOpen ? 'Hide the close view' : 'Close view'}
      </button>
      {isOpen && <ZoomStrip {...rest} url={url} />}
    </div>
  );
}
