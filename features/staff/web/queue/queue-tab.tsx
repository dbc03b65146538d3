import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { EyeOff, Keyboard } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { QueueItem } from '#content/moderation/contract/endpoints.ts';
import { moderation } from '#content/moderation/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { fullName } from '#people/profiles/web/full-name.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { useCoalescer } from '#platform/web/lib/use-coalescer.ts';
import { useLive } from '#platform/web/lib/socket/use-live.ts';
import { readAgain } from '#platform/web/lib/query-client.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { Select } from '#platform/web/ui/controls/select.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { StaffCount } from '#features/staff/web/staff-count.tsx';
import { type QueueSearch, countsQuery, itemQuery, queueQuery, staffKeys } from '#features/staff/web/queries.ts';
import { ManyDetail } from './many-detail.tsx';
import { QueueDetail } from './queue-detail.tsx';
import { queueAddress } from './queue-search.ts';
import { RequestBadge } from './request-badge.tsx';
import { isQuestion, kindName, kindNames, reasonName } from './queue-words.ts';
import { StaffList } from '#features/staff/web/staff-list.tsx';
import { type QueueMove, hasOtherMarks, useEndingMarks, useQueueActions, useQueueKeys } from './use-queue.ts';

const KeysDialog = latePart<{ onClose: () => void }>(() => import('./keys-dialog.tsx'), {
  name: 'The keys',
  notice: 'float',
});

const views = [
  { view: 'open', label: 'Open', count: 'queue' },
  { view: 'report', label: 'Reports', count: 'reported' },
  { view: 'hold', label: 'Held', count: 'held' },
  { view: 'mark', label: 'Marked', count: 'marked' },
  { view: 'approval', label: 'Approvals', count: 'approvals' },
  { view: 'decided', label: 'Decided', count: null },
] as const;

/** The tab Queue: everything that waits for a decision, by harm and age, with the open item beside the list. */
export function QueueTab({ search, itemId }: { search: QueueSearch; itemId: string }) {
  const call = useCall();
  const client = useQueryClient();
  const list = useInfiniteQuery({ ...queueQuery(call, search), placeholderData: keepPreviousData });
  const items = itemsOf(list.data);
  const [showsKeys, setShowsKeys] = useState(false);
  const coalescer = useCoalescer(500);
  const readQueue = () => coalescer.run('staff', () => readAgain(client, staffKeys.all));
  useLive('staff', {
    queue_changed: readQueue,
    // The list is from before this page has listened.
    queue_taken: ({ items: taken }) => hasOtherMarks(items, taken) && readQueue(),
  });
  useEndingMarks(items, readQueue);
  const { open, step, goOn } = useOpenItem(items, search, itemId);
  // Of one item: with the next one open, its question is gone.
  const [asked, setAsked] = useState<{ itemId: string; move: QueueMove } | null>(null);
  const setMove = (move: QueueMove | null) =>
    setAsked((before) => (move ? { itemId, move } : before?.itemId === itemId ? null : before));
  const selection = useSelection(items);
  const { ids: selected } = selection;
  const goOnFrom = () => {
    if (selected.length === 0) return goOn();
    selection.clear();
    open('');
  };
  const actions = useQueueActions(goOnFrom, open, () => setAsked(null));
  useQueueKeys({
    j: () => step(1),
    k: () => step(-1),
    x: itemId === '' ? null : () => selection.toggle(itemId),
    X: items.length > 0 ? selection.all : null,
    z: () => void actions.undoLast(),
    '?': () => setShowsKeys(true),
  });
  return (
    <>
      <QueueFilters onKeys={() => setShowsKeys(true)} search={search} />
      {(search.author !== '' || search.thread !== '') && (
        <p className="mb-3 text-sm text-soft">
          {search.author === '' ? 'Of one thread.' : 'Of one author.'}{' '}
          <AppLink className="font-semibold text-primary-text hover:underline" to={queueAddress({ view: search.view })}>
            Show all
          </AppLink>
        </p>
      )}
      <div className="staff-queue">
        <div className="staff-queue-list">
          <StaffList
            className="staff-rows"
            empty={{ title: 'Nothing waits here', text: 'Reports, held content and approvals are listed here.' }}
            label="Queue"
            query={list}
          >
            {(one) => (
              <QueueLine
                isOpen={one.id === itemId}
                isSelected={selected.includes(one.id)}
                item={one}
                onSelect={() => selection.toggle(one.id)}
                to={queueAddress({ ...search, item: one.id })}
              />
            )}
          </StaffList>
        </div>
        <Pane isOpen={itemId !== '' || selected.length > 0} key={selected.length > 0 ? 'many' : itemId}>
          {selected.length > 0 ? (
            <ManyDetail actions={actions} itemIds={selected} onClear={selection.clear} onDrop={selection.toggle} />
          ) : itemId === '' ? (
            items.length > 0 && <p className="p-4 text-soft">Open an item, or press j.</p>
          ) : (
            <QueueDetail
              actions={actions}
              itemId={itemId}
              move={asked?.itemId === itemId ? asked.move : null}
              onMove={setMove}
              search={search}
            />
          )}
        </Pane>
      </div>
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} onGiveUp={() => setShowsKeys(false)} />}
    </>
  );
}

