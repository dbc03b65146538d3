import { useSuspenseQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { ProfileTheme } from '#people/profiles/contract/appearance.ts';
import { customization, defaultTheme } from '#people/profiles/contract/appearance-limits.ts';
import { SettingsCard } from '#people/accounts/web/settings/settings-card.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Switch } from '#platform/web/ui/controls/checkbox.tsx';
import { contrast } from '#platform/contract/contrast.ts';
import { ColorField } from './parts/color-field.tsx';
import { LockedNote } from './parts/locked-note.tsx';
import { RangeField } from './parts/range-field.tsx';
import { ProfilePreview } from './profile-preview.tsx';
import { profileSettingsQuery } from './queries.ts';
import { SectionBody } from './section-body.tsx';
import { SectionForm } from './section-form.tsx';
import { useSection } from './use-section.ts';
import { lockedReason } from './words.ts';

const colors = [
  { key: 'primary', label: 'Primary', hint: 'Links, buttons and your level.' },
  { key: 'secondary', label: 'Secondary', hint: 'What stands beside them.' },
  { key: 'background', label: 'Background', hint: 'Behind everything.' },
  { key: 'accent', label: 'Accent', hint: 'Meters, marks and decorations.' },
] as const;
const unchosen: ProfileTheme = { ...defaultTheme, text: null };
/** Text of WCAG 2.2 AA. */
const readable = 4.5;

/** The section Colors: the four colours of the profile, its text, and the glow of the name. */
export function ColorsSection() {
  const { data } = useSuspenseQuery(profileSettingsQuery(useCall()));
  const section = useSection('colors', 'Colors');
  return (
    <SectionBody
      lead="Visitors see your profile in these colors."
      preview={<ProfilePreview over={{ colors: section.values }} />}
      title="Colors"
    >
      <SectionForm section={section}>
        <ThemeCard section={section} />
        <GlowCard isLocked={!data.rights.nameGlow} section={section} />
      </SectionForm>
    </SectionBody>
  );
}

type ColorsForm = ReturnType<typeof useSection<'colors'>>;

/** The four colours and that of the text. */
function ThemeCard({ section: { values, fields, change } }: { section: ColorsForm }) {
  const theme = values.theme ?? unchosen;
  const set = (part: Partial<ProfileTheme>) => change({ theme: { ...theme, ...part } });
  const faint = [
    ...(['primary', 'secondary', 'accent'] as const).filter((key) => contrast(theme[key], theme.background) < readable),
    ...(theme.text !== null && contrast(theme.text, theme.background) < readable ? (['text'] as const) : []),
  ];
  return (
    <SettingsCard
      about={values.theme === null ? 'You have chosen none: your profile has the colors of the site.' : undefined}
      title="Theme"
    >
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {colors.map(({ key, label, hint }) => (
            <ColorField
              error={fields[`theme.${key}`]}
              hint={hint}
              key={key}
              label={label}
              onChange={(color) => set({ [key]: color })}
              value={theme[key]}
            />
          ))}
        </div>
        <Switch
          checked={theme.text !== null}
          hint="Without it, text is black or white, whichever reads better."
          label="A text color of your own"
          onChange={(event) => set({ text: event.target.checked ? theme.accent : null })}
        />
        {theme.text !== null && (
          <ColorField
            error={fields['theme.text']}
            label="Text"
            onChange={(color) => set({ text: color })}
            value={theme.text}
          />
        )}
        {values.theme !== null && faint.length > 0 && (
          <p className="rounded-control border border-accent-text/45 bg-accent-wash px-3 py-2 text-sm" role="status">
            Text in {listed(faint)} would be hard to read on this background. It is shown a little lighter or darker.
          </p>
        )}
        <div>
          <Button
            disabled={values.theme === null}
            icon={<RotateCcw aria-hidden="true" size={15} />}
            onClick={() => change({ theme: null })}
            size="sm"
          >
            Reset colors
          </Button>
        </div>
      </div>
    </SettingsCard>
  );
}

/** The light around the name. */
function GlowCard({ section, isLocked }: { section: ColorsForm; isLocked: boolean }) {
  const { values, fields, change } = section;
  const { glow } = values;
  return (
    <SettingsCard about="A light around your name, everywhere." title="Name glow">
      <div className="grid gap-4">
        {isLocked && <LockedNote>{lockedReason('Name glow colors')}</LockedNote>}
        <Switch
          checked={glow.isOn}
          // Who has lost the right may still turn it off.
          disabled={isLocked && !glow.isOn}
          error={fields['glow.isOn']}
          label="Glow"
          onChange={(event) => change({ glow: { ...glow, isOn: event.target.checked } })}
        />
        <ColorField
          disabled={isLocked || !glow.isOn}
          error={fields['glow.color']}
          label="Glow color"
          onChange={(color) => change({ glow: { ...glow, color } })}
          value={glow.color}
        />
        <RangeField
          disabled={isLocked || !glow.isOn}
          label="Glow intensity"
          max={customization.nameGlow.max}
          min={customization.nameGlow.min}
          onChange={(intensity) => change({ glow: { ...glow, intensity } })}
          step={1}
          value={glow.intensity}
        />
      </div>
    </SettingsCard>
  );
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
