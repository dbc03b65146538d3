import { useLocation } from '@tanstack/react-router';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { SharedMarkup } from '#people/accounts/web/shared-markup.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { useRequests } from './use-requests.ts';
import { isCurrent, type MenuEntry, type MenuGroup, menuFor, type ShellViewer } from './menu.ts';

/** Higher numbers are shown as this one and a plus. */
const MOST = 99;

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
export function SideMenu({ viewer, ...rest }: SideMenuProps) {
  const requests = useRequests();
  const path = useLocation({ select: (location) => location.pathname });
  const { sections } = useAuth().site;
  const groups = menuFor(viewer, sections);
  const current = groups.flatMap(({ entries }) => entries).find((entry) => isCurrent(entry, path, viewer));
  return (
    <SharedMarkup authorId={null} name="menu" of={[rest.iconsOnly, current?.label, requests, sections]}>
      <Groups {...rest} current={current} groups={groups} requests={requests} />
    </SharedMarkup>
  );
}

function Groups({
  groups,
  current,
  onSignOut,
  iconsOnly,
  onNavigate,
  requests,
}: Omit<SideMenuProps, 'viewer'> & {
  groups: readonly MenuGroup[];
  current: MenuEntry | undefined;
  requests: number;
}) {
  const prefix = onNavigate ? 'sheet-' : 'menu-';
  return (
    <nav aria-label="Main" className="menu-list">
      {groups.map((group) => (
        <div key={group.label} className="menu-group">
          <span className="menu-label" id={`${prefix}${group.label}`}>
            {group.label}
          </span>
          <ul aria-labelledby={`${prefix}${group.label}`} className="grid gap-px">
            {group.entries.map((entry) => (
              <li key={entry.label}>
                <Entry
                  count={entry.to === '/friends' ? requests : 0}
                  current={entry === current}
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
  count,
  current,
  title,
  onFollow,
}: {
  entry: MenuEntry;
  /** What waits there for the reader. */
  count: number;
  current: boolean;
  title: string | undefined;
  onFollow: () => void;
}) {
  const inside = (
    <>
      <entry.icon aria-hidden="true" size={18} strokeWidth={1.75} />
      <span className="menu-text">{entry.label}</span>
      {count > 0 && (
        <span className="menu-count tape">
          {count > MOST ? `${MOST}+` : count}
          <span className="sr-only">{count === 1 ? ' request' : ' requests'}</span>
        </span>
      )}
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
