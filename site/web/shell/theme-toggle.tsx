import { Monitor, Moon, Sun } from 'lucide-react';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { setTheme, type ThemeChoice, useThemeChoice } from './theme-state.ts';

const next: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' };
const icons = { system: Monitor, light: Sun, dark: Moon };

/** Goes round system, light and dark. */
export function ThemeToggle() {
  const choice = useThemeChoice();
  const Icon = icons[choice];
  return (
    <IconButton
      icon={<Icon aria-hidden="true" size={18} />}
      label={`Theme: ${choice}. Switch to ${next[choice]}`}
      onClick={() => setTheme(next[choice])}
    />
  );
}
