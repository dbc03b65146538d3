import { lateWindow } from '#content/core/web/page/late-window.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Download, Folder as FolderIcon } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react';
import type { ArchiveEntry } from '#content/media/contract/archives.ts';
import { archive as limits } from '#platform/contract/archive-limits.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { buttonStyle } from '#platform/web/ui/controls/button-style.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { type Audition, useAudition } from './audition.ts';
import { EntryFilters } from './entry-filters.tsx';
import { EntryRow } from './entry-row.tsx';
import { type EntryFilter, allEntries, entriesQuery } from './queries.ts';

const SoundDialog = lateWindow('The form', () => import('./sound-dialog.tsx'));

/** Requests for an archive whose sounds are analysed; after ten minutes the reader reloads. */
const MAX_POLLS = 200;

/** Files of one folder that come one after the other. */
interface FolderPart {
  readonly path: string;
  readonly entries: ArchiveEntry[];
}

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');

function foldersOf(entries: readonly ArchiveEntry[]): FolderPart[] {
  const folders: FolderPart[] = [];
  for (const entry of entries) {
    const path = folderOf(entry.path);
    if (folders.at(-1)?.path !== path) folders.push({ path, entries: [] });
    folders.at(-1)!.entries.push(entry);
  }
  return folders;
}

/** Numbers as the address of a selection has them: `3,7-9`. */
export function rangesOf(positions: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const position of positions.toSorted((one, other) => one - other)) {
    const last = parts.at(-1);
    if (last && last[1] === position - 1) last[1] = position;
    else parts.push([position, position]);
  }
  return parts.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',');
}

/** Files that stand in while a list loads. */
export function EntriesSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-1" role="status">
      <span className="sr-only">Loading the files of the archive</span>
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className="flex h-11 items-center gap-3 px-2">
          <Skeleton className="size-8" round />
          <div className="grid flex-1 gap-1.5">
            <Skeleton className="h-3 w-2/5" />
            <Skeleton className="h-2.5 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** The files that are chosen, by their positions. */
function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const select = useCallback(
    (position: number, on: boolean) =>
      setSelected((before) => {
        const next = new Set(before);
        if (on) next.add(position);
        else next.delete(position);
        return next;
      }),
    [],
  );
  return { selected, select, clear: () => setSelected(new Set()) };
}

/** Arrows in a list of sounds: the next or the one before gets the focus and is heard. */
function moveByArrows(event: KeyboardEvent<HTMLDivElement>, { play, prepare }: Audition): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const here = (event.target as HTMLElement).closest<HTMLElement>('[data-sound]');
  if (!here) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-sound]')].filter(
    (button) => button.offsetParent !== null,
  );
  const step = event.key === 'ArrowDown' ? 1 : -1;
  const place = all.indexOf(here) + step;
  const next = all[place];
  event.preventDefault();
  if (!next) return;
  next.focus();
  play(Number(next.dataset['sound']));
  const after = all[place + step];
  if (after) prepare(Number(after.dataset['sound']));
}

