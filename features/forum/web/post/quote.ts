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
