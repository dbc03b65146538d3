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

/** Characters of a quotation: what is longer ends with an ellipsis. */
const QUOTE_MAX = 1500;

const blocks = /^(P|DIV|UL|OL|TABLE|HR|DETAILS|SUMMARY|SECTION)$/;
/** Marks around the text of an element. */
const marks: Readonly<Record<string, string>> = {
  STRONG: '**',
  B: '**',
  EM: '*',
  I: '*',
  DEL: '~~',
  S: '~~',
  CODE: '`',
};

/** A quotation of what a reader has selected inside an element, else of all of its text; empty where there is none. */
export function quotationOf(username: string | null, element: HTMLElement): string {
  const text = selectedText(element);
  return text === '' ? '' : quoteOf(username, text);
}

/** What a reader has selected inside an element, else all of its text, as Markdown. Spoilers stay hidden in it. */
function selectedText(element: HTMLElement): string {
  const selection = getSelection();
  const inside =
    selection !== null &&
    !selection.isCollapsed &&
    element.contains(selection.anchorNode) &&
    element.contains(selection.focusNode);
  if (inside) return bounded(markdownOf(selection.getRangeAt(0).cloneContents(), true));
  // A quotation within a quotation says nothing new, unless there is nothing else.
  return bounded(markdownOf(element, false)) || bounded(markdownOf(element, true));
}

/** At most `QUOTE_MAX` characters, cut between words; a code block that is cut is closed. */
export function bounded(markdown: string): string {
  const text = markdown
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  if (text.length <= QUOTE_MAX) return text;
  const cut = text.slice(0, QUOTE_MAX).replace(/\s+\S*$/, '');
  return `${cut} …${(cut.match(/^```/gm)?.length ?? 0) % 2 === 1 ? '\n```' : ''}`;
}

/** Markdown of rendered text. @param quotes with the quotations in it */
function markdownOf(node: Node, quotes: boolean): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replaceAll(/\s+/g, ' ');
  const inside = (): string => [...node.childNodes].map((child) => markdownOf(child, quotes)).join('');
  if (!(node instanceof Element)) return inside();
  const { tagName } = node;
  switch (tagName) {
    case 'BR':
      return '\n';
    case 'IMG':
      return node.getAttribute('alt') ?? '';
    case 'PRE':
      return `\n\n\`\`\`\n${(node.textContent ?? '').trimEnd()}\n\`\`\`\n\n`;
    case 'BLOCKQUOTE':
      return quotes ? `\n\n${inside().trim().replaceAll(/^/gm, '> ')}\n\n` : '';
    case 'A':
      return linkOf(node, inside());
    case 'LI':
      return `\n${bulletOf(node)}${inside().trim().replaceAll(/\n+/g, '\n  ')}`;
    case 'TR':
      return `\n${[...node.children].map((cell) => markdownOf(cell, quotes).trim()).join(' | ')}`;
  }
  if (/^H[1-6]$/.test(tagName)) return `\n\n${'######'.slice(0, tagName.charCodeAt(1) - 48)} ${inside().trim()}\n\n`;
  if (node.classList.contains('spoiler') && tagName !== 'DETAILS') return `||${inside()}||`;
  const mark = marks[tagName];
  if (mark) return inside().trim() === '' ? inside() : `${mark}${inside()}${mark}`;
  return blocks.test(tagName) ? `\n\n${inside().trim()}\n\n` : inside();
}

/** A mention, a hashtag and an address are their text; another link keeps where it leads. */
function linkOf(link: Element, text: string): string {
  const href = link.getAttribute('href') ?? '';
  return link.matches('.mention, .hashtag') || text.trim() === '' || href.includes(text.trim())
    ? text
    : `[${text.trim()}](${href})`;
}

function bulletOf(item: Element): string {
  const box = item.querySelector(':scope > input[type=checkbox], :scope > p > input[type=checkbox]');
  if (box) return box.hasAttribute('checked') ? '- [x] ' : '- [ ] ';
  if (item.parentElement?.tagName !== 'OL') return '- ';
  return `${[...item.parentElement.children].indexOf(item) + 1}. `;
}
