import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, ExternalLink, GripVertical, ListMusic, Play, Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SetEntry } from '#features/sets/contract/endpoints.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { ArtworkPicture } from '#features/player/web/bar/artwork.tsx';
import { PlayButton } from '#features/player/web/play-button.tsx';
import type { Track } from '#features/player/web/track.ts';
import { sitePlayer, usePlayer } from '#features/player/web/engine/use-player.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { durationText } from '#platform/web/lib/format.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { useSequence } from '#platform/web/lib/sequence.ts';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import type { AddEntriesDialogProps } from './add-entries-dialog.tsx';
import { trackOfEntry } from './play-entries.ts';
import { type EntryPage, entriesQuery } from './queries.ts';

const AddEntriesDialog = latePart<AddEntriesDialogProps>(() => import('./add-entries-dialog.tsx'), {
  name: 'The window',
  notice: 'float',
});

const marks = { gone: 'Not there any more', private: 'Private', adult: '18+' } as const;

/** What is in a set: plays as a queue; its author adds to it and orders it by dragging or by buttons. @param link of who came by a secret link */
export function SetEntries({ set, link }: { set: SharedItem; link?: string }) {
  const [isAdding, setAdding] = useState(false);
  const close = () => setAdding(false);
  const add = (
    <Button
      icon={<Plus aria-hidden="true" size={15} />}
      onClick={() => setAdding(true)}
      onPointerEnter={AddEntriesDialog.preload}
      size="sm"
    >
      Add tracks
    </Button>
  );
  return (
    <>
      <Entries add={set.can.edit && link === undefined ? add : null} set={set} {...(link !== undefined && { link })} />
      {isAdding && <AddEntriesDialog onClose={close} onGiveUp={close} set={set} />}
    </>
  );
}

function Entries({ set, link, add }: { set: SharedItem; link?: string; add: ReactNode }) {
  const call = useCall();
  const client = useQueryClient();
  const query = entriesQuery(call, set.id, link);
  const list = useInfiniteQuery(query);
  const entries = itemsOf(list.data);
  const order = useOrder(set, entries);
  const version = useRef(set.eventSeq);
  useEffect(() => {
    // The set's live event says that something changed: its entries may have.
    if (version.current === set.eventSeq) return;
    version.current = set.eventSeq;
    void client.invalidateQueries({ queryKey: ['sets', 'entries', set.id] });
  }, [client, set.eventSeq, set.id]);

  const play = (entry?: SetEntry) => {
    const tracks = entries.flatMap((one) => trackOfEntry(one, set) ?? []);
    const track = entry ? trackOfEntry(entry, set) : tracks[0];
    if (track) sitePlayer().start(track, { tracks });
  };
  if (list.isPending) return <ListSkeleton label="Loading the set" rows={4} />;
  if (list.error && !list.data)
    return <ErrorState onRetry={() => void list.refetch()} title="What is in the set could not be loaded." />;
  if (entries.length === 0)
    return (
      <EmptyState action={add} title="Nothing in this set yet.">
        {add === null
          ? 'Its author has added nothing that you can hear.'
          : 'Add tracks and songs here, or from their menus.'}
      </EmptyState>
    );
  const totalMs = entries.reduce((sum, { sound }) => sum + (sound?.durationMs ?? 0), 0);
  return (
    <section aria-labelledby="in-the-set" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="heading text-lg" id="in-the-set">
          {entries.length === 1 ? '1 entry' : `${entries.length}${list.hasNextPage ? '+' : ''} entries`}
          {totalMs > 0 && <span className="tape ms-2 text-sm text-faint">{durationText(totalMs / 1000)}</span>}
        </h2>
        <span className="ms-auto">{add}</span>
        {entries.some(({ sound }) => sound) && (
          <Button
            icon={<Play aria-hidden="true" className="fill-current" size={15} />}
            onClick={() => play()}
            size="sm"
            variant="primary"
          >
            Play all
          </Button>
        )}
      </div>
      <ol aria-label="Entries" className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {entries.map((entry, index) => (
          <EntryLine
            key={entry.id}
            count={entries.length}
            entry={entry}
            index={index}
            onPlay={() => play(entry)}
            order={set.can.edit && link === undefined ? order : null}
            track={trackOfEntry(entry, set)}
          />
        ))}
      </ol>
      <p className="sr-only" role="status">
        {order.said}
      </p>
      <ListEnd list={list} />
    </section>
  );
}

