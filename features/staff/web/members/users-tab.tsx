import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { staff } from '#features/staff/contract/limits.ts';
import type { CustomRoleRow, StaffMember } from '#features/staff/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { fullName } from '#people/profiles/web/full-name.ts';
import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { SearchBox } from '#platform/web/ui/controls/search-box.tsx';
import { Counter } from '#platform/web/ui/counter.tsx';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { RoleBadge } from '#platform/web/ui/members/role-badge.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { useDecision } from '#features/staff/web/actions.ts';
import { RoleSelect } from './role-select.tsx';
import { type MemberSearch, membersQuery, rolesQuery } from '#features/staff/web/queries.ts';
import { StaffList } from '#features/staff/web/staff-list.tsx';

const searches = [
  { by: 'name', label: 'Name', empty: 'Names are searched by their beginning.' },
  { by: 'email', label: 'Mail', empty: 'Mail addresses are searched by their beginning.' },
  { by: 'address', label: 'Network address', empty: 'Network addresses are searched whole, of the last 90 days.' },
] as const;

/** The address of a search of members. */
const addressOf = ({ q, by }: MemberSearch): string => {
  const query = new URLSearchParams({ ...(q !== '' && { q }), ...(by !== 'name' && { by }) });
  return `/admin/users${query.size > 0 ? `?${query.toString()}` : ''}`;
};

/** The tab Users: all members by XP, or what a search finds. */
export function UsersTab({ search }: { search: MemberSearch }) {
  const call = useCall();
  const router = useRouter();
  const { viewer } = useAuth();
  const query = useInfiniteQuery(membersQuery(call, search));
  const { data: roles } = useQuery(rolesQuery(call));
  return (
    <>
      <div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-center">
        <SearchBox
          key={search.by}
          label="Search users"
          maxLength={staff.searchMax}
          onSearch={(q) =>
            void router.navigate({ href: addressOf({ ...search, q }), replace: true, resetScroll: false })
          }
          search={search.q}
        />
        {viewer?.isAdmin === true && (
          <ChipRow label="Search by">
            {searches.map(({ by, label }) => (
              <Chip key={by} selected={search.by === by} to={addressOf({ ...search, by })}>
                {label}
              </Chip>
            ))}
          </ChipRow>
        )}
      </div>
      <StaffList
        className="staff-rows"
        empty={{ title: 'No users found', text: searches.find(({ by }) => by === search.by)!.empty }}
        label="Users"
        query={query}
      >
        {(member) => <UserRow member={member} roles={roles?.items ?? []} />}
      </StaffList>
    </>
  );
}

function UserRow({ member, roles }: { member: StaffMember; roles: readonly CustomRoleRow[] }) {
  const { person } = member;
  return (
    <div className="staff-row">
      <Avatar id={member.id} name={person.displayName} size="sm" src={person.avatarUrl} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <AppLink className="min-w-0 truncate font-semibold hover:underline" to={`/admin/users/${member.id}`}>
            <DisplayName name={person.displayName} />
          </AppLink>
          <RoleBadge {...person.badge} />
          <Standing member={member} />
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-soft">
          <span className="truncate">@{person.username}</span>
          <span>
            <Counter value={member.xp} /> XP
          </span>
        </p>
      </div>
      <MemberActions member={member} roles={roles} />
    </div>
  );
}

/** Suspended or silenced. */
export function Standing({ member }: { member: Pick<StaffMember, 'suspendedUntil' | 'silencedUntil'> }): ReactNode {
  return (
    <>
      {member.suspendedUntil !== null && <Badge tone="danger">Suspended</Badge>}
      {member.silencedUntil !== null && <Badge tone="accent">Silenced</Badge>}
    </>
  );
}

/** The moderator flag and the custom role of a member. To make a moderator asks first, and says what that gives. */
export function MemberActions({ member, roles }: { member: StaffMember; roles: readonly CustomRoleRow[] }) {
  const decide = useDecision();
  const { busy, run } = useAction();
  const [asks, setAsks] = useState(false);
  const name = fullName(member.person);
  const toggle = () =>
    run(async () => {
      const on = !member.isModerator;
      await decide(
        (call) => call('PUT /staff/members/:profileId/moderator', { params: { profileId: member.id }, body: { on } }),
        {
          done: on
            ? { title: 'Moderator added', description: 'Admins and the member are notified.' }
            : { title: 'Moderator removed', description: 'Admins and the member are notified.' },
        },
      );
      setAsks(false);
    });
  return (
    <div className="flex w-full items-center gap-2 sm:w-auto">
      {member.can.assignRole && <RoleSelect member={member} name={name} roles={roles} />}
      {member.can.toggleModerator && (
        <Button
          aria-label={`${member.isModerator ? 'Remove moderator' : 'Make moderator'}: ${name}`}
          busy={busy}
          onClick={() => (member.isModerator ? void toggle() : setAsks(true))}
          size="sm"
        >
          {member.isModerator ? 'Remove moderator' : 'Make moderator'}
        </Button>
      )}
      {asks && (
        <ConfirmDialog
          busy={busy}
          confirmLabel="Make moderator"
          description="They get the admin panel: the moderation queue with what is hidden and who reported it, removals, restores, warnings, silences and suspensions, banned words, announcements, and the notes about members. Unless only admins may, they make moderators too. Every admin is notified."
          onConfirm={() => void toggle()}
          onOpenChange={setAsks}
          open
          title={`Make ${name} a moderator?`}
        />
      )}
    </div>
  );
}
