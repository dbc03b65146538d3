import type { PushMessage } from '#people/notifications/contract/endpoints.ts';

// Shows what the site pushes, and the site's frame with a notice where a page cannot be had without a connection. It runs
// without the pages and their build, as a classic script of its own: it imports types alone, which
// `scripts/bundle/service-worker.ts` takes out.

interface Subscription {
  readonly options: object;
  toJSON(): { readonly endpoint: string; readonly keys: Readonly<Record<string, string>> };
}

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface WorkerEvents {
  install: WorkerEvent;
  activate: WorkerEvent;
  fetch: WorkerEvent & {
    readonly request: Request;
    /** The answer to a navigation that the browser asked for while the worker started; undefined without that. */
    readonly preloadResponse: Promise<Response | undefined>;
    respondWith(answer: Promise<Response>): void;
  };
  push: WorkerEvent & { readonly data: { json(): Partial<PushMessage> } | null };
  notificationclick: WorkerEvent & {
    readonly notification: { close(): void; readonly data: { readonly path: string } | null };
  };
  pushsubscriptionchange: WorkerEvent & {
    readonly newSubscription: Subscription | null;
    readonly oldSubscription: Subscription | null;
  };
}

/** The little of a service worker's world that is used here; the library of types has it only without that of pages. */
interface WorkerScope {
  readonly registration: {
    showNotification(title: string, options: object): Promise<void>;
    readonly pushManager: { subscribe(options: object): Promise<Subscription> };
    readonly navigationPreload?: { enable(): Promise<void> };
  };
  skipWaiting(): Promise<void>;
  readonly clients: {
    matchAll(options: object): Promise<readonly { readonly url: string; focus(): Promise<unknown> }[]>;
    openWindow(path: string): Promise<unknown>;
  };
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void;
}

const worker = self as unknown as WorkerScope;

const INBOX = '/notifications';

/** Which build this is: another one has another cache, and the browser takes its worker for a new one. */
declare const BUILD: string;

/**
 * The shell: the site's frame with a notice (`features/previews/server/offline.ts`), which is the same for everybody, and
 * its mark. Nothing else is ever stored: no page, no answer of an endpoint, no file.
 */
const OFFLINE = '/offline';
const MARK = '/icon-192.png';
const CACHE = `shell-${BUILD}`;
/** Name and colour of the site may change without a build. */
const REFRESH_MS = 24 * 3600 * 1000;

/** Stores the shell as it is now: all of it, or nothing. */
async function storeShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Without cookies: an answer for everybody.
  await cache.addAll([OFFLINE, MARK].map((path) => new Request(path, { cache: 'reload', credentials: 'omit' })));
}

/** Removes what other builds have stored, and the worker's start costs a page nothing. */
async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
}

async function refreshShell(): Promise<void> {
  const storedAt = Date.parse((await (await caches.open(CACHE)).match(OFFLINE))?.headers.get('date') ?? '');
  // A missing shell is stored again too.
  if (Date.now() - storedAt < REFRESH_MS) return;
  await storeShell().catch(() => {});
}

/** The page from the network, else the notice, which looks for the page by itself. */
async function navigate(event: WorkerEvents['fetch']): Promise<Response> {
  try {
    const page = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(refreshShell());
    return page;
  } catch {
    return (await (await caches.open(CACHE)).match(OFFLINE)) ?? Response.error();
  }
}

/** The notice's picture, which a page without a connection asks for. */
async function markOf(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await (await caches.open(CACHE)).match(MARK)) ?? Response.error();
  }
}

/** Only paths of our own are opened, whatever a message says. */
const pathOf = (url: unknown): string => (typeof url === 'string' && /^\/(?!\/)/.test(url) ? url : INBOX);

async function show(message: Partial<PushMessage>): Promise<void> {
  await worker.registration.showNotification(message.title ?? 'News', {
    body: message.body ?? '',
    tag: message.tag ?? 'news',
    icon: '/icon.svg',
    data: { path: pathOf(message.url) },
  });
}

/** A tab that shows the page already comes to the front, else a new one opens. */
async function open(path: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = pages.find((page) => new URL(page.url).pathname === path.split(/[?#]/)[0]);
  await (shown ? shown.focus() : worker.clients.openWindow(path));
}

/** The push service has given the browser another address: the site has to know it. */
async function renew(event: WorkerEvents['pushsubscriptionchange']): Promise<void> {
  const options = event.oldSubscription?.options;
  const fresh = event.newSubscription ?? (options && (await worker.registration.pushManager.subscribe(options)));
  if (!fresh) return;
  const { endpoint, keys } = fresh.toJSON();
  await fetch('/api/v1/notifications/push', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}

// It speaks of no page's code, so that a new one need not wait until all pages of the old one are closed.
worker.addEventListener('install', (event) => event.waitUntil(storeShell().then(() => worker.skipWaiting())));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(navigate(event));
  else if (new URL(event.request.url).pathname === MARK) event.respondWith(markOf(event.request));
});
// A browser ends subscriptions that push in silence: also an empty message is shown.
worker.addEventListener('push', (event) => event.waitUntil(show(event.data?.json() ?? {})));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? INBOX));
});
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
