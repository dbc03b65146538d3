import { copyLink } from '#web/features/content/copy-link.ts';

/** Shares an address of ours by the device's own sheet where it has one for a finger, else puts it on the clipboard. */
export async function shareLink(path: string, title: string): Promise<void> {
  const data = { title, url: new URL(path, location.origin).href };
  if (!matchMedia('(pointer: coarse)').matches || !navigator.canShare?.(data)) {
    copyLink(path);
    return;
  }
  try {
    await navigator.share(data);
  } catch (error) {
    // Whoever closes the sheet wants nothing more.
    if (!(error instanceof DOMException && error.name === 'AbortError')) copyLink(path);
  }
}
