import { useLocation } from '@tanstack/react-router';
import { useId } from 'react';
import { AppLink } from '#web/ui/controls/link.tsx';
import { isCurrent, type MenuEntry, menuFor, type ShellViewer } from './menu.ts';

/** Props of {@link SideMenu}. */
export interface SideMenuProps {
  viewer: ShellViewer | null;
  onSignOut: () => void;
  /** Only icons show: the name comes as a tip. */
  iconsOnly?: boolean | undefined;
  /** A link was followed (the sheet closes). */
  onNavigate?: (() => void) | undefined;
}

/** The groups of the side menu, for the column and for the phone's sheet. */
export function SideMenu({ viewer, onSignOut, iconsOnly, onNavigate }: SideMenuProps) {
  const prefix = useId();
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <nav aria-label="Main" className="menu-list">
      {menuFor(viewer).map((group) => (
        <div key={group.label} className="menu-group">
          <span className="menu-label" id={`${prefix}${group.label}`}>
            {group.label}
          </span>
          <ul aria-labelledby={`${prefix}${group.label}`} className="grid gap-px">
            {group.entries.map((entry) => (
              <li key={entry.label}>
                <Entry
                  current={isCurrent(entry, path, viewer)}
                  entry={entry}
                  onFollow={() => {
                    onNavigate?.();
                    if (entry.action === 'sign-out') onSignOut();
                  }}
                  title={iconsOnly ? entry.label : undefined}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Entry({
  entry,
  current,
  title,
  onFollow,
}: {
  entry: MenuEntry;
  current: boolean;
  title: string | undefined;
  onFollow: () => void;
}) {
  const inside = (
    <>
      <entry.icon aria-hidden="true" size={18} strokeWidth={1.75} />
      <span className="menu-text">{entry.label}</span>
    </>
  );
  if (entry.to === undefined) {
    return (
      <button className="menu-entry" onClick={onFollow} title={title} type="button">
        {inside}
      </button>
    );
  }
  return (
    <AppLink className="menu-entry" current={current} onClick={onFollow} title={title} to={entry.to}>
      {inside}
    </AppLink>
  );
}
