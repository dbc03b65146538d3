import { Dialog } from '@base-ui/react/dialog';
import { useRouter } from '@tanstack/react-router';
import { CornerDownLeft, History, Search, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { search as limits } from '#content/search/contract/limits.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { Spinner } from '#platform/web/ui/graphics/spinner.tsx';
import { searchAddress } from './filter.ts';
import { Marked } from './marked.tsx';
import { forgetSearches, recentSearches, rememberSearch } from './recent.ts';
import { TypeIcon, typeWords } from './type-marks.tsx';
import { useSuggestions } from './use-suggestions.ts';

/** Props of {@link SearchPalette}. */
export interface SearchPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** One line that arrows and Enter choose. */
interface Line {
  readonly key: string;
  readonly to: string;
  /** What is remembered as a search when it is chosen. */
  readonly search: string;
  readonly content: ReactNode;
}

/** Lines under one heading. */
interface Group {
  readonly key: string;
  readonly label: string;
  readonly lines: readonly Line[];
}

/** The search over the page: results while typing, grouped by type. */
export default function SearchPalette({ open, onOpenChange }: SearchPaletteProps) {
  return (
    <Dialog.Root onOpenChange={(next) => onOpenChange(next)} open={open}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Viewport className="search-viewport">
          <Dialog.Popup aria-label="Search" className="search-popup">
            <Palette onClose={() => onOpenChange(false)} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Palette({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [recent, setRecent] = useState(recentSearches);
  // The line that the arrows have reached; null is the field itself.
  const [chosen, setChosen] = useState<string | null>(null);
  const found = useSuggestions(text);
  const wanted = text.trim();
  const groups = wanted === '' ? recentGroup(recent) : foundGroups(found.groups, wanted);
  const all = wanted === '' ? null : wholeSearch(wanted);
  const lines = [...groups.flatMap((group) => group.lines), ...(all ? [all] : [])];
  const active = lines.findIndex((line) => line.key === chosen);

  useEffect(() => {
    if (chosen !== null) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const go = (line: Line) => {
    rememberSearch(line.search);
    onClose();
    void router.navigate({ href: line.to });
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      // The field itself is a place of the round, before the first and after the last line.
      const places = lines.length + 1;
      const next = (active + 1 + (event.key === 'ArrowDown' ? 1 : places - 1)) % places;
      setChosen(next === 0 ? null : lines[next - 1]!.key);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const line = lines[active] ?? all;
      if (line) go(line);
    }
  };
  const nothing =
    wanted.length >= limits.suggestFrom && !found.isLoading && found.failure === null && groups.length === 0;

  return (
    <>
      <PaletteField
        active={active >= 0 ? lineId(id, chosen!) : undefined}
        hasLines={lines.length > 0}
        isLoading={found.isLoading}
        listId={`${id}-list`}
        onKeyDown={onKey}
        onText={(value) => {
          setText(value);
          setChosen(null);
        }}
        text={text}
      />
      <Lines all={all} chosen={chosen} groups={groups} id={id} ref={list} onGo={go} onReach={setChosen} />
      {found.failure !== null && (
        <div className="px-3 pb-3">
          <ErrorState compact description={found.failure} onRetry={found.retry} title="The search did not answer." />
        </div>
      )}
      <p className="sr-only" role="status">
        {found.groups.length > 0 && wanted !== '' && !found.isLoading && resultsText(groups)}
      </p>
      <p className="search-note" role="status">
        {nothing && `Nothing begins like “${wanted}”. Enter searches the whole text.`}
        {wanted === '' && recent.length === 0 && 'Words, “a phrase in quotes”, -without.'}
      </p>
      {wanted === '' && recent.length > 0 && (
        <div className="px-4 pb-3">
          <button
            className="touch-target text-sm font-semibold text-soft hover:text-text"
            onClick={() => {
              forgetSearches();
              setRecent([]);
            }}
            type="button"
          >
            Forget these searches
          </button>
        </div>
      )}
    </>
  );
}

/** What a reader hears who sees no lines. */
function resultsText(groups: readonly Group[]): string {
  const count = groups.reduce((total, { lines }) => total + lines.length, 0);
  return count === 1 ? '1 result' : `${count} results`;
}

const lineId = (id: string, key: string): string => `${id}-${key}`;

/** The lines of all groups, and the one that leads to all results. */
function Lines(props: {
  /** Begins the ids of all lines. */
  id: string;
  ref: RefObject<HTMLDivElement | null>;
  groups: readonly Group[];
  all: Line | null;
  chosen: string | null;
  onGo: (line: Line) => void;
  onReach: (key: string) => void;
}) {
  const { id, ref, all, chosen, onGo, onReach } = props;
  const option = (line: Line) => (
    <Option
      key={line.key}
      id={lineId(id, line.key)}
      isActive={line.key === chosen}
      line={line}
      onGo={onGo}
      onReach={onReach}
    />
  );
  return (
    <div ref={ref} aria-label="Results" className="search-lines" id={`${id}-list`} role="listbox">
      {props.groups.map((group) => (
        <div key={group.key} aria-labelledby={lineId(id, `of-${group.key}`)} role="group">
          <div className="search-label" id={lineId(id, `of-${group.key}`)} role="presentation">
            {group.label}
          </div>
          {group.lines.map(option)}
        </div>
      ))}
      {all && option(all)}
    </div>
  );
}

/** The field, and the button that closes the search. */
function PaletteField(props: {
  text: string;
  onText: (text: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  isLoading: boolean;
  /** Id of the line that the arrows have reached. */
  active: string | undefined;
  listId: string;
  hasLines: boolean;
}) {
  return (
    <div className="search-field">
      {props.isLoading ? <Spinner /> : <Search aria-hidden="true" className="shrink-0 text-faint" size={20} />}
      <input
        aria-activedescendant={props.active}
        aria-autocomplete="list"
        aria-controls={props.listId}
        aria-expanded={props.hasLines}
        aria-label="Search"
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        // The search was asked for: typing is the next thing.
        autoFocus
        enterKeyHint="search"
        maxLength={limits.queryMax}
        onChange={(event) => props.onText(event.target.value)}
        onKeyDown={props.onKeyDown}
        placeholder="Search posts, members, songs, kits…"
        role="combobox"
        spellCheck={false}
        type="text"
        value={props.text}
      />
      <Dialog.Close className="search-close touch-target">
        <kbd className="max-md:hidden">Esc</kbd>
        <span className="sr-only">Close search</span>
        <X aria-hidden="true" className="md:hidden" size={20} />
      </Dialog.Close>
    </div>
  );
}

function Option(props: {
  id: string;
  isActive: boolean;
  line: Line;
  onGo: (line: Line) => void;
  onReach: (key: string) => void;
}) {
  const { id, isActive, line, onGo, onReach } = props;
  return (
    <a
      aria-selected={isActive}
      className="search-line"
      href={line.to}
      id={id}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onGo(line);
      }}
      onPointerMove={() => isActive || onReach(line.key)}
      role="option"
      tabIndex={-1}
    >
      {line.content}
    </a>
  );
}

/** The line that leads to the page of all results. */
function wholeSearch(wanted: string): Line {
  return {
    key: 'all',
    to: searchAddress({ q: wanted }),
    search: wanted,
    content: (
      <>
        <Search aria-hidden="true" className="shrink-0 text-faint" size={18} />
        <span className="min-w-0 flex-1 truncate">
          All results for <strong className="font-bold">{wanted}</strong>
        </span>
        <CornerDownLeft aria-hidden="true" className="shrink-0 text-faint max-md:hidden" size={16} />
      </>
    ),
  };
}

function recentGroup(searches: readonly string[]): Group[] {
  if (searches.length === 0) return [];
  const lines = searches.map((search, index) => ({
    key: `recent-${index}`,
    to: searchAddress({ q: search }),
    search,
    content: (
      <>
        <History aria-hidden="true" className="shrink-0 text-faint" size={18} />
        <span className="min-w-0 truncate">{search}</span>
      </>
    ),
  }));
  return [{ key: 'recent', label: 'Recent searches', lines }];
}

function foundGroups(groups: ReturnType<typeof useSuggestions>['groups'], wanted: string): Group[] {
  return groups.map(({ type, items }) => ({
    key: type,
    label: typeWords(type).label,
    lines: items.map((item) => ({
      key: item.id,
      to: item.url,
      search: wanted,
      content: (
        <>
          {type === 'member' ? (
            <Avatar className="size-7 text-xs" id={item.id} name={item.title.text} size="sm" src={item.avatarUrl} />
          ) : (
            <span className="search-mark">
              <TypeIcon size={16} type={type} />
            </span>
          )}
          <span className="min-w-0 flex-1 truncate">
            <Marked value={item.title} />
          </span>
          {item.by !== null && <span className="max-w-2/5 shrink-0 truncate text-sm text-faint">{item.by}</span>}
        </>
      ),
    })),
  }));
}
