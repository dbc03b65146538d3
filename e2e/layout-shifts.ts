import { type Page, expect } from '@playwright/test';

/** Something that moved without being asked to. */
interface Shift {
  /** Its share of the window, as the browser counts. */
  readonly value: number;
  /** Whether it is in the main part of the page: the bar over it is laid out again when a window becomes narrow. */
  readonly isInMain: boolean;
  /** The class names of what moved. */
  readonly what: string;
}

/** Notes what moves on every page from now on. To be called before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Entry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    }
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as Entry[]) {
        if (hadRecentInput) continue;
        const nodes = sources.flatMap(({ node }) => (node instanceof Element ? node : (node?.parentElement ?? [])));
        const main = document.querySelector('main');
        const what = nodes.map((node) => `${node.tagName}.${node.getAttribute('class')}`).join(', ');
        shifts.push({ value, isInMain: nodes.some((node) => main?.contains(node)), what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** @returns what moved on the page that is open */
export const shiftsOn = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate(() => (window as unknown as { shifts: readonly Shift[] }).shifts);

/** Expects that next to nothing moved on the page that is open, at most a fiftieth of the window: the web's poor is 0.1. */
export async function expectStill(page: Page, where: string): Promise<void> {
  const shifts = await shiftsOn(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect.soft(sum, `${where}: moved ${shifts.map(({ what }) => what).join('; ')}`).toBeLessThan(0.02);
}
