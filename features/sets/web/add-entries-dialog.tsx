import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { search as limits } from '#content/search/contract/limits.ts';
import { sharing } from '#features/sharing/contract/limits.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { type SetThing, useAddToSet } from './use-add-to-set.ts';
import { ChoiceRow } from '#content/core/web/tracks/choice-row.tsx';
import { TrackChoices } from '#content/core/web/tracks/track-choices.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { SearchBox } from '#platform/web/ui/controls/search-box.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';

/** What the dialog lists. */
const sources = [
  { kind: 'audio', label: 'All tracks', isOwn: false },
  { kind: 'audio', label: 'My tracks', isOwn: true },
  { kind: 'song', label: 'Songs', isOwn: false },
  { kind: 'video', label: 'Videos', isOwn: false },
] as const;

/** Props of {@link AddEntriesDialog}. */
export interface AddEntriesDialogProps {
  set: SharedItem;
  onClose: () => void;
}

/** Chooses tracks, songs and videos of the site for a set, by typing. It stays open for the next one. */
export default function AddEntriesDialog({ set, onClose }: AddEntriesDialogProps) {
  const [source, setSource] = useState<(typeof sources)[number]>(sources[0]);
  const [search, setSearch] = useState('');
  const [busy, setBusy] = useState<string | null>(null);
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const put = useAddToSet();
  const add = async (id: string, thing: SetThing, title: string) => {
    setBusy(id);
    if (await put(set, thing, title)) setAdded((before) => new Set(before).add(id));
    setBusy(null);
  };
  return (
    <Dialog onOpenChange={(open) => !open && onClose()} open size="lg" title="Add to this set">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <SearchBox
          label={source.kind === 'song' ? 'Search songs' : source.kind === 'video' ? 'Search videos' : 'Search tracks'}
          maxLength={source.kind === 'song' ? sharing.searchMax : limits.queryMax}
          onSearch={setSearch}
          search={search}
        />
        <ChipRow label="What to add">
          {sources.map((choice) => (
            <Chip key={choice.label} onSelect={() => setSource(choice)} selected={choice === source}>
              {choice.label}
            </Chip>
          ))}
        </ChipRow>
      </div>
      {/* Of one height, so that the field stays where it is while results come and go. */}
      <div className="mt-3 h-[45dvh] overflow-y-auto">
        {source.kind === 'song' ? (
          <SongChoices
            added={added}
            busy={busy}
            onAdd={(song) => void add(song.id, { songId: song.id }, song.title)}
            search={search.slice(0, sharing.searchMax)}
          />
        ) : (
          <TrackChoices
            added={added}
            busy={busy}
            isPublic={false}
            onAdd={({ id: trackId, uploadId, title }) => void add(trackId, { track: { uploadId, trackId } }, title)}
            source={{ kind: source.kind, isOwn: source.isOwn, search }}
          />
        )}
      </div>
    </Dialog>
  );
}

const songsQuery = (call: Call, search: string) =>
  infiniteQueryOptions({
    queryKey: ['sharing', 'song', 'list', 'choices', search] as const,
    queryFn: ({ pageParam, signal }) =>
      call('GET /songs', {
        query: { ...(search !== '' && { search }), ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

function SongChoices({
  search,
  busy,
  added,
  onAdd,
}: {
  search: string;
  busy: string | null;
  added: ReadonlySet<string>;
  onAdd: (song: SharedItem) => void;
}) {
  const list = useInfiniteQuery({ ...songsQuery(useCall(), search), placeholderData: keepPreviousData });
  const songs = itemsOf(list.data);
  if (list.isPending) return <ListSkeleton label="Loading songs" rows={4} />;
  if (list.error && !list.data)
    return <ErrorState compact onRetry={() => void list.refetch()} title="The songs could not be loaded." />;
  return (
    <div aria-busy={list.isPlaceholderData || undefined}>
      {songs.length === 0 ? (
        <EmptyState title={search === '' ? 'There are no songs yet' : `Nothing found for “${search}”`} />
      ) : (
        <ul aria-label="Songs" className="grid gap-1">
          {songs.map((song) => (
            <ChoiceRow
              key={song.id}
              busy={busy === song.id}
              isAdded={added.has(song.id)}
              onAdd={() => onAdd(song)}
              title={song.title}
            >
              {song.artist === null || song.artist === '' ? song.author.displayName : song.artist}
            </ChoiceRow>
          ))}
        </ul>
      )}
      <ListEnd list={list} />
    </div>
  );
}
