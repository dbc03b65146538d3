import { useSuspenseQuery } from '@tanstack/react-query';
import type { ProfileSectionName, ProfileSettings } from '#features/customization/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { DecoratedAvatar } from '#people/profiles/web/appearance/decorated-avatar.tsx';
import { ProfileName } from '#people/profiles/web/appearance/profile-name.tsx';
import { ProfileStage } from '#people/profiles/web/appearance/profile-stage.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Meter } from '#platform/web/ui/graphics/meter.tsx';
import { RoleBadge } from '#platform/web/ui/members/role-badge.tsx';
import { profileSettingsQuery } from './queries.ts';
import type { SectionValues } from './use-section.ts';

/** Props of {@link ProfilePreview}. */
export interface ProfilePreviewProps {
  /** What is being changed; the rest is as it is saved. */
  over: { readonly [N in ProfileSectionName]?: SectionValues<N> };
  /** Pictures that are on their way up. */
  avatarUrl?: string | null;
  bannerUrl?: string | null;
}

/** A small profile of the member, as visitors would see it. */
export function ProfilePreview({ over, avatarUrl, bannerUrl }: ProfilePreviewProps) {
  const { viewer } = useAuth();
  const { data } = useSuspenseQuery(profileSettingsQuery(useCall()));
  const { profile, links, colors, premium, decorations } = { ...data, ...over };
  const badge = viewer?.badge;
  const banner = bannerUrl === undefined ? (data.files.banner?.url ?? null) : bannerUrl;
  const worn = data.allDecorations.filter(({ id }) => decorations.decorationIds.includes(id));
  const shownLinks = links.links.filter((link) => link.isActive && link.title !== '');
  return (
    <div className="grid gap-2">
      <p className="text-sm font-semibold text-soft">Preview</p>
      <ProfileStage className="border border-hairline" appearance={appearanceOf({ ...data, ...over })} place="preview">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-3 pb-12">
          <section className="stage-panel overflow-hidden">
            {banner === null ? (
              <div aria-hidden="true" className="profile-banner profile-banner-none" />
            ) : (
              <img alt="" className="aspect-3/1 w-full border-b border-hairline object-cover" src={banner} />
            )}
            <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 pb-4">
              <DecoratedAvatar
                className="-mt-8 justify-self-start"
                decorations={worn}
                id={viewer?.id ?? ''}
                name={profile.displayName}
                size="lg"
                src={avatarUrl === undefined ? data.files.avatar?.url : avatarUrl}
              />
              <div className="mt-1 flex flex-wrap items-center gap-2">
                <ProfileName
                  className="heading min-w-0 text-xl break-words"
                  effect={premium.nameEffect}
                  glow={colors.glow.isOn ? colors.glow : null}
                  name={profile.displayName.trim() || 'Your name'}
                />
                {badge && <RoleBadge {...badge} label={premium.badgeText?.trim() || badge.label} />}
              </div>
              <p className="text-sm text-soft">@{viewer?.username}</p>
              {profile.bio !== '' && <p className="text-sm break-words whitespace-pre-line">{profile.bio}</p>}
              <p className="flex items-center gap-2 text-sm text-soft">
                Level {viewer?.level}
                <Meter label="Level, as an example" max={10} segments={10} value={6} />
              </p>
            </div>
          </section>
          {(profile.description !== '' || shownLinks.length > 0) && (
            <section className="stage-panel grid grid-cols-[minmax(0,1fr)] gap-2 p-4 text-sm">
              {profile.description !== '' && (
                <p className="line-clamp-6 break-words whitespace-pre-line">{profile.description}</p>
              )}
              {shownLinks.map((link) => (
                <span className="truncate font-semibold text-primary-text" key={link.id}>
                  {link.title}
                </span>
              ))}
            </section>
          )}
        </div>
      </ProfileStage>
    </div>
  );
}

function appearanceOf({
  colors,
  font,
  layout,
  files,
}: {
  colors: SectionValues<'colors'>;
  font: SectionValues<'font'>;
  layout: SectionValues<'layout'>;
  files: ProfileSettings['files'];
}) {
  const { image, video, cursor } = files;
  return {
    theme: colors.theme,
    font: font.font,
    backgroundImage: image?.url ? { url: image.url, placeholder: null } : null,
    backgroundVideo: video?.url ? { url: video.url, posterUrl: null } : null,
    backgroundOpacity: layout.backgroundOpacity,
    profileOpacity: layout.profileOpacity,
    profileBlur: layout.profileBlur,
    cursorUrl: cursor?.url ?? null,
    cursorEffect: layout.cursorEffect,
    backgroundEffect: layout.backgroundEffect,
  };
}
