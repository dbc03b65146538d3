import vm from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import { serviceWorkerScript } from './service-worker.ts';

/** The file as browsers get it, in the little of a browser that it uses. */
function startWorker(script: string) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: { title: string; body: string; tag: string; data: { path: string } }[] = [];
  const opened: string[] = [];
  const focused: string[] = [];
  const sent: { address: string; body: unknown }[] = [];
  const pages: { url: string; focus(): Promise<void> }[] = [];
  const self = {
    registration: {
      showNotification: (title: string, options: Omit<(typeof shown)[number], 'title'>) =>
        Promise.resolve(void shown.push({ title, ...options })),
      pushManager: { subscribe: () => Promise.resolve({ toJSON: () => ({ endpoint: 'new', keys: { auth: 'a' } }) }) },
    },
    clients: {
      matchAll: () => Promise.resolve(pages),
      openWindow: (address: string) => Promise.resolve(void opened.push(address)),
    },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  };
  const fetch = (address: string, { body }: { body: string }) =>
    Promise.resolve(void sent.push({ address, body: JSON.parse(body) as unknown }));
  vm.runInNewContext(script, { self, fetch, URL });
  const dispatch = async (type: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(type)!({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  return {
    shown,
    opened,
    focused,
    sent,
    dispatch,
    push: (message: object | null) => dispatch('push', { data: message && { json: () => message } }),
    click: (data: object | null) => dispatch('notificationclick', { notification: { close: () => undefined, data } }),
    showPage: (url: string) => pages.push({ url, focus: () => Promise.resolve(void focused.push(url)) }),
  };
}

let worker: ReturnType<typeof startWorker>;
beforeEach(async () => {
  worker = startWorker(await serviceWorkerScript());
});

describe('what is pushed', () => {
  it('is shown with its words, under its tag', async () => {
    await worker.push({ title: 'Ada mentioned you', body: 'A loop', url: '/forum/post/1', tag: 'one' });
    expect(worker.shown).toMatchObject([
      { title: 'Ada mentioned you', body: 'A loop', tag: 'one', data: { path: '/forum/post/1' } },
    ]);
  });

  it('is shown even when it says nothing: a browser ends subscriptions that push in silence', async () => {
    await worker.push(null);
    expect(worker.shown).toHaveLength(1);
  });

  it('only leads to pages of the site', async () => {
    for (const url of ['//evil.example/x', 'https://evil.example', 'javascript:alert(1)', 5])
      await worker.push({ title: 'x', url });
    expect(worker.shown.map((each) => each.data.path)).toEqual(Array(4).fill('/notifications'));
  });

  it('leads to the tab that shows the page, else to a new one', async () => {
    worker.showPage('http://localhost/forum/post/1?page=2');
    await worker.click({ path: '/forum/post/1#reply' });
    await worker.click({ path: '/forum/post/2' });
    await worker.click(null);
    expect(worker.focused).toEqual(['http://localhost/forum/post/1?page=2']);
    expect(worker.opened).toEqual(['/forum/post/2', '/notifications']);
  });

  it('goes to the new address when the push service has given one', async () => {
    await worker.dispatch('pushsubscriptionchange', { newSubscription: null, oldSubscription: { options: {} } });
    await worker.dispatch('pushsubscriptionchange', { newSubscription: null, oldSubscription: null });
    expect(worker.sent).toEqual([
      { address: '/api/v1/notifications/push', body: { endpoint: 'new', keys: { auth: 'a' } } },
    ]);
  });
});
