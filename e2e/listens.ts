import type { Page } from '@playwright/test';

/** Waits until a page hears of a topic: what is only a hint reaches nobody before. To be called before the page is opened. */
export async function listens(page: Page, topic: string): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', ({ payload }) => {
    const message = JSON.parse(String(payload)) as { kind: string; topic?: string };
    return message.kind === 'subscribed' && message.topic === topic;
  });
}
