import { Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import type { ProfilePage } from '#people/profiles/contract/appearance.ts';
import type { Follow, Relation } from '#people/friends/contract/endpoints.ts';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Counter } from '#platform/web/ui/counter.tsx';
import { Meter } from '#platform/web/ui/graphics/meter.tsx';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { RoleBadge } from '#platform/web/ui/members/role-badge.tsx';
import { FollowButton } from './friendship/follow-button.tsx';
import { FriendButton } from './friendship/friend-button.tsx';
import { DecoratedAvatar } from './appearance/decorated-avatar.tsx';
import { EffectsSwitch, hasEffects } from './appearance/effects-switch.tsx';
import { ProfileName } from './appearance/profile-name.tsx';
import { RelationMenu } from './friendship/relation-menu.tsx';

/** XP at which a level begins (decisions §3: level = floor(sqrt(xp / 25)) + 1). */
const xpOfLevel = (level: number): number => 25 * (level - 1) ** 2;

/** Who it is: banner, picture, name with badges, texts, and what the reader can do about them. */
export function ProfileHead({
  profile,
  friends,
}: {
  profile: ProfilePage;
  friends: Reply<'GET /profiles/:username/friends'>;
}) {
  const floor = xpOfLevel(profile.level);
  const ceiling = xpOfLevel(profile.level + 1);
  return (
    <section aria-label={profile.displayName} className="profile-head stage-panel">
      {profile.bannerUrl === null ? (
        <div aria-hidden="true" className="profile-banner profile-banner-none" />
      ) : (
        <img
          alt={profile.bannerAlt}
          className="profile-banner"
          decoding="async"
          fetchPriority="high"
          src={profile.bannerUrl}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-4">
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
          <span className="profile-portrait">
            <DecoratedAvatar
              decorations={profile.decorations}
              id={profile.id ?? profile.username}
              name={profile.displayName}
              size="xl"
              src={profile.avatarUrl}
            />
          </span>
          {profile.isOwn && (
            <ButtonLink icon={<Settings aria-hidden="true" size={16} />} size="sm" to="/settings">
              Edit Profile
            </ButtonLink>
          )}
          {!profile.isOwn && profile.id !== null && (
            <MemberActions
              follow={friends.follow}
              person={{ id: profile.id, displayName: profile.displayName, username: profile.username }}
              relation={friends.relation}
            />
          )}
        </div>
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h1 className="heading-widest min-w-0 text-2xl break-words md:text-3xl">
              <ProfileName effect={profile.appearance.nameEffect} glow={profile.glow} name={profile.displayName} />
            </h1>
            <RoleBadge {...profile.rank} size="md" />
            {profile.badge.key !== profile.rank.key && <RoleBadge {...profile.badge} size="md" />}
          </div>
          <p className="mt-0.5 text-soft">@{profile.username}</p>
        </div>
        {profile.bio !== '' && <p className="max-w-measure break-words whitespace-pre-line">{profile.bio}</p>}
        <Makes makes={profile.makes} />
        <dl className="flex flex-wrap gap-x-8 gap-y-3 border-t border-hairline pt-3">
          <Fact name="Joined">
            <LocalDate className="tape" date={profile.joinedAt} />
          </Fact>
          <Fact name="XP">
            <Counter value={profile.xp} />
          </Fact>
          <Fact name="Level">
            <span className="flex items-center gap-2">
              <Counter value={profile.level} />
              <Meter
                label={`XP to level ${profile.level + 1}`}
                max={ceiling - floor}
                segments={10}
                value={profile.xp - floor}
              />
            </span>
          </Fact>
          {profile.showsConnections && (
            <Fact name="Friends">
              <Counter value={friends.count} />
            </Fact>
          )}
          <Fact name="Followers">
            <Counter value={friends.follow.followers} />
          </Fact>
          {hasEffects(profile.appearance) && (
            <div className="ms-auto self-end">
              <dt className="sr-only">What moves</dt>
              <dd>
                <EffectsSwitch />
              </dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  );
}

/** What the reader can do about the member; a visitor has no relation. */
function MemberActions({
  person,
  relation,
  follow,
}: {
  person: { id: string; displayName: string; username: string };
  relation: Relation | null;
  follow: Follow;
}) {
  return relation === null ? (
    <RelationMenu between={null} person={person} reportId={person.id} />
  ) : (
    <div className="flex flex-wrap items-center gap-2">
      {relation !== 'blocked' && <FollowButton known={follow} person={person} />}
      <FriendButton person={person} relation={relation} />
    </div>
  );
}

/** What the member makes, in tags. */
function Makes({ makes }: { makes: readonly string[] }) {
  if (makes.length === 0) return null;
  return (
    <ul aria-label="Makes" className="flex flex-wrap gap-1.5">
      {makes.map((tag) => (
        <li key={tag} className="rounded-control border border-hairline px-2 py-0.5 text-sm text-soft">
          {tag}
        </li>
      ))}
    </ul>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
