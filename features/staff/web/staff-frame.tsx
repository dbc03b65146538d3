import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { countsQuery } from './queries.ts';
import { StaffCount } from './staff-count.tsx';
import { type StaffTab, tabAt, tabGroups } from './tabs.ts';
import './staff.css';

/** `/admin`: the tabs, each at an address of its own, beside the open one; 'Access Denied' for who may not. */
export function StaffFrame({ children }: { children: ReactNode }) {
  const { viewer } = useAuth();
  const path = useLocation({ select: (location) => location.pathname });
  const current = tabAt(path);
  const isAdmin = viewer?.isAdmin === true;
  if (!isAdmin && (viewer?.isModerator !== true || current?.for === 'admins')) return <Denied />;
  return (
    <Page width="full">
      <div className="staff">
        <PageHeading title={current?.label ?? 'Admin'} />
        <Tabs current={current} isAdmin={isAdmin} />
        <div className="min-w-0">{children}</div>
      </div>
    </Page>
  );
}

function Tabs({ current, isAdmin }: { current: StaffTab | undefined; isAdmin: boolean }) {
  const { data: counts } = useQuery(countsQuery(useCall()));
  const row = useRef<HTMLElement>(null);
  // On a phone the row scrolls sideways: the open tab may stand beyond the edge.
  useEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !open || row.current.scrollWidth <= row.current.clientWidth) return;
    row.current.scrollLeft = open.offsetLeft - (row.current.clientWidth - open.offsetWidth) / 2;
  });
  return (
    <nav aria-label="Admin panel" className="staff-tabs scroll-row" ref={row}>
      {tabGroups.map((group) => (
        <div className="staff-group" key={group.label}>
          <span className="menu-label staff-group-label" id={`staff-${group.label}`}>
            {group.label}
          </span>
          <ul aria-labelledby={`staff-${group.label}`} className="staff-list">
            {group.tabs
              .filter((tab) => tab.for === undefined || isAdmin)
              .map((tab) => (
                <li key={tab.key}>
                  <AppLink className="staff-tab" current={tab === current} keepScroll to={`/admin/${tab.key}`}>
                    <tab.icon aria-hidden="true" size={16} strokeWidth={1.75} />
                    {tab.label}
                    {tab.count && <StaffCount count={counts?.[tab.count]} />}
                  </AppLink>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Denied() {
  return (
    <Page>
      <h1 className="sr-only">Access Denied</h1>
      <EmptyState action={<ButtonLink to="/">Home</ButtonLink>} title="Access Denied">
        You don&apos;t have permission to access the admin panel.
      </EmptyState>
    </Page>
  );
}
