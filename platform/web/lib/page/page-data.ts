import { type DehydratedState, type QueryClient, dehydrate, hydrate } from '@tanstack/react-query';

/** Id of the element that carries what was loaded for the page. */
export const pageDataId = 'page-data';

/**
 * HTML of members that a page shows, by its number in the page. The document holds such a text already: its data names
 * the number, so that no text is sent twice. One for each render on the server.
 */
export type ShownTexts = Map<string, number>;

/** The number of a text for its element's `data-text`; undefined where an element before it has the same text. */
export function numberText(texts: ShownTexts, html: string): number | undefined {
  if (html === '' || texts.has(html)) return undefined;
  texts.set(html, texts.size);
  return texts.size - 1;
}

/**
 * Everything that was loaded, as JSON that may stand in a script element, because parsing it is the fastest way into the
 * browser. A text that the page shows is `{"$text":number}`. The source of one that its reader may edit is left out: who
 * begins to edit reads it.
 */
export function packQueries(client: QueryClient, texts: ShownTexts): string {
  const packed = JSON.stringify(dehydrate(client), function (this: unknown, key, value: unknown) {
    if (key === 'html' && typeof value === 'string') {
      const number = texts.get(value);
      return number === undefined ? value : { $text: number };
    }
    return key === 'source' && isEditable(this) ? null : value;
  });
  return packed.replaceAll('<', String.raw`\u003c`);
}

function isEditable(holder: unknown): boolean {
  return (holder as { readonly can?: { readonly edit?: boolean } }).can?.edit === true;
}

/**
 * Takes what the server loaded, so that nothing is fetched twice; texts come from the document. Without one of them
 * nothing is taken, and everything is fetched.
 */
export function unpackQueries(client: QueryClient, page: Document): void {
  const packed = page.getElementById(pageDataId)?.textContent ?? '';
  if (packed === '') return;
  const texts = new Map(
    [...page.querySelectorAll('[data-text]')].map((shown) => [shown.getAttribute('data-text'), shown]),
  );
  let isWhole = true;
  // Inside of a text the marks would be escaped: only our own references have this form.
  const whole = packed.replaceAll(/\{"\$text":(\d+)\}/g, (_, number: string) => {
    const shown = texts.get(number);
    isWhole &&= shown !== undefined;
    return JSON.stringify(shown?.innerHTML ?? '');
  });
  if (isWhole) hydrate(client, JSON.parse(whole) as DehydratedState);
}
