import type { PushMessage } from '#contract/notifications.ts';

// Shows what the site pushes, and a notice where a page cannot be had without a connection. It runs without the pages and their build, as a classic script of its own: it imports types
// alone (`scripts/service-worker.ts` takes them out).

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
  readonly clients: {
    matchAll(options: object): Promise<readonly { readonly url: string; focus(): Promise<unknown> }[]>;
    openWindow(path: string): Promise<unknown>;
  };
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void;
}

const worker = self as unknown as WorkerScope;

const INBOX = '/notifications';

/** The notice (`server/features/previews`), and where it is kept. */
const OFFLINE = '/offline';
const CACHE = 'offline';

/** The page from the network, else the notice, which looks for the page by itself. */
async function navigate(event: WorkerEvents['fetch']): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
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

worker.addEventListener('install', (event) =>
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(new Request(OFFLINE, { cache: 'reload' })))),
);
// The worker's start costs a page nothing.
worker.addEventListener('activate', (event) =>
  event.waitUntil(worker.registration.navigationPreload?.enable() ?? Promise.resolve()),
);
worker.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(navigate(event));
});
// A browser ends subscriptions that push in silence: also an empty message is shown.
worker.addEventListener('push', (event) => event.waitUntil(show(event.data?.json() ?? {})));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? INBOX));
});
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
