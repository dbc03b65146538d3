/** Served at the root, so that it speaks for every page. */
export const WORKER = '/service-worker.js';

/**
 * Lets the service worker watch over this browser's pages, where there is one: pushes, and a notice when there is no
 * connection. Without it the site works as well, so that a failure is nobody's business.
 */
export function startServiceWorker(): void {
  void navigator.serviceWorker?.register(WORKER).catch(() => {});
}
