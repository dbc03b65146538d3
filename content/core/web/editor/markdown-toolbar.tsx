import { Bold, Code, EyeOff, Italic, Link2, List, ListTodo, TextQuote } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import type { MarkdownAction } from './markdown-edit.ts';

const tools = [
  { action: 'bold', label: 'Bold', icon: Bold, key: 'b', shift: false },
  { action: 'italic', label: 'Italic', icon: Italic, key: 'i', shift: false },
  { action: 'link', label: 'Link', icon: Link2, key: 'k', shift: false },
  { action: 'quote', label: 'Quote', icon: TextQuote, key: '.', shift: true },
  { action: 'code', label: 'Code', icon: Code, key: 'e', shift: false },
  { action: 'list', label: 'List', icon: List, key: '8', shift: true },
  { action: 'task', label: 'Task list', icon: ListTodo, key: '9', shift: true },
  { action: 'spoiler', label: 'Spoiler', icon: EyeOff, key: 's', shift: true },
] as const satisfies readonly { action: MarkdownAction; label: string; icon: unknown; key: string; shift: boolean }[];

/** Codes of the keys whose character changes with shift. */
const codes: Readonly<Record<string, string>> = { '.': 'Period', '8': 'Digit8', '9': 'Digit9' };

/** The action of a keyboard shortcut, or null. */
export function actionOfKey(event: KeyboardEvent): MarkdownAction | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const found = tools.find(
    (tool) => tool.shift === event.shiftKey && (event.key.toLowerCase() === tool.key || event.code === codes[tool.key]),
  );
  return found?.action ?? null;
}

/** The buttons over a text of Markdown. */
export function MarkdownToolbar({
  controls,
  onAction,
}: {
  controls: string;
  onAction: (action: MarkdownAction) => void;
}) {
  return (
    <div
      aria-controls={controls}
      aria-label="Formatting"
      className="-ms-1 flex min-w-0 flex-wrap gap-0.5 max-sm:w-full max-sm:justify-between"
      role="toolbar"
    >
      {tools.map(({ action, label, icon: Icon, key, shift }) => (
        <IconButton
          key={action}
          aria-keyshortcuts={`Control+${shift ? 'Shift+' : ''}${key.toUpperCase()}`}
          icon={<Icon aria-hidden="true" size={17} />}
          label={label}
          // The text keeps its selection, and a phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onAction(action)}
          size="sm"
          title={`${label} (ctrl ${shift ? 'shift ' : ''}${key})`}
        />
      ))}
    </div>
  );
}