/** Moves and removes entries as optimistic updates; the list is fetched again where the server refuses. */
function useOrder(set: SharedItem, entries: readonly SetEntry[]) {
  const call = useCall();
  const client = useQueryClient();
  const { queryKey } = entriesQuery(call, set.id);
  const sequence = useSequence();
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const show = (shown: readonly SetEntry[]) =>
    client.setQueryData<InfiniteData<EntryPage, string | null>>(queryKey, (data) => {
      if (!data) return data;
      const rest = [...shown];
      return { ...data, pages: data.pages.map((page) => ({ ...page, items: rest.splice(0, page.items.length) })) };
    });
  const send = async (work: () => Promise<unknown>) => {
    try {
      await client.cancelQueries({ queryKey });
      await sequence.run(work);
    } catch (error) {
      failureToast(error);
      await client.invalidateQueries({ queryKey });
    }
  };
  return {
    said,
    dragged,
    setDragged,
    move(entryId: string, to: number) {
      const from = entries.findIndex(({ id }) => id === entryId);
      const target = Math.min(entries.length - 1, Math.max(0, to));
      if (from < 0 || from === target) return;
      const next = entries.toSpliced(from, 1).toSpliced(target, 0, entries[from]!);
      show(next);
      setSaid(`${entries[from]!.title ?? 'The entry'} is number ${target + 1} of ${entries.length} now.`);
      const params = { itemId: set.id, entryId };
      const before = next[target + 1]?.id ?? null;
      void send(() => call('PUT /sets/:itemId/entries/:entryId/place', { params, body: { before } }));
    },
    remove(entry: SetEntry) {
      show(entries.filter(({ id }) => id !== entry.id));
      setSaid(`${entry.title ?? 'The entry'} is out of the set.`);
      void send(() => call('DELETE /sets/:itemId/entries/:entryId', { params: { itemId: set.id, entryId: entry.id } }));
    },
  };
}

type Order = ReturnType<typeof useOrder>;

function EntryLine({
  entry,
  index,
  count,
  onPlay,
  order,
  track,
}: {
  entry: SetEntry;
  index: number;
  count: number;
  onPlay: () => void;
  order: Order | null;
  /** What the player plays of it. */
  track: Track | null;
}) {
  const { title, by, path, sound, url, mark } = entry;
  const isCurrent = usePlayer((state) => sound !== null && state.track?.trackId === sound.trackId);
  const status = usePlayer((state) => (isCurrent ? state.status : 'paused'));
  const name = title ?? marks.gone;
  const press = () => {
    if (isCurrent && (status === 'playing' || status === 'loading')) sitePlayer().pause();
    else onPlay();
  };
  return (
    // Dragging is for pointers; the buttons do the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes(
        'flex min-w-0 items-center gap-2 rounded-control border border-transparent py-1 pe-1 ps-1 hover:bg-hover',
        isCurrent && 'border-hairline bg-sunken',
        order?.dragged === entry.id && 'opacity-50',
      )}
      draggable={order !== null}
      onDragEnd={() => order?.setDragged(null)}
      onDragOver={(event) => order?.dragged && event.preventDefault()}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        order?.setDragged(entry.id);
      }}
      onDrop={(event) => {
        event.preventDefault();
        if (order?.dragged) order.move(order.dragged, index);
      }}
    >
      {order && <GripVertical aria-hidden="true" className="shrink-0 cursor-grab text-faint max-sm:hidden" size={16} />}
      {sound ? (
        <PlayButton
          className="size-9 shrink-0"
          onPress={press}
          state={status === 'failed' ? 'paused' : status}
          title={name}
        />
      ) : (
        <span className="grid size-9 shrink-0 place-items-center text-faint">
          <ListMusic aria-hidden="true" size={18} />
        </span>
      )}
      {track && <ArtworkPicture className={classes('size-9', order && 'max-sm:hidden')} track={track} />}
      <div className="min-w-0 flex-1">
        <p className={classes('truncate font-semibold', mark === 'gone' && 'text-faint')} dir="auto">
          {path === null ? name : <AppLink to={path}>{name}</AppLink>}
        </p>
        <p className="flex min-w-0 items-center gap-2 text-sm text-faint">
          <span className="truncate">{by}</span>
          {mark !== null && mark !== 'gone' && <Badge>{marks[mark]}</Badge>}
        </p>
      </div>
      {url !== null && !sound && (
        <a
          aria-label={`Open ${name} (in a new tab)`}
          className="touch-target relative grid size-8 place-items-center rounded-control text-soft hover:text-text"
          href={url}
          rel="noopener noreferrer nofollow ugc"
          target="_blank"
        >
          <ExternalLink aria-hidden="true" size={16} />
        </a>
      )}
      {sound?.durationMs != null && (
        <span className="tape shrink-0 text-sm text-faint">{durationText(sound.durationMs / 1000)}</span>
      )}
      {order && <OrderButtons count={count} entry={entry} index={index} name={name} order={order} />}
    </li>
  );
}

/** Moves an entry by one place, or takes it out. */
function OrderButtons({
  entry,
  name,
  index,
  count,
  order,
}: {
  entry: SetEntry;
  name: string;
  index: number;
  count: number;
  order: Order;
}) {
  return (
    <span className="flex shrink-0">
      <IconButton
        disabled={index === 0}
        icon={<ArrowUp aria-hidden="true" size={15} />}
        label={`Move ${name} up`}
        onClick={() => order.move(entry.id, index - 1)}
        size="sm"
      />
      <IconButton
        disabled={index === count - 1}
        icon={<ArrowDown aria-hidden="true" size={15} />}
        label={`Move ${name} down`}
        onClick={() => order.move(entry.id, index + 1)}
        size="sm"
      />
      <IconButton
        icon={<X aria-hidden="true" size={15} />}
        label={`Take ${name} out of the set`}
        onClick={() => order.remove(entry)}
        size="sm"
      />
    </span>
  );
}
