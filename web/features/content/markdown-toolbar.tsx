import { Bold, Code, EyeOff, Italic, Link2, List, ListTodo, TextQuote } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { MarkdownAct } from './markdown-edit.ts';

const tools = [
  { act: 'bold', label: 'Bold', icon: Bold, key: 'b', shift: false },
  { act: 'italic', label: 'Italic', icon: Italic, key: 'i', shift: false },
  { act: 'link', label: 'Link', icon: Link2, key: 'k', shift: false },
  { act: 'quote', label: 'Quote', icon: TextQuote, key: '.', shift: true },
  { act: 'code', label: 'Code', icon: Code, key: 'e', shift: false },
  { act: 'list', label: 'List', icon: List, key: '8', shift: true },
  { act: 'task', label: 'Task list', icon: ListTodo, key: '9', shift: true },
  { act: 'spoiler', label: 'Spoiler', icon: EyeOff, key: 's', shift: true },
] as const satisfies readonly { act: MarkdownAct; label: string; icon: unknown; key: string; shift: boolean }[];

/** Codes of the keys whose character changes with shift. */
const codes: Readonly<Record<string, string>> = { '.': 'Period', '8': 'Digit8', '9': 'Digit9' };

/** The action of a keyboard shortcut, or null. */
export function actOfKey(event: KeyboardEvent): MarkdownAct | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const found = tools.find(
    (tool) => tool.shift === event.shiftKey && (event.key.toLowerCase() === tool.key || event.code === codes[tool.key]),
  );
  return found?.act ?? null;
}

/** The buttons over a text of Markdown. */
export function MarkdownToolbar({ controls, onAct }: { controls: string; onAct: (act: MarkdownAct) => void }) {
  return (
    <div
      aria-controls={controls}
      aria-label="Formatting"
      className="-ml-1 flex min-w-0 gap-0.5 max-sm:w-full max-sm:justify-between"
      role="toolbar"
    >
      {tools.map(({ act, label, icon: Icon, key, shift }) => (
        <IconButton
          key={act}
          aria-keyshortcuts={`Control+${shift ? 'Shift+' : ''}${key.toUpperCase()}`}
          icon={<Icon aria-hidden="true" size={17} />}
          label={label}
          // The text keeps its selection, and a phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onAct(act)}
          size="sm"
          title={`${label} (ctrl ${shift ? 'shift ' : ''}${key})`}
        />
      ))}
    </div>
  );
}
