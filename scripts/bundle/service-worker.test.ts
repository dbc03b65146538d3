import vm from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import { serviceWorkerScript } from './service-worker.ts';

type Stores = Map<string, Map<string, string>>;

interface Surroundings {
  /** Caches of the site by name, with what is stored by path. */
  readonly stored?: Stores;
  /** The text of what the site answers at a path; null without a connection. */
  readonly network?: (path: string) => string | null;
}

const online = (path: string): string => `${path} of today`;

/** Caches of a browser over a map. */
const cachesOver = (stored: Stores, network: (path: string) => string | null) => ({
  keys: () => Promise.resolve([...stored.keys()]),
  delete: (name: string) => Promise.resolve(stored.delete(name)),
  open(name: string) {
    const cache = stored.get(name) ?? new Map<string, string>();
    stored.set(name, cache);
    return Promise.resolve({
      async addAll(requests: readonly { path: string }[]) {
        const answers = requests.map(({ path }) => [path, network(path)] as const);
        if (answers.some(([, answer]) => answer === null)) throw new TypeError('Failed to fetch');
        for (const [path, answer] of answers) cache.set(path, answer!);
      },
      match: (path: string) =>
        Promise.resolve(cache.has(path) ? { text: cache.get(path), headers: new Headers() } : undefined),
    });
  },
});

/** The file as browsers get it, in the little of a browser that it uses. */
function startWorker(script: string, { stored = new Map(), network = online }: Surroundings = {}) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: { title: string; body: string; tag: string; data: { path: string } }[] = [];
  const opened: string[] = [];
  const focused: string[] = [];
  const sent: { address: string; body: unknown }[] = [];
  const pages: { url: string; focus(): Promise<void> }[] = [];
  const self = {
    skipWaiting: () => Promise.resolve(),
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
  const fetch = (asked: string | { url: string }, options?: { body: string }) => {
    if (typeof asked === 'string')
      return Promise.resolve(void sent.push({ address: asked, body: JSON.parse(options!.body) as unknown }));
    const text = network(new URL(asked.url).pathname);
    return text === null ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ text });
  };
  const Request = class {
    readonly path: string;
    constructor(path: string) {
      this.path = path;
    }
  };
  const Response = { error: () => ({ text: 'error' }) };
  vm.runInNewContext(script, { self, fetch, URL, Request, Response, caches: cachesOver(stored, network) });
  const dispatch = async (type: string, event: object) => {
    const work: Promise<unknown>[] = [];
    listeners.get(type)!({ ...event, waitUntil: (promise: Promise<unknown>) => void work.push(promise) });
    await Promise.all(work);
  };
  /** What a page, or a picture in it, gets; null where the browser asks the network itself. */
  const get = async (path: string, mode = 'navigate') => {
    let answer: Promise<{ text: string }> | null = null;
    await dispatch('fetch', {
      request: { mode, url: `http://localhost${path}` },
      preloadResponse: Promise.resolve(undefined),
      respondWith: (promise: Promise<{ text: string }>) => (answer = promise),
    });
    return answer === null ? null : (await (answer as Promise<{ text: string }>)).text;
  };
  return {
    shown,
    opened,
    focused,
    sent,
    dispatch,
    get,
    /** What the browser does with a new worker. */
    async begin() {
      await dispatch('install', {});
      await dispatch('activate', {});
    },
    push: (message: object | null) => dispatch('push', { data: message && { json: () => message } }),
    click: (data: object | null) => dispatch('notificationclick', { notification: { close: () => undefined, data } }),
    showPage: (url: string) => pages.push({ url, focus: () => Promise.resolve(void focused.push(url)) }),
  };
}

let worker: ReturnType<typeof startWorker>;
beforeEach(async () => {
  worker = startWorker(await serviceWorkerScript('one'));
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

describe('without a connection', () => {
  const shell = ['/offline', '/icon-192.png'];

  it('pages are the notice, and nothing is stored but it and its mark', async () => {
    const stored: Stores = new Map();
    let network: (path: string) => string | null = online;
    const begun = startWorker(await serviceWorkerScript('one'), { stored, network: (path) => network(path) });
    await begun.begin();
    expect(await begun.get('/notifications')).toBe('/notifications of today');
    expect(await begun.get('/api/v1/friends', 'cors')).toBeNull();
    expect(await begun.get('/files/track.mp3', 'no-cors')).toBeNull();
    network = () => null;
    expect(await begun.get('/notifications')).toBe('/offline of today');
    expect(await begun.get('/icon-192.png', 'no-cors')).toBe('/icon-192.png of today');
    expect([...stored.keys()]).toEqual(['shell-one']);
    expect([...stored.get('shell-one')!.keys()]).toEqual(shell);
  });

  it('after an update the new notice is shown, and what older builds have stored is gone', async () => {
    const stored: Stores = new Map([['offline', new Map([['/offline', 'of the first release']])]]);
    const old = startWorker(await serviceWorkerScript('one'), { stored });
    await old.begin();
    expect([...stored.keys()]).toEqual(['shell-one']);
    let isOnline = true;
    const network = (path: string) => (isOnline ? `${path} of the update` : null);
    const fresh = startWorker(await serviceWorkerScript('two'), { stored, network });
    await fresh.begin();
    isOnline = false;
    expect(await fresh.get('/forum')).toBe('/offline of the update');
    expect([...stored.keys()]).toEqual(['shell-two']);
  });

  it('an update that could not be fetched leaves the old notice', async () => {
    const stored: Stores = new Map();
    await startWorker(await serviceWorkerScript('one'), { stored }).begin();
    const fresh = startWorker(await serviceWorkerScript('two'), { stored, network: () => null });
    await expect(fresh.begin()).rejects.toThrow('Failed to fetch');
    expect([...stored.get('shell-one')!.keys()]).toEqual(shell);
  });
});
