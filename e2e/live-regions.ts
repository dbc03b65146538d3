import { type Page, expect } from '@playwright/test';

/**
 * Writes down what a screen reader says by itself on every page from now on: what comes into a live region that was there
 * before, and alerts. To be called before the page is opened.
 */
export async function hear(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const polite = '[role=status], [role=log], output, [aria-live=polite], [aria-live=assertive]';
    new MutationObserver((records) => {
      for (const { target, addedNodes, type } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(`${polite}, [role=alert]`);
        const news = type === 'characterData' ? [target] : [...addedNodes];
        for (const node of news) {
          const alert =
            node instanceof Element ? (node.closest('[role=alert]') ?? node.querySelector('[role=alert]')) : null;
          const text = region || alert ? (alert ?? node).textContent?.trim() : '';
          if (text && region?.getAttribute('aria-live') !== 'off') said.push(text);
        }
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

const saidOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { said: string[] }).said).catch(() => []);

/** Waits until a screen reader has said something on the page that is open. */
export async function expectSaid(page: Page, words: string | RegExp): Promise<void> {
  const isSaid = (text: string): boolean => (typeof words === 'string' ? text.includes(words) : words.test(text));
  await expect
    .poll(async () => {
      const said = await saidOn(page);
      return said.some(isSaid) ? 'said' : said;
    }, `what is said: ${words}`)
    .toBe('said');
}
