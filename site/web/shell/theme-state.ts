import { useSyncExternalStore } from 'react';

/** What the reader chose; `system` follows the machine. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** The localStorage key, also read by the head script. */
export const themeKey = 'theme';
const darkQuery = '(prefers-color-scheme: dark)';
const listeners = new Set<() => void>();

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(themeKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    // Storage may be forbidden; the machine's preference still works.
    return 'system';
  }
}

function paint(): void {
  const choice = readChoice();
  const dark = choice === 'system' ? matchMedia(darkQuery).matches : choice === 'dark';
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    matchMedia(darkQuery).addEventListener('change', paint);
    addEventListener('storage', paint);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    matchMedia(darkQuery).removeEventListener('change', paint);
    removeEventListener('storage', paint);
  };
}

/** Chooses a theme, paints it and keeps it. */
export function setTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(themeKey, choice);
  } catch {
    document.documentElement.dataset['theme'] = choice;
  }
  paint();
}

/** The reader's choice; `system` on the server and while hydrating. Follows other tabs and the machine. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice, () => 'system');
}
