import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Upload, UploadFile } from '#features/feed/contract/endpoints.ts';
import { trackRightsWording } from '#content/media/contract/limits.ts';
import type { Reply as Answer } from '#site/contract/contract.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { TransferWait } from '#content/media/web/transfer-wait.tsx';
import { durationText } from '#platform/web/lib/format.ts';
import { type TransferItem, useTransfers } from '#content/media/web/transfers/transfers.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { loudnessText } from './waveform/loudness-text.ts';
import { playerKeys, versionsQuery } from './queries.ts';
import { type Track, trackOf } from './track.ts';
import { sitePlayer, usePlayer } from './engine/use-player.ts';

type Version = Answer<'GET /uploads/:uploadId/tracks/:trackId/versions'>['items'][number];

/** Props of {@link TrackVersions}. */
export interface TrackVersionsProps {
  upload: Upload;
  /** The newest sound. */
  file: UploadFile;
  /** Called when the sound was replaced: the page fetches the upload again. */
  onExchanged: ((upload: Upload) => void) | undefined;
}

/** For the author: every sound that the track has had, two of them side by side at equal loudness, and a new one. */
export default function TrackVersions({ upload, file, onExchanged }: TrackVersionsProps) {
  const call = useCall();
  const versions = useQuery(versionsQuery(call, upload.id, file.trackId));
  return (
    <section aria-label="Versions" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="heading text-base">Versions</h2>
        <NewVersion file={file} onExchanged={onExchanged} upload={upload} />
      </div>
      {versions.isPending && <Skeleton className={file.version > 1 ? 'h-30' : 'h-5'} />}
      {versions.isError && (
        <ErrorState compact onRetry={() => void versions.refetch()} title="The versions could not be loaded." />
      )}
      {versions.data && <Comparison file={file} upload={upload} versions={versions.data.items} />}
    </section>
  );
}

/** A version as a track: the same place in the upload, another sound. Its number comes first: a phone cuts the end of a title. */
function versionTrack(upload: Upload, file: UploadFile, version: Version): Track | null {
  const track = trackOf(upload, { ...file, ...version.file });
  return track && version.version !== file.version
    ? { ...track, title: `v${version.version} · ${track.title}` }
    : track;
}

function Comparison({ upload, file, versions }: { upload: Upload; file: UploadFile; versions: readonly Version[] }) {
  const heardFile = usePlayer(({ track }) => (track?.trackId === file.trackId ? track.fileId : null));
  const isComparing = usePlayer(({ comparison }) => comparison !== null);
  const newest = versions[0];
  const older = versions.slice(1);
  const [chosen, setChosen] = useState<number | null>(null);
  const other = older.find(({ version }) => version === chosen) ?? older[0];

  // Who leaves the page goes on with the newest sound.
  useEffect(() => () => sitePlayer().endComparison(), []);

  if (!newest || !other) return <p className="text-sm text-soft">One version so far.</p>;
  const first = versionTrack(upload, file, newest);
  const second = versionTrack(upload, file, other);
  const isReady = first !== null && second !== null;
  const hear = (which: 0 | 1): void => {
    if (isReady) sitePlayer().compare([first, second], which);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div aria-label="Compare two versions" className="flex gap-1" role="group">
          {([newest, other] as const).map((version, which) => (
            <Button
              key={version.file.id}
              aria-pressed={isComparing && heardFile === version.file.id}
              disabled={!isReady}
              onClick={() => hear(which as 0 | 1)}
              size="sm"
            >
              {which === 0 ? 'A' : 'B'} · v{version.version}
            </Button>
          ))}
        </div>
        <p className="text-sm text-faint">
          {isReady ? 'At the same position, equally loud.' : 'Can be compared once both are processed.'}
        </p>
        {isComparing && (
          <Button onClick={sitePlayer().endComparison} size="sm" variant="ghost">
            End
          </Button>
        )}
      </div>
      <ul className="divide-y divide-hairline rounded-control border border-hairline">
        {versions.map((version) => (
          <li key={version.file.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
            <span className="tape font-semibold">v{version.version}</span>
            <span className="min-w-0 flex-1 basis-32 truncate text-soft">{version.file.name}</span>
            <span className="tape text-faint">
              {version.file.durationMs !== null && durationText(version.file.durationMs / 1000)}
              {version.file.loudness !== null && ` · ${loudnessText(version.file.loudness)}`}
            </span>
            <RelativeTime className="text-faint" date={version.createdAt} />
            {version.version !== newest.version && (
              <Button
                aria-pressed={version.version === other.version}
                className={classes('ms-auto', version.version === other.version && 'border-primary-text')}
                onClick={() => setChosen(version.version)}
                size="sm"
                variant="ghost"
              >
                Compare<span className="sr-only"> version {version.version}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is said while a file is on its way. */
function progressText({ state, progress }: TransferItem): string {
  if (state === 'retrying') return 'The connection is lost. Trying again.';
  if (state === 'unfinished') return 'Choose the same file again to go on.';
  return state === 'done' ? 'Replacing the sound…' : `Uploading… ${Math.floor(progress * 100)} %`;
}

/** Takes a new sound for the track: address, likes and comments stay. */
function NewVersion({ upload, file, onExchanged }: TrackVersionsProps) {
  const call = useCall();
  const client = useQueryClient();
  const { items, add, remove, retry, clear } = useTransfers('upload', `version:${file.trackId}`);
  const input = useRef<HTMLInputElement>(null);
  const exchanging = useRef<string | null>(null);
  const item = items[0];
  const fileId = item?.state === 'done' ? item.fileId : null;

  useEffect(() => {
    if (fileId === null || exchanging.current === fileId) return;
    exchanging.current = fileId;
    call('POST /uploads/:uploadId/tracks/:trackId/versions', {
      params: { uploadId: upload.id, trackId: file.trackId },
      body: { fileId },
    })
      .then((changed) => {
        clear();
        void client.invalidateQueries({ queryKey: playerKeys.versions(file.trackId) });
        toast({
          title: 'New version',
          description: 'The sound is replaced. Comments and plays stay.',
          kind: 'success',
        });
        onExchanged?.(changed);
      })
      .catch((error: unknown) => {
        if (item) remove(item.id);
        failureToast(error);
      });
  }, [fileId, item, upload.id, file.trackId, call, client, clear, remove, onExchanged]);

  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <TransferWait className="basis-full" item={item} />
      {item?.resumesAt === null && (
        <p className={item.error ? 'text-danger' : 'text-soft'} role="status">
          {item.error?.detail ?? progressText(item)}
        </p>
      )}
      {item?.error && (
        <Button onClick={() => retry(item.id)} size="sm">
          Try again
        </Button>
      )}
      {item && item.state !== 'done' && (
        <Button onClick={() => remove(item.id)} size="sm" variant="ghost">
          Cancel
        </Button>
      )}
      <input
        ref={input}
        accept="audio/*"
        aria-label="Sound of the new version"
        className="sr-only"
        onChange={(event) => {
          add(event.target.files ?? [], 1);
          event.target.value = '';
        }}
        tabIndex={-1}
        type="file"
      />
      {(!item || item.state === 'unfinished') && (
        <Button
          // Letters of twice the size take two lines on a phone.
          className="h-auto! min-h-8 max-w-full py-1 whitespace-normal!"
          icon={<FileUp aria-hidden="true" size={15} />}
          onClick={() => input.current?.click()}
          size="sm"
        >
          Upload a new version
        </Button>
      )}
      <p className="basis-full text-xs text-faint">{trackRightsWording}</p>
    </div>
  );
}
