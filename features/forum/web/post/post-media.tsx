import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { trackArtwork, trackName } from '#content/media/contract/track-facts.ts';
import { ProcessAgain } from '#content/media/web/process-again.tsx';
import type { Post } from '#features/forum/contract/endpoints.ts';
import { sitePlayer } from '#features/player/web/engine/use-player.ts';
import { SoundRow } from '#features/player/web/sound-row.tsx';
import { type Track, orAvatar } from '#features/player/web/track.ts';
import { VideoFile } from '#features/player/web/video-file.tsx';
import { fullName } from '#people/profiles/web/full-name.ts';

/** Props of {@link PostMedia}. */
export interface PostMediaProps {
  post: Post;
  /** A sound or a video of it. */
  file: MediaFile;
}

/** A sound or a video of a post, in its text or under it. */
export default function PostMedia({ post, file }: PostMediaProps) {
  const name = trackName(file);
  return (
    <div aria-label={`${file.kind === 'video' ? 'Video' : 'Sound'}: ${name}`} className="grid gap-1" role="group">
      {file.kind === 'video' ? (
        <VideoFile file={file} title={name} />
      ) : (
        <div className="track-frame">
          <p className="mb-1 text-sm font-semibold break-words">{name}</p>
          <SoundRow
            id={file.id}
            layout="page"
            name={name}
            onPlay={(atMs) => play(post, file, atMs)}
            sound={{ ...file, trackId: file.id }}
          />
        </div>
      )}
      <ProcessAgain file={file} name={file.name} />
    </div>
  );
}

/** Plays a sound of a post; the post's other sounds follow. */
function play(post: Post, file: MediaFile, atMs?: number): void {
  const track = trackOf(post, file);
  const tracks = post.files.flatMap((one) => (one.kind === 'audio' ? (trackOf(post, one) ?? []) : []));
  if (track) sitePlayer().start(track, { tracks, ...(atMs !== undefined && { atMs }) });
}

function trackOf({ id, author, files }: Post, file: MediaFile): Track | null {
  if (file.url === null) return null;
  return {
    uploadId: null,
    trackId: file.id,
    fileId: file.id,
    path: `/forum/post/${id}`,
    title: trackName(file),
    author: fullName(author),
    username: author.id === null ? null : author.username,
    url: file.url,
    artwork: orAvatar(trackArtwork(file, files), author),
    wave: file.wave,
    durationMs: file.durationMs,
    loudness: file.playedLoudness,
    truePeak: file.playedTruePeak,
  };
}
