/** A text with its selection. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What the toolbar can do. */
export type MarkdownAction = 'bold' | 'italic' | 'link' | 'quote' | 'code' | 'list' | 'task' | 'spoiler';

/** Toggles one action of the toolbar. */
export function editMarkdown(action: MarkdownAction, selected: Selected): Selected {
  switch (action) {
    case 'bold':
      return wrap(selected, '**', 'bold text');
    case 'italic':
      return wrap(selected, '*', 'italic text');
    case 'spoiler':
      return wrap(selected, '||', 'spoiler');
    case 'code':
      return selectionOf(selected).includes('\n') ? fence(selected) : wrap(selected, '`', 'code');
    case 'link':
      return link(selected);
    case 'quote':
      return prefixLines(selected, '> ');
    case 'list':
      return prefixLines(selected, '- ');
    case 'task':
      return prefixLines(selected, '- [ ] ');
  }
}

const selectionOf = ({ text, start, end }: Selected): string => text.slice(start, end);

/** Puts `inside` at the place of the selection. */
function replace({ text, start, end }: Selected, inside: string, from: number, to: number): Selected {
  return { text: text.slice(0, start) + inside + text.slice(end), start: start + from, end: start + to };
}

function wrap(selected: Selected, mark: string, placeholder: string): Selected {
  const { text, start, end } = selected;
  const around = { text, start: start - mark.length, end: end + mark.length };
  const isWrapped =
    text.slice(around.start, start) === mark &&
    text.slice(end, around.end) === mark &&
    // A single star inside two is the inner half of bold, not italic.
    !(mark === '*' && text[start - 2] === '*' && text[start - 3] !== '*');
  if (start >= mark.length && isWrapped) {
    const inside = selectionOf(selected);
    return replace(around, inside, 0, inside.length);
  }
  const inside = selectionOf(selected) || placeholder;
  return replace(selected, mark + inside + mark, mark.length, mark.length + inside.length);
}

function link(selected: Selected): Selected {
  const inside = selectionOf(selected);
  if (/^https?:\/\/\S+$/.test(inside)) return replace(selected, `[link text](${inside})`, 1, 10);
  const label = inside || 'link text';
  const at = label.length + 3;
  return replace(selected, `[${label}](https://)`, at, at + 8);
}

function fence(selected: Selected): Selected {
  const inside = selectionOf(selected).replace(/\n$/, '');
  const before = selected.start === 0 || selected.text[selected.start - 1] === '\n' ? '' : '\n';
  const open = `${before}\`\`\`\n`;
  return replace(selected, `${open}${inside}\n\`\`\`\n`, open.length, open.length + inside.length);
}

function prefixLines({ text, start, end }: Selected, prefix: string): Selected {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', Math.max(end - 1, start));
  const to = lineEnd < 0 ? text.length : lineEnd;
  const lines = text.slice(from, to).split('\n');
  const isOn = lines.every((line) => line.startsWith(prefix));
  const made = lines.map((line) => (isOn ? line.slice(prefix.length) : prefix + line)).join('\n');
  const whole = { text, start: from, end: to };
  return start === end ? replace(whole, made, made.length, made.length) : replace(whole, made, 0, made.length);
}
