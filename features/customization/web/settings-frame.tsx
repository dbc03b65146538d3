import { useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Page } from '#platform/web/ui/page.tsx';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { useFreshSettings } from './queries.ts';
import { sections } from './sections.ts';
import './settings.css';

/** `/settings`: the eight sections, each at an address of its own. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  useFreshSettings();
  const router = useRouter();
  const { pathname, hash } = useRouterState({ select: (state) => state.location });
  // Links of older pages and mails: the notifications were a part of the one page that there was.
  useEffect(() => {
    if (hash === 'notifications' && pathname !== '/settings/account')
      void router.navigate({ to: '/settings/account', hash, replace: true });
  }, [hash, pathname, router]);
  return (
    <Page width="list">
      <PageHeading title="Settings" />
      <nav aria-label="Sections of the settings" className="mt-3 mb-5">
        <ChipRow label="Sections">
          {sections.map(({ key, label }) => (
            <Chip key={key} selected={pathname === `/settings/${key}`} to={`/settings/${key}`}>
              {label}
            </Chip>
          ))}
        </ChipRow>
      </nav>
      {children}
    </Page>
  );
}
