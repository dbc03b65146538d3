import { useSuspenseQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { customization, nameEffects } from '#people/profiles/contract/appearance-limits.ts';
import { SettingsCard } from '#people/accounts/web/settings/settings-card.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { LockedNote } from './parts/locked-note.tsx';
import { ProfilePreview } from './profile-preview.tsx';
import { profileSettingsQuery } from './queries.ts';
import { SectionBody } from './section-body.tsx';
import { SectionForm } from './section-form.tsx';
import { useSection } from './use-section.ts';
import { lockedReason } from './words.ts';

const effectNames = { none: 'None', shimmer: 'Shimmer', pulse: 'Pulse', wave: 'Wave' } as const;

/** The section Premium: the plan, the badge's text, the effect of the name, and the invoices. */
export function PremiumSection({ plan, invoices }: { plan: ReactNode; invoices: ReactNode }) {
  const { data } = useSuspenseQuery(profileSettingsQuery(useCall()));
  const section = useSection('premium', 'Premium');
  const { values, fields, change } = section;
  const { rights } = data;
  return (
    <SectionBody preview={<ProfilePreview over={{ premium: values }} />} title="Premium">
      {plan}
      <SectionForm section={section}>
        <SettingsCard about="In place of the name of your role." title="Badge text">
          <div className="grid gap-3">
            {!rights.badgeText && <LockedNote>{lockedReason('Role badge texts')}</LockedNote>}
            <TextField
              aside={`at most ${customization.badgeTextMax} characters`}
              // Who has lost the right may still take it away.
              disabled={!rights.badgeText && values.badgeText === null}
              error={fields['badgeText']}
              label="Badge text"
              maxLength={customization.badgeTextMax}
              onChange={(event) => change({ badgeText: event.target.value === '' ? null : event.target.value })}
              value={values.badgeText ?? ''}
            />
          </div>
        </SettingsCard>
        <SettingsCard about="On your profile, and on the card over your name." title="Name effect">
          <div className="grid gap-3">
            {!rights.nameEffect && <LockedNote>{lockedReason('Animated text effects')}</LockedNote>}
            <SelectField
              disabled={!rights.nameEffect && values.nameEffect === 'none'}
              error={fields['nameEffect']}
              label="Name effect"
              onChange={(event) => change({ nameEffect: event.target.value as typeof values.nameEffect })}
              options={nameEffects.map((value) => ({ value, label: effectNames[value] }))}
              value={values.nameEffect}
            />
          </div>
        </SettingsCard>
      </SectionForm>
      {invoices}
      {data.chatServerUrl !== null && (
        <SettingsCard about="Where members talk outside the site." title="Chat server">
          <ButtonLink
            icon={<ExternalLink aria-hidden="true" size={16} />}
            rel="noopener noreferrer"
            target="_blank"
            to={data.chatServerUrl}
          >
            Join the chat server
          </ButtonLink>
        </SettingsCard>
      )}
    </SectionBody>
  );
}
