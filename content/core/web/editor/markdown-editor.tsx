import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import { countText } from '#platform/web/lib/format.ts';
import { controlStyle } from '#platform/web/ui/controls/control-style.ts';
import { type CompletionOptions, useCompletions } from './completions.tsx';
import { editMarkdown, type MarkdownAction } from './markdown-edit.ts';
import { actionOfKey, MarkdownToolbar } from './markdown-toolbar.tsx';
import { movePlace } from './places.ts';
import { PreviewPane } from './preview-pane.tsx';
import { usePreview } from './use-preview.ts';

/** Props of {@link MarkdownEditor}. */
export interface MarkdownEditorProps extends CompletionOptions {
  label: string;
  value: string;
  onChange: (text: string) => void;
  maxLength: number;
  kind: 'post' | 'reply';
  placeholder?: string;
  /** Ctrl or meta plus enter. */
  onSend: () => void;
  /** Focus it, with the caret at the end, each time this number changes (and when it first stands, unless 0). */
  focusCount?: number;
  /** There is room for the preview beside the text, from 64rem; else it is behind a tab. */
  beside?: boolean;
  /** Its field, where the form puts files at the cursor. */
  field?: RefObject<HTMLTextAreaElement | null> | undefined;
  /** Shows one of the form's files in the preview. */
  renderFile?: ((fileId: string) => ReactNode) | undefined;
  /** Beside the character count. */
  footer?: ReactNode;
}

const noFile = () => null;

/** Writes Markdown: toolbar, text, and a live preview. */
export function MarkdownEditor({
  label,
  value,
  onChange,
  kind,
  onSend,
  focusCount = 0,
  beside = false,
  near,
  hashtags,
  field,
  renderFile = noFile,
  ...rest
}: MarkdownEditorProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(field, () => area.current!);
  const [said, setSaid] = useState('');
  const [tab, setTab] = useState<View>('write');
  const isWide = useWide();
  const completions = useCompletions(area, { near, hashtags });
  const preview = usePreview(value, kind, (isWide && beside) || tab === 'preview');

  useEffect(() => {
    if (focusCount === 0 || !area.current) return;
    setTab('write');
    area.current.focus();
    area.current.setSelectionRange(area.current.value.length, area.current.value.length);
    area.current.scrollIntoView({ block: 'nearest' });
  }, [focusCount]);

  const action = (what: MarkdownAction) => area.current && applyAction(area.current, what, onChange);
  const onKeyDown = (event: KeyboardEvent) => {
    if (completions.onKeyDown(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!event.repeat) onSend();
      return;
    }
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      const words = area.current && moveFile(area.current, event.key === 'ArrowUp' ? -1 : 1, onChange);
      if (words === null) return;
      event.preventDefault();
      setSaid(words);
      return;
    }
    const shortcut = actionOfKey(event);
    if (!shortcut) return;
    event.preventDefault();
    // Ctrl b belongs to the text here, not to the side menu.
    event.stopPropagation();
    action(shortcut);
  };

  return (
    <div className="markdown-editor grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      {/* It stays on the screen while a long text is written. */}
      <div className="sticky top-(--topbar) z-1 flex flex-wrap items-center justify-between gap-2 -my-1 bg-surface py-1">
        <MarkdownToolbar controls={id} onAction={action} />
        <ViewSwitch className={beside ? 'lg:hidden' : ''} onChange={setTab} value={tab} />
      </div>
      <div className={classes('grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3', beside && 'lg:grid-cols-2')}>
        <div className={classes('relative min-w-0', tab === 'preview' && (beside ? 'max-lg:hidden' : 'hidden'))}>
          <textarea
            {...completions.fieldProps}
            ref={area}
            aria-describedby={`${id}-count`}
            aria-label={label}
            className={classes(
              controlStyle,
              'grow-with-text block scroll-mb-40 py-2.5 leading-normal',
              kind === 'post' && 'min-h-48',
            )}
            id={id}
            maxLength={rest.maxLength}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
            placeholder={rest.placeholder}
            rows={kind === 'post' ? 8 : 4}
            value={value}
          />
          {completions.list}
        </div>
        <div className={classes('min-w-0', tab === 'write' && (beside ? 'max-lg:hidden' : 'hidden'))}>
          <PreviewPane preview={preview} renderFile={renderFile} />
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Count id={`${id}-count`} length={value.length} max={rest.maxLength} />
        <div className="ms-auto flex flex-wrap items-center gap-2">{rest.footer}</div>
      </div>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </div>
  );
}

const views = { write: 'Write', preview: 'Preview' } as const;
type View = keyof typeof views;

/** Chooses between the text and its preview, where they do not stand side by side. */
function ViewSwitch({
  value,
  onChange,
  className,
}: {
  value: View;
  onChange: (view: View) => void;
  className: string;
}) {
  return (
    <div aria-label="View" className={classes('flex shrink-0 gap-0.5 max-sm:order-first', className)} role="group">
      {Object.entries(views).map(([view, label]) => (
        <button
          key={view}
          aria-pressed={value === view}
          className="touch-target relative h-8 rounded-control px-3 text-sm font-semibold text-soft hover:bg-hover aria-pressed:bg-pressed aria-pressed:text-text"
          onClick={() => onChange(view as View)}
          type="button"
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function Count({ id, length, max }: { id: string; length: number; max: number }) {
  const isNear = length > max * 0.9;
  return (
    <p className={classes('tape text-xs', isNear ? 'text-primary-text' : 'text-faint')} id={id}>
      {countText(length)}
      <span className="sr-only"> of {countText(max)} characters</span>
      <span aria-hidden="true"> / {countText(max)}</span>
    </p>
  );
}

function applyAction(target: HTMLTextAreaElement, what: MarkdownAction, onChange: (text: string) => void): void {
  const next = editMarkdown(what, { text: target.value, start: target.selectionStart, end: target.selectionEnd });
  replaceText(target, next.text);
  onChange(next.text);
  target.focus();
  target.setSelectionRange(next.start, next.end);
}

/** Moves the file whose line the cursor stands in. @returns what to say of it; null where it stands in none */
function moveFile(target: HTMLTextAreaElement, by: -1 | 1, onChange: (text: string) => void): string | null {
  const moved = movePlace({ text: target.value, start: target.selectionStart, end: target.selectionEnd }, by);
  if (!moved) return null;
  if (moved.text.trim() === target.value.trim()) return 'The file cannot be moved further.';
  replaceText(target, moved.text);
  onChange(moved.text);
  target.setSelectionRange(moved.start, moved.end);
  return `The file was moved ${by < 0 ? 'up' : 'down'}.`;
}

/** Changes the text so that the browser's undo takes it back. */
function replaceText(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  field.setSelectionRange(0, field.value.length);
  // Deprecated, and still the only way that keeps the undo history.
  document.execCommand('insertText', false, text);
}

function useWide(): boolean {
  const query = '(min-width: 64rem)';
  const [isWide, setWide] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const follow = () => setWide(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  return isWide;
}
