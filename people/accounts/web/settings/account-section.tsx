import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall } from '#platform/web/lib/api.ts';
import { accountQuery } from '../queries.ts';
import { AdultSection } from './adult-section.tsx';
import { DeletionSection } from './deletion-section.tsx';
import { EmailSection } from './email-section.tsx';
import { ExportSection } from './export-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SecuritySection } from './security-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

/** The section Account of the settings: signing in, sessions, and the member's data. @param podcast a card before these */
export function AccountSection({ podcast }: { podcast: ReactNode }) {
  const { data: settings } = useSuspenseQuery(accountQuery(useCall()));
  return (
    <>
      <h2 className="heading mb-3 text-xl">Account</h2>
      <div className="grid gap-4">
        <EmailSection settings={settings} />
        <PasswordSection settings={settings} />
        <TwoFactorSection settings={settings} />
        <SessionsSection />
        <SecuritySection />
        <AdultSection settings={settings} />
        {podcast}
        <ExportSection />
        <DeletionSection settings={settings} />
      </div>
    </>
  );
}
