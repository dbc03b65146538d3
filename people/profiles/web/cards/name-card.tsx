import { useQuery } from '@tanstack/react-query';
import type { ProfileCard } from '#people/profiles/contract/appearance.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Counter } from '#platform/web/ui/counter.tsx';
import { HoverCard } from '#platform/web/ui/overlays/hover-card.tsx';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { RoleBadge } from '#platform/web/ui/members/role-badge.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { profileCardQuery } from './card-query.ts';
import { DecoratedAvatar } from '#people/profiles/web/appearance/decorated-avatar.tsx';
import { FollowButton } from '#people/profiles/web/friendship/follow-button.tsx';
import { ProfileName } from '#people/profiles/web/appearance/profile-name.tsx';
import type { Named } from './name-at.ts';

/** Props of {@link NameCard}. */
export interface NameCardProps {
  named: Named;
  open: boolean;
  onClose: () => void;
}

/** The card of one member's name. A member who cannot be had is not found: why stands in the log alone. */
export default function NameCard({ named, open, onClose }: NameCardProps) {
  const call = useCall();
  const { data, isError } = useQuery(profileCardQuery(call, named.of));
  return (
    <HoverCard anchor={named.element} onClose={onClose} open={open}>
      {data ? (
        <Facts member={data} />
      ) : isError ? (
        <p className="px-4 py-6 text-center text-soft" role="status">
          Profile not found
        </p>
      ) : (
        <Waiting />
      )}
    </HoverCard>
  );
}

const banner = 'h-20 w-full border-b border-hairline bg-pressed';
const body = 'grid gap-2.5 px-4 pt-2 pb-4';

function Facts({ member }: { member: ProfileCard }) {
  return (
    <article aria-label={member.displayName}>
      {member.bannerUrl === null ? (
        <div className={banner} />
      ) : (
        <img alt="" className={`${banner} object-cover`} decoding="async" src={member.bannerUrl} />
      )}
      <div className={body}>
        <div className="-mt-10 flex items-end justify-between gap-3">
          <DecoratedAvatar
            decorations={member.decorations}
            id={member.id ?? member.username}
            name={member.displayName}
            size="lg"
            src={member.avatarUrl}
          />
          <RoleBadge {...member.badge} />
        </div>
        <div className="min-w-0">
          <p className="truncate">
            <ProfileName
              className="heading text-lg"
              effect={member.nameEffect}
              glow={member.glow}
              name={member.displayName}
            />
          </p>
          <p className="truncate text-sm text-soft">@{member.username}</p>
        </div>
        {member.bio !== '' && <p className="line-clamp-2 text-sm break-words">{member.bio}</p>}
        <p className="flex flex-wrap items-baseline gap-x-4 text-sm text-soft">
          <span>
            <Counter className="font-semibold text-text" value={member.xp} /> XP
          </span>
          <span>
            Joined <LocalDate date={member.joinedAt} />
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          <ButtonLink size="sm" to={`/profile/${member.username}`}>
            View Profile
          </ButtonLink>
          {member.id !== null && (
            <FollowButton person={{ id: member.id, displayName: member.displayName, username: member.username }} />
          )}
        </div>
      </div>
    </article>
  );
}

/** As high as a card with a bio of one line. */
function Waiting() {
  return (
    <div aria-busy="true" role="status">
      <span className="sr-only">Loading the profile</span>
      <div className={banner} />
      <div className={body}>
        <Skeleton className="-mt-10 size-16 ring-3 ring-raised" round />
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className="h-3.5 w-full" />
        <Skeleton className="h-3.5 w-32" />
        <Skeleton className="h-8 w-full" />
      </div>
    </div>
  );
}
