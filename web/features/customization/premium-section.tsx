import { useSuspenseQuery } from '@tanstack/react-query';
import { Check, ExternalLink } from 'lucide-react';
import { customization, nameEffects } from '#contract/limits/customization.ts';
import { premiumLifetimeCents, tiers } from '#contract/limits/ledger.ts';
import { SettingsCard } from '#web/features/accounts/settings/settings-card.tsx';
import { useCall } from '#web/lib/api.ts';
import { priceText } from '#web/lib/format.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { LockedNote } from './parts/locked-note.tsx';
import { ProfilePreview } from './profile-preview.tsx';
import { profileSettingsQuery } from './queries.ts';
import { SectionBody } from './section-body.tsx';
import { SectionForm } from './section-form.tsx';
import { useSection } from './use-section.ts';
import { lockedReason } from './words.ts';

/** What the plan opens (decisions §10). */
const opened = [
  'Custom forum post banners',
  'Pin one of your own posts',
  'Name glow colours',
  'Role badge text',
  'Animated text effects',
  'Listing priority',
  'Larger uploads',
];
const effectNames = { none: 'None', shimmer: 'Shimmer', pulse: 'Pulse', wave: 'Wave' } as const;

/** The section Premium: what it opens, the badge's text, and the effect of the name. */
export function PremiumSection() {
  const { data } = useSuspenseQuery(profileSettingsQuery(useCall()));
  const section = useSection('premium', 'Premium');
  const { values, fields, change } = section;
  const { rights } = data;
  return (
    <SectionBody preview={<ProfilePreview over={{ premium: values }} />} title="Premium">
      <Card className="grid gap-3 md:p-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h3 className="heading text-lg">Premium, for life</h3>
          <p>
            <span className="text-2xl font-bold tabular-nums">{priceText(premiumLifetimeCents)}</span>{' '}
            <span className="text-soft">once, lifetime</span>
          </p>
        </div>
        <ul className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-2">
          {opened.map((benefit) => (
            <li key={benefit} className="flex items-start gap-2">
              <Check aria-hidden="true" className="mt-[0.2em] shrink-0 text-ok" size={14} />
              {benefit}
            </li>
          ))}
        </ul>
        <p className="border-t border-hairline pt-3 text-sm text-soft">
          By the month: {tiers.map((tier) => `${tier.name} ${priceText(tier.centsPerMonth)}`).join(', ')}. VIP has all
          of it but larger uploads. None of them can be bought yet.
        </p>
      </Card>
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
