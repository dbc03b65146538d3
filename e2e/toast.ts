import { type Page, expect } from '@playwright/test';

/**
 * Waits for a toast with exactly this title and text, and puts it away, so that the next one like it is seen to be new.
 * An error's toast is read out by an alert beside it and hidden from screen readers itself: it is found all the same.
 */
export async function expectToast(page: Page, title: string, text?: string | RegExp): Promise<void> {
  const named = { name: title, exact: true, includeHidden: true };
  const shown = page.getByRole('dialog', named).or(page.getByRole('alertdialog', named));
  await expect(shown).toBeVisible();
  if (text !== undefined) await expect(shown.getByText(text, { exact: true })).toBeVisible();
  await shown.getByRole('button', { name: 'Dismiss', includeHidden: true }).click();
  await expect(shown).toBeHidden();
}
