import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall } from '#web/lib/api.ts';
import { Page } from '#web/shell/page.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { accountQuery } from '../queries.ts';
import { AdultSection } from './adult-section.tsx';
import { DeletionSection } from './deletion-section.tsx';
import { EmailSection } from './email-section.tsx';
import { ExportSection } from './export-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';
import { UsernameSection } from './username-section.tsx';

/** `/settings`: the Account section. @param children sections of other features, below it */
export function SettingsPage({ children }: { children?: ReactNode }) {
  const call = useCall();
  const { data: settings } = useSuspenseQuery(accountQuery(call));
  return (
    <Page>
      <PageHeading title="Settings" />
      <h2 className="heading mt-5 mb-3 text-xl">Account</h2>
      <div className="grid gap-4">
        <UsernameSection />
        <EmailSection settings={settings} />
        <PasswordSection settings={settings} />
        <TwoFactorSection settings={settings} />
        <SessionsSection />
        <AdultSection settings={settings} />
        <ExportSection />
        <DeletionSection settings={settings} />
      </div>
      {children}
    </Page>
  );
}
