import { type Locator, type Page, expect } from '@playwright/test';

/** Goes on with Tab, in menus with an arrow, until something has the focus, as a reader without a mouse does. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  // Looked for once: by its role and name it takes a walk through the whole page, after every key.
  let element = await target.elementHandle();
  for (let presses = 0; presses < 150; presses++) {
    const place = await element.evaluate((one) =>
      one.isConnected ? (one === document.activeElement ? 'focused' : 'elsewhere') : 'replaced',
    );
    if (place === 'focused') return;
    if (place === 'replaced') element = await target.elementHandle();
    else await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Goes to a field by Tab, and types over what is in it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Goes to a button or link by Tab, and presses it. */
export async function pressEnter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