/** Items to decide about together, the last one selected first; what has left the list is not among them. */
function useSelection(items: readonly QueueItem[]) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const open = new Set(items.filter((item) => item.state === 'open').map((item) => item.id));
  return {
    ids: chosen.filter((id) => open.has(id)),
    toggle: (id: string) =>
      setChosen((before) =>
        before.includes(id) ? before.filter((one) => one !== id) : [id, ...before].slice(0, moderation.manyMax),
      ),
    all: () => setChosen([...open].slice(0, moderation.manyMax)),
    clear: () => setChosen([]),
  };
}

/** Beside the list, or below it on a narrow screen: there an item that is opened goes to the top of the window. */
function Pane({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen && pane.current && getComputedStyle(pane.current).position !== 'sticky')
      pane.current.scrollIntoView({ block: 'start' });
  }, [isOpen]);
  return (
    <div className="staff-queue-pane" ref={pane}>
      {children}
    </div>
  );
}

/** The position of the open item in the list, with links to its neighbours. */
function useOpenItem(items: readonly QueueItem[], search: QueueSearch, itemId: string) {
  const call = useCall();
  const client = useQueryClient();
  const router = useRouter();
  const at = items.findIndex((item) => item.id === itemId);
  const nextId = at < 0 ? undefined : items[at + 1]?.id;
  useEffect(() => {
    if (nextId !== undefined) void client.prefetchQuery(itemQuery(call, nextId));
  }, [client, call, nextId]);
  const open = (id: string) =>
    void router.navigate({ href: queueAddress({ ...search, item: id }), replace: true, resetScroll: false });
  return {
    open,
    step(by: 1 | -1) {
      const next = at < 0 ? items[0] : items[at + by];
      if (next) open(next.id);
    },
    /** The next one is open before the decided one has left the list. */
    goOn() {
      const next = items[at + 1] ?? items[at - 1];
      open(next?.id ?? '');
    },
  };
}

/** Views, the kind of content, and the button that lists the keys. */
function QueueFilters({ search, onKeys }: { search: QueueSearch; onKeys: () => void }) {
  const router = useRouter();
  const { data: counts } = useQuery(countsQuery(useCall()));
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,1fr)] gap-3 xl:flex xl:items-center">
      <div className="min-w-0 xl:flex-1">
        <ChipRow label="Views">
          {views.map(({ view, label, count }) => (
            <Chip key={view} selected={search.view === view} to={queueAddress({ ...search, view })}>
              {label}
              {count && <StaffCount count={counts?.[count]} />}
            </Chip>
          ))}
        </ChipRow>
      </div>
      <div className="flex items-center gap-3">
        <Select
          aria-label="Kind"
          onChange={(event) =>
            void router.navigate({ href: queueAddress({ ...search, kind: event.target.value }), resetScroll: false })
          }
          size="sm"
          value={search.kind}
        >
          <option value="">Every kind</option>
          {Object.entries(kindNames).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </Select>
        <Button
          icon={<Keyboard aria-hidden="true" size={16} />}
          onClick={onKeys}
          onPointerEnter={KeysDialog.preload}
          size="sm"
          variant="ghost"
        >
          Keys
        </Button>
      </div>
    </div>
  );
}

function QueueLine({
  item,
  isOpen,
  isSelected,
  onSelect,
  to,
}: {
  item: QueueItem;
  isOpen: boolean;
  isSelected: boolean;
  onSelect: () => void;
  to: string;
}) {
  const { subject, reports } = item;
  const { viewer } = useAuth();
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <div className="staff-line" data-open={isOpen || undefined} ref={line}>
      <p className="flex flex-wrap items-center gap-1.5">
        {item.state === 'open' && (
          <input
            aria-label={`Select ${subject.isAdult ? '18+' : subject.title}`}
            checked={isSelected}
            className="checkbox staff-line-select"
            onChange={onSelect}
            type="checkbox"
          />
        )}
        <Badge tone={item.priority === 1 ? 'danger' : item.priority === 2 ? 'accent' : 'neutral'}>
          {kindName(subject.kind)}
        </Badge>
        {item.needsApproval && !isQuestion(item.subject.kind) && <Badge tone="secondary">Approval</Badge>}
        {item.hold && <Badge tone="accent">Held</Badge>}
        {item.markedWords.length > 0 && <Badge tone="secondary">Marked</Badge>}
        {reports.count > 0 && (
          <Badge tone="danger">
            {reports.count} {reports.count === 1 ? 'report' : 'reports'}
          </Badge>
        )}
        {item.isEscalated && <Badge tone="primary">With admins</Badge>}
        <RequestBadge item={item} />
      </p>
      <AppLink className="staff-line-title" current={isOpen} keepScroll replace to={to}>
        {subject.isAdult ? (
          <>
            <EyeOff aria-hidden="true" className="inline" size={14} /> 18+
          </>
        ) : (
          subject.title
        )}
      </AppLink>
      <p className="truncate text-sm text-soft">
        {fullName(item.author)} · <RelativeTime date={item.createdAt} />
      </p>
      {reports.count > 0 && <p className="truncate text-sm text-soft">{reports.reasons.map(reasonName).join(', ')}</p>}
      {item.takenBy && item.takenBy.id !== viewer?.id && (
        <p className="text-sm font-semibold text-secondary-text">Taken by {fullName(item.takenBy)}</p>
      )}
    </div>
  );
}
