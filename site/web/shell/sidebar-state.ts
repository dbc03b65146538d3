import { useSyncExternalStore } from 'react';
import { sidebar } from '#site/contract/shell-limits.ts';

const cookieSeconds = sidebar.cookieDays * 24 * 60 * 60;
/** Below this the menu is a sheet. */
export const phoneQuery = '(max-width: 47.99rem)';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function readOpen(): boolean {
  return document.documentElement.dataset['sidebar'] !== 'closed';
}

/** Opens or closes the side menu and keeps it in the cookie for 7 days. The truth is `data-sidebar` on <html>. */
export function setSidebarOpen(open: boolean): void {
  document.documentElement.dataset['sidebar'] = open ? 'open' : 'closed';
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${sidebar.cookie}=${open}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax${secure}`;
  for (const listener of listeners) listener();
}

/** Whether the side menu is open; on the server and while hydrating, what the cookie said there. */
export function useSidebarOpen(onServer: boolean): boolean {
  return useSyncExternalStore(subscribe, readOpen, () => onServer);
}
