import { useSuspenseQuery } from '@tanstack/react-query';
import { customization } from '#people/profiles/contract/appearance-limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { DecoratedAvatar } from '#people/profiles/web/appearance/decorated-avatar.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { ProfilePreview } from './profile-preview.tsx';
import { profileSettingsQuery } from './queries.ts';
import { SectionBody } from './section-body.tsx';
import { SectionForm } from './section-form.tsx';
import { useSection } from './use-section.ts';

/** The section Decorations: up to three of them around the avatar, each tried on the member's own. */
export function DecorationsSection() {
  const { viewer } = useAuth();
  const { data } = useSuspenseQuery(profileSettingsQuery(useCall()));
  const section = useSection('decorations', 'Decorations');
  const { decorationIds } = section.values;
  const isFull = decorationIds.length >= customization.decorationsMax;
  return (
    <SectionBody
      lead={`Around your avatar: up to ${customization.decorationsMax} at once.`}
      preview={<ProfilePreview over={{ decorations: section.values }} />}
      title="Decorations"
    >
      <SectionForm section={section}>
        {data.allDecorations.length === 0 ? (
          <p className="rounded-card border border-dashed border-hairline-strong px-4 py-8 text-center text-soft">
            There are no decorations at the moment.
          </p>
        ) : (
          <fieldset>
            <legend className="sr-only">Decorations</legend>
            <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 sm:grid-cols-3 lg:grid-cols-4">
              {data.allDecorations.map((decoration) => {
                const isOn = decorationIds.includes(decoration.id);
                return (
                  <li key={decoration.id}>
                    <label className="grid cursor-pointer justify-items-center gap-3 rounded-card border border-hairline bg-surface px-2 pt-6 pb-3 hover:bg-hover has-checked:border-primary-text has-checked:bg-primary-wash has-disabled:cursor-not-allowed">
                      <DecoratedAvatar
                        decorations={[decoration]}
                        id={viewer?.id ?? ''}
                        name={viewer?.displayName ?? ''}
                        size="lg"
                        src={viewer?.avatarUrl}
                      />
                      <span className="mt-2 flex items-center gap-2 text-sm font-semibold">
                        <input
                          checked={isOn}
                          className="checkbox"
                          disabled={isFull && !isOn}
                          onChange={() =>
                            section.change({
                              decorationIds: isOn
                                ? decorationIds.filter((id) => id !== decoration.id)
                                : [...decorationIds, decoration.id],
                            })
                          }
                          type="checkbox"
                        />
                        {decoration.name}
                      </span>
                    </label>
                  </li>
                );
              })}
            </ul>
          </fieldset>
        )}
        <p className="text-sm text-soft" role="status">
          {decorationIds.length} of {customization.decorationsMax} chosen
          {isFull && '. Take one away to choose another.'}
        </p>
      </SectionForm>
    </SectionBody>
  );
}
