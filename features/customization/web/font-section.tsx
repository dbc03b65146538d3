import { RotateCcw } from 'lucide-react';
import type { CSSProperties } from 'react';
import { type ProfileFont, profileFonts } from '#people/profiles/contract/appearance-limits.ts';
import { fontTokens } from '#people/profiles/web/appearance/fonts.ts';
import { SettingsCard } from '#people/accounts/web/settings/settings-card.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { ChoiceList } from './parts/choice-list.tsx';
import { ProfilePreview } from './profile-preview.tsx';
import { SectionBody } from './section-body.tsx';
import { SectionForm } from './section-form.tsx';
import { useSection } from './use-section.ts';

/** A name in its own face: the tokens alone leave the display face to headings. */
const faceOf = (font: ProfileFont): CSSProperties => ({ ...fontTokens(font), fontFamily: 'var(--family-display)' });

/** The section Font: each option in its own face. */
export function FontSection() {
  const section = useSection('font', 'Font');
  const { values, change } = section;
  return (
    <SectionBody
      lead="The face of your profile. Which of them a reader sees depends on the faces of their device."
      preview={<ProfilePreview over={{ font: values }} />}
      title="Font"
    >
      <SectionForm section={section}>
        <SettingsCard
          about={values.font === null ? 'You have chosen none: your profile has the face of the site.' : undefined}
          title="Face"
        >
          <div className="grid gap-4">
            <ChoiceList<ProfileFont>
              legend="Font"
              name="font"
              onChange={(font) => change({ font })}
              options={profileFonts.map((font) => ({ value: font, label: font, style: faceOf(font) }))}
              value={values.font}
            />
            <div>
              <Button
                disabled={values.font === null}
                icon={<RotateCcw aria-hidden="true" size={15} />}
                onClick={() => change({ font: null })}
                size="sm"
              >
                Reset font
              </Button>
            </div>
          </div>
        </SettingsCard>
      </SectionForm>
    </SectionBody>
  );
}
