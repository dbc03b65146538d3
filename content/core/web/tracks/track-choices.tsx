import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { FoundTrack } from '#content/search/contract/endpoints.ts';
import { pagedQuery } from '#content/core/web/cache/paged-query.ts';
import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { durationText } from '#platform/web/lib/format.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { ChoiceRow } from './choice-row.tsx';

/** Which tracks or videos are chosen from. */
export interface TrackSource {
  readonly kind: 'audio' | 'video';
  readonly isOwn: boolean;
  /** What was typed; empty for the newest. */
  readonly search: string;
}

const tracksQuery = (call: Call, { kind, isOwn, search }: TrackSource) =>
  pagedQuery(['search', 'tracks', kind, isOwn, search], (after, { signal }) =>
    call('GET /search/tracks', {
      query: { kind, ...(isOwn && { own: 'true' as const }), ...(search !== '' && { q: search }), ...after },
      signal,
    }),
  );

/** Props of {@link TrackChoices}. */
export interface TrackChoicesProps {
  source: TrackSource;
  /** Private ones cannot be added here. */
  isPublic: boolean;
  /** Id of the track that is being added. */
  busy: string | null;
  added: ReadonlySet<string>;
  onAdd: (track: FoundTrack) => void;
}

/** Tracks or videos of the site, to be added to a set or a queue one by one. */
export function TrackChoices({ source, isPublic, busy, added, onAdd }: TrackChoicesProps) {
  // What was uploaded a moment ago is looked for here.
  const fresh = { staleTime: 0, placeholderData: keepPreviousData };
  const list = useInfiniteQuery({ ...tracksQuery(useCall(), source), ...fresh });
  const noun = source.kind === 'audio' ? 'tracks' : 'videos';
  const tracks = itemsOf(list.data).filter(({ isPrivate }) => !(isPrivate && isPublic));
  if (list.isPending) return <ListSkeleton label={`Loading ${noun}`} rows={4} />;
  if (list.error && !list.data)
    return (
      <ErrorState
        busy={list.isFetching}
        compact
        error={list.error}
        onRetry={() => void list.refetch()}
        title={`The ${noun} could not be loaded.`}
      />
    );
  return (
    <div aria-busy={list.isPlaceholderData || undefined}>
      {tracks.length === 0 && !list.hasNextPage ? (
        source.search === '' ? (
          <EmptyState title={source.isOwn ? `You have no ${noun} yet` : `There are no ${noun} yet`} />
        ) : (
          <EmptyState title={`Nothing found for “${source.search}”`}>
            Try fewer or other words, or only the beginning of one.
          </EmptyState>
        )
      ) : (
        <ul aria-label={source.kind === 'audio' ? 'Tracks' : 'Videos'} className="grid gap-1">
          {tracks.map((track) => (
            <ChoiceRow
              key={track.id}
              busy={busy === track.id}
              isAdded={added.has(track.id)}
              onAdd={() => onAdd(track)}
              title={track.title}
            >
              <DisplayName name={track.by} /> · {durationText(Math.floor(track.durationMs / 1000))}
              {track.isPrivate && <Badge className="ms-2">Private</Badge>}
              {track.isAdult && <Badge className="ms-2">18+</Badge>}
            </ChoiceRow>
          ))}
        </ul>
      )}
      <ListEnd list={list} />
    </div>
  );
}
