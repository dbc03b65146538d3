import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { banner } from '#features/forum/contract/limits.ts';
import { ranks } from '#people/ledger/contract/ranks.ts';
import { ProfileName } from '#people/profiles/web/appearance/profile-name.tsx';
import { glowStyle, haloStyle } from '#content/core/web/banner-style.ts';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { RoleBadge } from '#platform/web/ui/members/role-badge.tsx';

const glow = { color: ranks.vip.color, intensity: 8 };

/** A post as the member's could look with the upgrade: banner, pin, glow, badge text and an animated name. */
export function PreviewPost({ viewer }: { viewer: Viewer }) {
  const shown = {
    enabled: true,
    imageUrl: null,
    glowEnabled: true,
    glowColor: banner.glowColor,
    glowIntensity: banner.glowIntensity,
  };
  return (
    <section aria-label="Preview post">
      <p className="mt-4 text-sm font-semibold text-soft">Preview: a post of yours with the upgrade</p>
      <div className="-mx-2.5" style={haloStyle}>
        <article
          className="overflow-hidden rounded-card border border-hairline bg-surface"
          data-effects="moving"
          style={glowStyle(shown)}
        >
          <div aria-hidden="true" className="profile-banner profile-banner-none h-24" />
          <div className="grid gap-2 p-4">
            <p className="text-xs font-semibold text-accent-text">Pinned</p>
            <h2 className="heading text-lg">My new tape is out</h2>
            <div className="flex flex-wrap items-center gap-2">
              <Avatar id={viewer.id} name={viewer.displayName} size="sm" src={viewer.avatarUrl} />
              <ProfileName className="font-semibold" effect="shimmer" glow={glow} name={viewer.displayName} />
              <RoleBadge {...viewer.badge} label="Tape wizard" />
            </div>
            <p className="text-soft">Six tracks, two months of nights. Tell me which one to finish first.</p>
          </div>
        </article>
      </div>
    </section>
  );
}
