import { useQueryClient } from '@tanstack/react-query';
import type { Upload, UploadFile } from '#features/feed/contract/endpoints.ts';
import { TrackPlayer } from '#features/player/web/track-player.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { putAnswer } from '#content/core/web/thread/thread.ts';
import { commentsOf } from './comments.ts';

/** A sound of an upload: the player's part of it. */
export function TrackFile({
  file,
  upload,
  queue,
  isPage,
}: {
  file: UploadFile;
  upload: Upload;
  /** The uploads around it. */
  queue: readonly Upload[] | undefined;
  isPage: boolean;
}) {
  const call = useCall();
  const client = useQueryClient();
  const onCommented = (commentId: string) => {
    // It comes by the socket too; what was written here should stand there at once.
    call('GET /uploads/comments/:commentId', { params: { commentId } }).then(
      (comment) => putAnswer(client, commentsOf(comment.uploadId), comment),
      () => {},
    );
  };
  return (
    <TrackPlayer
      file={file}
      layout={isPage ? 'page' : 'card'}
      onCommented={isPage ? onCommented : undefined}
      queue={queue}
      upload={upload}
    />
  );
}