/** The files of an archive, folder by folder: heard, filtered, chosen. Arrows hear the next and the one before. */
export function EntryBrowser({ item, fileId }: { item: SharedItem; fileId: string }) {
  const call = useCall();
  const [filter, setFilter] = useState<EntryFilter>(allEntries);
  const { selected, select, clear } = useSelection();
  const list = useInfiniteQuery({
    ...entriesQuery(call, item.kind, item.id, fileId, filter),
    placeholderData: keepPreviousData,
    // While sounds are analysed, what was found comes with the next request.
    refetchInterval: ({ state }) =>
      (state.data?.pages[0]?.waiting ?? 0) > 0 && state.dataUpdateCount < MAX_POLLS ? 3000 : false,
  });
  const audition = useAudition(fileId);
  const { refetch } = list;
  // What turns out to be damaged is no longer offered.
  useEffect(() => void (audition.failure !== null && refetch()), [audition.failure, refetch]);
  const [corrected, setCorrected] = useState<ArchiveEntry | null>(null);
  const entries = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const [first] = list.data?.pages ?? [];
  if (list.isPending) return <EntriesSkeleton />;
  if (list.error && !list.data)
    return (
      <ErrorState
        busy={list.isFetching}
        compact
        error={list.error}
        onRetry={() => void list.refetch()}
        title="The files could not be loaded."
      />
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <EntryFilters
        filter={filter}
        keys={first?.keys ?? []}
        kinds={first?.kinds ?? {}}
        onChange={(change) => setFilter((before) => ({ ...before, ...change }))}
      />
      {(first?.waiting ?? 0) > 0 && (
        <p className="text-sm text-soft" role="status">
          Length, tempo and key of {first!.waiting} {first!.waiting === 1 ? 'sound' : 'sounds'} are being found.
        </p>
      )}
      {/* The buttons in it take the keys; the arrows only move among them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        aria-busy={list.isPlaceholderData || undefined}
        className={classes('grid gap-2 transition-opacity', list.isPlaceholderData && 'opacity-60')}
        onKeyDown={(event) => moveByArrows(event, audition)}
      >
        {entries.length === 0 && <p className="py-6 text-center text-soft">No file is like that.</p>}
        {foldersOf(entries).map((folder) => (
          <Folder
            key={`${folder.path}/${folder.entries[0]!.position}`}
            audition={audition}
            folder={folder}
            mayUse={item.can.download}
            onCorrect={item.can.addVersion ? setCorrected : undefined}
            onSelect={select}
            selected={selected}
          />
        ))}
        <ListEnd list={list} />
      </div>
      {corrected && (
        <SoundDialog
          entry={corrected}
          fileId={fileId}
          item={item}
          onClose={() => setCorrected(null)}
          onGiveUp={() => setCorrected(null)}
        />
      )}
      {selected.size > 0 && <SelectionBar fileId={fileId} onClear={clear} selected={selected} />}
    </div>
  );
}

function Folder({
  folder,
  audition,
  mayUse,
  selected,
  onSelect,
  onCorrect,
}: {
  folder: FolderPart;
  audition: Audition;
  mayUse: boolean;
  selected: ReadonlySet<number>;
  onSelect: (position: number, on: boolean) => void;
  onCorrect: ((entry: ArchiveEntry) => void) | undefined;
}) {
  return (
    <details open>
      <summary className="flex cursor-pointer items-center gap-2 rounded-control px-2 py-1.5 text-sm font-semibold hover:bg-hover">
        <FolderIcon aria-hidden="true" className="shrink-0 text-faint" size={16} />
        <span className="min-w-0 wrap-anywhere">
          {folder.path === '' ? 'Files' : folder.path.replaceAll('/', ' / ')}
        </span>
        <span className="tape ms-auto text-xs text-faint">{folder.entries.length}</span>
      </summary>
      <ul
        aria-label={folder.path === '' ? 'Files' : folder.path}
        className="grid grid-cols-[minmax(0,1fr)] border-s border-hairline ps-1 sm:ms-3"
      >
        {folder.entries.map((entry) => (
          <EntryRow
            key={entry.position}
            entry={entry}
            failure={audition.stateOf(entry.position) === 'failed' ? audition.failure : null}
            isSelected={selected.has(entry.position)}
            mayUse={mayUse}
            onCorrect={onCorrect}
            onPrepare={audition.prepare}
            onSelect={onSelect}
            onToggle={audition.toggle}
            state={audition.stateOf(entry.position)}
          />
        ))}
      </ul>
    </details>
  );
}

/** The sticky bar of actions on the chosen files. */
function SelectionBar({
  fileId,
  selected,
  onClear,
}: {
  fileId: string;
  selected: ReadonlySet<number>;
  onClear: () => void;
}) {
  return (
    <div className="sticky bottom-[calc(var(--bottombar)+var(--player-room)+0.5rem)] flex flex-wrap items-center gap-2 rounded-card border border-hairline-strong bg-raised p-2">
      <p className="px-1 text-sm" role="status">
        {selected.size} {selected.size === 1 ? 'file' : 'files'} chosen
      </p>
      <Button className="ms-auto" onClick={onClear} size="sm" variant="ghost">
        Clear
      </Button>
      {selected.size <= limits.selectionMax ? (
        <a
          className={buttonStyle('primary', 'sm')}
          download
          href={`/archives/${fileId}?entries=${rangesOf([...selected])}`}
        >
          <Download aria-hidden="true" size={16} />
          Download {selected.size === 1 ? 'this file' : `these ${selected.size}`}
        </a>
      ) : (
        <p className="text-sm text-danger">At most {limits.selectionMax} at once.</p>
      )}
    </div>
  );
}
