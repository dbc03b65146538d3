import { queryOptions } from '@tanstack/react-query';
import { refetchWhileProcessing } from '#content/media/web/refetch-while-processing.ts';
import type { Call } from '#platform/web/lib/call.ts';
import type { Track } from './track.ts';

/** Keys of what the player keeps, so that pages can renew it. */
export const playerKeys = {
  timedComments: (trackId: string) => ['player', 'timed-comments', trackId] as const,
  details: (trackId: string) => ['player', 'details', trackId] as const,
  versions: (trackId: string) => ['player', 'versions', trackId] as const,
};

/** Timed comments of a track. */
export const timedCommentsQuery = (call: Call, uploadId: string, trackId: string) =>
  queryOptions({
    queryKey: playerKeys.timedComments(trackId),
    queryFn: ({ signal }) =>
      call('GET /uploads/:uploadId/tracks/:trackId/timed-comments', { params: { uploadId, trackId }, signal }),
    staleTime: 60_000,
  });

/** The outline of a track that came without it, as those of a set do. */
export const waveQuery = (call: Call, { uploadId, trackId, wave }: Track) =>
  queryOptions({
    queryKey: ['player', 'wave', trackId],
    queryFn: async ({ signal }) => {
      const { files } = await call('GET /uploads/:uploadId', { params: { uploadId: uploadId! }, signal });
      return files.find((file) => file.trackId === trackId)?.wave ?? null;
    },
    enabled: wave === null && uploadId !== null,
    staleTime: Infinity,
    retry: false,
  });

/** What the author of a track says of it, and what was found. */
export const detailsQuery = (call: Call, uploadId: string, trackId: string) =>
  queryOptions({
    queryKey: playerKeys.details(trackId),
    queryFn: ({ signal }) =>
      call('GET /uploads/:uploadId/tracks/:trackId/details', { params: { uploadId, trackId }, signal }),
    // A form begins with what is stored.
    gcTime: 0,
  });

/** Every sound that a track has had, newest first. */
export const versionsQuery = (call: Call, uploadId: string, trackId: string) =>
  queryOptions({
    queryKey: playerKeys.versions(trackId),
    queryFn: ({ signal }) =>
      call('GET /uploads/:uploadId/tracks/:trackId/versions', { params: { uploadId, trackId }, signal }),
    // A sound that was just replaced is still being processed, and cannot be compared before.
    refetchInterval: (query) => refetchWhileProcessing(query.state.data?.items.map(({ file }) => file)),
  });
