import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  backgroundEffects,
  backgroundKinds,
  cursorEffects,
  customization,
} from '#people/profiles/contract/appearance-limits.ts';
import { SettingsCard } from '#people/accounts/web/settings/settings-card.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Switch } from '#platform/web/ui/controls/checkbox.tsx';
import { numberOf } from '#platform/web/ui/controls/form/number.ts';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { BackgroundFile } from './parts/background-file.tsx';
import { CursorFile } from './parts/cursor-file.tsx';
import { RangeField } from './parts/range-field.tsx';
import { ProfilePreview } from './profile-preview.tsx';
import { profileSettingsQuery } from './queries.ts';
import { SectionBody } from './section-body.tsx';
import { SectionForm } from './section-form.tsx';
import { useSection } from './use-section.ts';

const named = <T extends string>(values: readonly T[]) =>
  values.map((value) => ({ value, label: `${value[0]?.toUpperCase()}${value.slice(1)}` }));

/** The section Layout: what stands behind the profile, how it shines through, and what moves. */
export function LayoutSection() {
  const { data } = useSuspenseQuery(profileSettingsQuery(useCall()));
  const section = useSection('layout', 'Layout');
  const { values, fields, change } = section;
  return (
    <SectionBody
      lead="Behind your profile, and over it."
      preview={<ProfilePreview over={{ layout: values }} />}
      title="Layout"
    >
      <SettingsCard about="Saved as soon as they are up. Sound never starts by itself." title="Backgrounds">
        <div className="grid gap-5">
          {backgroundKinds.map((kind) => (
            <BackgroundFile file={data.files[kind]} key={kind} kind={kind} />
          ))}
        </div>
      </SettingsCard>
      <SettingsCard about="A small picture in place of the pointer." title="Custom cursor">
        <CursorFile file={data.files.cursor} />
      </SettingsCard>
      <SectionForm section={section}>
        <SettingsCard title="Opacity">
          <div className="grid gap-4">
            <RangeField
              hint="How solid the panels of your profile are."
              label="Profile opacity"
              max={customization.profileOpacity.max}
              min={customization.profileOpacity.min}
              onChange={(profileOpacity) => change({ profileOpacity })}
              step={customization.profileOpacity.step}
              value={values.profileOpacity}
            />
            <OpacityInput
              error={fields['backgroundOpacity']}
              onChange={(backgroundOpacity) => change({ backgroundOpacity })}
              value={values.backgroundOpacity}
            />
            <RangeField
              hint="Of what shines through the panels."
              label="Blur"
              max={customization.profileBlur.max}
              min={customization.profileBlur.min}
              onChange={(profileBlur) => change({ profileBlur })}
              step={1}
              value={values.profileBlur}
              valueText={`${values.profileBlur} px`}
            />
          </div>
        </SettingsCard>
        <SettingsCard about="Nothing moves for readers who asked their device for less motion." title="Effects">
          <div className="grid gap-4">
            <SelectField
              error={fields['cursorEffect']}
              label="Cursor effect"
              onChange={(event) => change({ cursorEffect: event.target.value as typeof values.cursorEffect })}
              options={named(cursorEffects)}
              value={values.cursorEffect}
            />
            <SelectField
              error={fields['backgroundEffect']}
              label="Background effect"
              onChange={(event) => change({ backgroundEffect: event.target.value as typeof values.backgroundEffect })}
              options={named(backgroundEffects)}
              value={values.backgroundEffect}
            />
            <Switch
              checked={values.audioVisualizer}
              hint="Moves with your background audio while it plays."
              label="Audio visualiser"
              onChange={(event) => change({ audioVisualizer: event.target.checked })}
            />
          </div>
        </SettingsCard>
      </SectionForm>
    </SectionBody>
  );
}

/** A number from 0 to 1 as text; what is no such number is said, and refused when it is saved. */
function OpacityInput({
  value,
  error,
  onChange,
}: {
  value: number;
  error: string | undefined;
  onChange: (value: number) => void;
}) {
  const { min, max } = customization.backgroundOpacity;
  const [typed, setTyped] = useState<string | null>(null);
  const isRight = typeof value === 'number' && value >= min && value <= max;
  const wrong = isRight ? undefined : `A number from ${min} to ${max}, such as 0.8.`;
  return (
    <TextField
      autoComplete="off"
      error={error ?? wrong}
      hint="How much the background shows: 0 is none of it, 1 is all."
      inputMode="decimal"
      label="Background opacity"
      maxLength={4}
      mono
      onBlur={() => setTyped(null)}
      onChange={(event) => {
        const next = event.target.value.trim();
        setTyped(next);
        onChange(numberOf(next, Number.NaN));
      }}
      value={typed ?? String(value)}
    />
  );
}
