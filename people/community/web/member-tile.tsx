import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import type { MemberCard } from '#people/community/contract/endpoints.ts';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { Counter } from '#platform/web/ui/counter.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { RoleBadge } from '#platform/web/ui/members/role-badge.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';

const grid = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4';

/** Members as cards. */
export function MemberGrid({ members, label }: { members: readonly MemberCard[]; label: string }) {
  return (
    <ul aria-label={label} className={grid}>
      {members.map((member) => (
        <MemberTile key={member.id} member={member} />
      ))}
    </ul>
  );
}

/** One member: the whole card leads to the profile. */
function MemberTile({ member }: { member: MemberCard }) {
  return (
    <li className="relative flex min-w-0 gap-3 rounded-card border border-hairline bg-surface p-3 has-[a:hover]:border-hairline-strong has-[a:hover]:bg-hover">
      <Avatar id={member.id ?? member.username} name={member.displayName} size="md" src={member.avatarUrl} />
      <div className="min-w-0 flex-1">
        <p className="truncate leading-snug font-semibold">
          <AppLink className="row-link after:absolute after:inset-0" to={`/profile/${member.username}`}>
            <DisplayName name={member.displayName} />
          </AppLink>
        </p>
        <p className="truncate text-sm text-soft">@{member.username}</p>
        <p className="mt-1.5 flex flex-wrap gap-1.5">
          <RoleBadge {...member.rank} />
          {member.isStaff && <RoleBadge {...member.badge} />}
        </p>
        <p className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-soft">
          <span>
            <Counter className="font-semibold text-text" value={member.xp} /> XP
          </span>
          <span className="text-xs text-faint">
            Joined{' '}
            <LocalDate className="whitespace-nowrap pointer-fine:relative pointer-fine:z-1" date={member.joinedAt} />
          </span>
        </p>
      </div>
    </li>
  );
}

/** The cards while they load. */
export function MemberGridSkeleton({ cards = 12, label = 'Loading members' }: { cards?: number; label?: string }) {
  return (
    <div aria-busy="true" className={grid} role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: cards }, (_, card) => (
        <div key={card} className="flex gap-3 rounded-card border border-hairline bg-surface p-3">
          <Skeleton className="size-10 shrink-0" round />
          <div className="grid h-[93px] flex-1 content-start gap-2.5 pt-1">
            <Skeleton className="h-3.5 w-2/3" />
            <Skeleton className="h-3 w-1/3" />
            <Skeleton className="mt-1 h-4 w-20" />
          </div>
        </div>
      ))}
    </div>
  );
}
