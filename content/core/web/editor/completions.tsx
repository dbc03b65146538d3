import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react';
import { useCall } from '#platform/web/lib/api.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { countText } from '#platform/web/lib/format.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { popupStyle } from '#platform/web/ui/overlays/popup-style.ts';
import '#platform/web/ui/overlays/popups.css';
import { type Sign, type Trigger, emojiNamed, loadEmojiNames, triggerAt } from './trigger.ts';

/** Milliseconds after the last key until completions are asked for. */
const WAIT_MS = 80;
const SHOWN = 8;
/** Pixels that the list needs below the line; with less it stands above. */
const ROOM = 340;

/** One line of the list. */
interface Completion {
  readonly key: string;
  /** What replaces sign and beginning. */
  readonly text: string;
  readonly label: string;
  readonly detail: string;
  readonly picture: ReactNode;
}

/** What can be completed in a text. `@` and `:` always can. */
export interface CompletionOptions {
  /** Profile ids of members of the thread, who are offered before others. */
  readonly near?: (() => readonly string[]) | undefined;
  /** Hashtags are links here. */
  readonly hashtags?: boolean | undefined;
}

const nouns: Readonly<Record<Sign, string>> = { '@': 'Members', ':': 'Emoji', '#': 'Hashtags' };

async function completionsOf(
  call: Call,
  { sign, query }: Pick<Trigger, 'sign' | 'query'>,
  near: readonly string[],
  signal: AbortSignal,
): Promise<Completion[]> {
  if (sign === ':') {
    const names = await loadEmojiNames();
    return emojiNamed(names, query, SHOWN).map((emoji) => ({
      key: emoji,
      text: emoji,
      label: names[emoji]![0]!.replaceAll('_', ' '),
      detail: '',
      picture: (
        <span aria-hidden="true" className="text-lg leading-none">
          {emoji}
        </span>
      ),
    }));
  }
  if (sign === '#') {
    const { items } = await call('GET /uploads/tags', { query: { q: query }, signal });
    return items.map(({ tag, count }) => ({
      key: tag,
      text: `#${tag}`,
      label: `#${tag}`,
      detail: count === 1 ? '1 upload' : `${countText(count)} uploads`,
      picture: null,
    }));
  }
  const { items } = await call('GET /friends/mentions', { query: { q: query, near: near.join(',') }, signal });
  return items.map(({ id, username, displayName, avatarUrl }) => ({
    key: id,
    text: `@${username}`,
    label: displayName,
    detail: `@${username}`,
    picture: <Avatar id={id} name={displayName} size="xs" src={avatarUrl} />,
  }));
}

/** The completions of what is typed, a moment after the last key. Failures offer nothing: the text can be typed on. */
function useFound(trigger: Trigger | null, near: CompletionOptions['near']): readonly Completion[] {
  const call = useCall();
  const [settled, setSettled] = useState(trigger);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(trigger), WAIT_MS);
    return () => clearTimeout(timer);
  }, [trigger]);
  const { sign, query } = settled ?? { sign: '@', query: '' };
  const { data } = useQuery({
    queryKey: ['completions', sign, query],
    queryFn: ({ signal }) => completionsOf(call, { sign, query }, near?.() ?? [], signal),
    enabled: trigger !== null && settled !== null,
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[1] === sign ? before : undefined),
    retry: false,
    staleTime: 30_000,
  });
  return trigger && settled?.sign === trigger.sign ? (data ?? []) : [];
}

/**
 * Offers members, emoji and hashtags while a text is typed. The field keeps the focus; arrows choose, Enter and Tab
 * insert, Escape closes.
 * @returns props of the field (`onKeyDown` answers whether it used the key), and the list, for an element around both
 */
