import { useLocation } from '@tanstack/react-router';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { bottomEntries, isCurrent, type ShellViewer, shownIn } from './menu.ts';

/** The phone's bar at the bottom. */
export function BottomBar({ viewer }: { viewer: ShellViewer | null }) {
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <nav aria-label="Quick" className="shell-bottom">
      {shownIn(useAuth().site.sections, bottomEntries).map((entry) => (
        <AppLink
          key={entry.label}
          className="bottom-entry"
          current={isCurrent(entry, path, viewer)}
          to={entry.to ?? '/'}
        >
          <entry.icon aria-hidden="true" size={20} strokeWidth={1.75} />
          {entry.label}
        </AppLink>
      ))}
    </nav>
  );
}
