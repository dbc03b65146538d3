import type { Upload, UploadFile } from '#features/feed/contract/endpoints.ts';
import { ImageGrid } from '#content/media/web/image-grid.tsx';
import { ProcessAgain } from '#content/media/web/process-again.tsx';
import { DownloadLink } from '#features/player/web/download-link.tsx';
import { VideoFile } from '#features/player/web/video-file.tsx';
import { TrackFile } from './track-file.tsx';

/** The files of an upload in their order; its pictures stand together where the first of them is. */
export function UploadFiles({
  upload,
  queue,
  isPage,
  first,
}: {
  upload: Upload;
  /** The uploads around it: what the player goes on with. */
  queue: readonly Upload[] | undefined;
  isPage: boolean;
  first: boolean;
}) {
  const pictures = upload.files.filter(({ kind }) => kind === 'image');
  const shown = upload.files.filter((file) => file.kind !== 'image' || file.id === pictures[0]?.id);
  if (shown.length === 0) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {shown.map((file) => (
        <File
          key={file.trackId}
          file={file}
          first={first}
          isPage={isPage}
          pictures={pictures}
          queue={queue}
          upload={upload}
        />
      ))}
    </div>
  );
}

function File({
  file,
  upload,
  pictures,
  queue,
  isPage,
  first,
}: {
  file: UploadFile;
  upload: Upload;
  pictures: readonly UploadFile[];
  queue: readonly Upload[] | undefined;
  isPage: boolean;
  first: boolean;
}) {
  if (file.kind === 'image') return <ImageGrid all={isPage} files={pictures} first={first} title={upload.title} />;
  if (file.kind === 'video') {
    return (
      <div className="grid gap-2">
        <VideoFile file={file} title={upload.title} />
        <ProcessAgain file={file} name={file.name} />
        {isPage && <DownloadLink file={file} />}
      </div>
    );
  }
  return <TrackFile file={file} isPage={isPage} queue={queue} upload={upload} />;
}