export function useCompletions(
  field: RefObject<HTMLTextAreaElement | null>,
  { near, hashtags = false }: CompletionOptions,
) {
  const id = useId();
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [moved, setMoved] = useState<{ of: Trigger; to: number } | null>(null);
  const items = useFound(trigger, near);
  // Behind a sign alone nothing is chosen: Enter belongs to the text.
  const chosen = moved && moved.of === trigger ? moved.to : trigger?.query ? 0 : -1;
  const optionId = (index: number) => `${id}-${index}`;

  const look = () => {
    const area = field.current;
    const found = area && area.selectionStart === area.selectionEnd ? triggerAt(area.value, area.selectionStart) : null;
    const next = found && (found.sign !== '#' || hashtags) && found.start !== closedAt ? found : null;
    if (!found) setClosedAt(null);
    setTrigger((before) => (before?.start === next?.start && before?.query === next?.query ? before : next));
  };
  const insert = (item: Completion) => {
    const area = field.current;
    if (!area || !trigger) return;
    const { start, query } = trigger;
    const end = start + 1 + query.length;
    area.focus();
    area.setSelectionRange(start, end);
    // Keeps the undo history; the field's own `onChange` learns of it.
    document.execCommand('insertText', false, /^\s/.test(area.value.slice(end)) ? item.text : `${item.text} `);
    setTrigger(null);
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!trigger || items.length === 0 || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const from = chosen < 0 && step < 0 ? 0 : chosen;
      setMoved({ of: trigger, to: (from + step + items.length) % items.length });
    } else if (event.key === 'Escape') {
      setClosedAt(trigger.start);
      setTrigger(null);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && items[chosen]) {
      insert(items[chosen]);
    } else {
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const isOpen = trigger !== null && items.length > 0;
  return {
    onKeyDown,
    fieldProps: {
      'aria-activedescendant': isOpen && items[chosen] ? optionId(chosen) : undefined,
      'aria-autocomplete': 'list' as const,
      'aria-controls': isOpen ? `${id}-list` : undefined,
      onBlur: () => setTrigger(null),
      onSelect: look,
    },
    list: (
      <>
        <p className="sr-only" role="status">
          {isOpen && `${items.length} suggestions. Arrow keys choose, Enter inserts.`}
        </p>
        {isOpen && (
          <div
            aria-label={nouns[trigger.sign]}
            className={classes(popupStyle, 'absolute z-(--z-popup) max-h-80 w-72 max-w-full overflow-y-auto p-1')}
            id={`${id}-list`}
            role="listbox"
            style={placeAt(field.current!, trigger.start)}
          >
            {items.map((item, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys belong to the field
              <div
                aria-selected={index === chosen}
                className="menu-line"
                data-highlighted={index === chosen || undefined}
                id={optionId(index)}
                key={item.key}
                onClick={() => insert(item)}
                // The field keeps the focus, and a phone its keyboard.
                onPointerDown={(event) => event.preventDefault()}
                role="option"
                tabIndex={-1}
              >
                {item.picture}
                <span className="min-w-0 flex-1 truncate">{item.label}</span>
                {item.detail !== '' && <span className="truncate text-sm text-soft">{item.detail}</span>}
              </div>
            ))}
          </div>
        )}
      </>
    ),
  };
}

/** Properties that decide where a character of a text field stands. */
const measured = [
  'font',
  'letterSpacing',
  'lineHeight',
  'padding',
  'borderWidth',
  'boxSizing',
  'textIndent',
  'tabSize',
  'width',
  'direction',
] as const;

/** Where the list stands beside a character, in the element around the field: below its line, or above where there is no room. */
function placeAt(field: HTMLTextAreaElement, index: number): { left: string; top?: number; bottom?: string } {
  const style = getComputedStyle(field);
  const mirror = document.createElement('div');
  for (const name of measured) mirror.style[name] = style[name];
  Object.assign(mirror.style, {
    position: 'absolute',
    visibility: 'hidden',
    borderStyle: 'solid',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  const mark = document.createElement('span');
  mark.textContent = field.value.slice(index, index + 1);
  mirror.append(field.value.slice(0, index), mark, field.value.slice(index + 1));
  document.body.append(mirror);
  const { offsetLeft, offsetTop, offsetHeight } = mark;
  mirror.remove();
  const top = field.offsetTop + offsetTop - field.scrollTop;
  const onScreen = field.getBoundingClientRect().top + offsetTop - field.scrollTop;
  const height = globalThis.visualViewport?.height ?? innerHeight;
  const isAbove = height - onScreen < ROOM && onScreen > ROOM;
  const left = `clamp(0px, ${field.offsetLeft + offsetLeft}px, calc(100% - 18rem))`;
  return isAbove ? { left, bottom: `calc(100% - ${top - 4}px)` } : { left, top: top + offsetHeight + 4 };
}
