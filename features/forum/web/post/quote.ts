/** A quotation in Markdown: each line behind `> `, headed by a mention of who wrote it. */
export function quoteOf(username: string | null, text: string): string {
  const lines = text
    .trim()
    .replaceAll(/\n{3,}/g, '\n\n')
    .split('\n')
    .map((line) => (line.trim() === '' ? '>' : `> ${line.trimEnd()}`));
  const head = username === null ? [] : [`> @${username} wrote:`, '>'];
  return `${[...head, ...lines].join('\n')}\n\n`;
}

/** Puts a quotation behind what is written already. */
export function appendQuote(text: string, quote: string): string {
  return text.trim() === '' ? quote : `${text.trimEnd()}\n\n${quote}`;
}

const blocks = /^(P|DIV|H[1-6]|UL|OL|PRE|TABLE|TR|HR|BLOCKQUOTE|DETAILS|SUMMARY|SECTION)$/;

/** What a reader has selected inside an element, else all of its text, for a quotation. Spoilers stay hidden in it. */
export function selectedText(element: HTMLElement): string {
  const selection = getSelection();
  const inside =
    selection !== null &&
    !selection.isCollapsed &&
    element.contains(selection.anchorNode) &&
    element.contains(selection.focusNode);
  if (inside) return tidy(textOf(selection.getRangeAt(0).cloneContents(), true));
  // A quotation within a quotation says nothing new, unless there is nothing else.
  return tidy(textOf(element, false)) || tidy(textOf(element, true));
}

const tidy = (text: string): string =>
  text
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

function textOf(node: Node, quotes: boolean): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replaceAll(/\s+/g, ' ');
  if (!(node instanceof Element)) return [...node.childNodes].map((child) => textOf(child, quotes)).join('');
  if (node.tagName === 'BR') return '\n';
  if (node.tagName === 'PRE') return `\n\n\`\`\`\n${(node.textContent ?? '').trimEnd()}\n\`\`\`\n\n`;
  if (node.tagName === 'BLOCKQUOTE' && !quotes) return '';
  const inside = [...node.childNodes].map((child) => textOf(child, quotes)).join('');
  if (node.tagName === 'LI') return `\n- ${inside.trim()}`;
  if (node.tagName === 'CODE') return `\`${inside}\``;
  if (node.classList.contains('spoiler') && node.tagName !== 'DETAILS') return `||${inside}||`;
  return blocks.test(node.tagName) ? `\n\n${inside.trim()}\n\n` : inside;
}
