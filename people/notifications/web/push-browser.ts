import type { Input } from '#site/contract/contract.ts';
import { WORKER } from '#platform/web/lib/service-worker.ts';

/** What this browser can do: `denied` was said by the reader, in the browser's own settings. */
export type PushAbility = 'missing' | 'denied' | 'able';

/** Whether this browser can get pushes. Only in the browser. */
export function pushAbility(): PushAbility {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'missing';
  return Notification.permission === 'denied' ? 'denied' : 'able';
}

/**
 * Asks the reader, and subscribes this browser at its push service. After a click alone: browsers ask only then.
 * @param publicKey the site's key; a subscription with another key is replaced
 * @returns what the site has to know; null when the reader said no
 * @throws when the browser cannot subscribe, such as without a connection
 */
export async function subscribeBrowser(publicKey: string): Promise<Input<'PUT /notifications/push'>['body'] | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && keyOf(known) !== publicKey) await known.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint = '', keys = {} } = made.toJSON();
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } };
}

/** Ends the subscription at the push service too. */
export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function keyOf(subscription: PushSubscription): string | null {
  const key = subscription.options.applicationServerKey;
  if (key === null) return null;
  return btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
