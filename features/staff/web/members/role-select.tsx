import { useState } from 'react';
import { givenRanks, isGivenRank } from '#people/ledger/contract/rank-limits.ts';
import { ranks } from '#people/ledger/contract/ranks.ts';
import type { CustomRoleRow, StaffMember } from '#features/staff/contract/endpoints.ts';
import { Select } from '#platform/web/ui/controls/select.tsx';
import { useDecision } from '#features/staff/web/actions.ts';

/** The role that staff gave a member, a custom one or a rank, saved as it is chosen. */
export function RoleSelect({
  member,
  name,
  roles,
}: {
  member: StaffMember;
  name: string;
  roles: readonly CustomRoleRow[];
}) {
  const decide = useDecision();
  const [chosen, setChosen] = useState<string | null>(null);
  const active = roles.filter((role) => role.isActive);
  const isGiven = (role: string): boolean => isGivenRank(role) || active.some(({ name: known }) => known === role);
  const now = member.role !== null && isGiven(member.role) ? member.role : '';
  const assign = async (role: string) => {
    setChosen(role);
    await decide(
      (call) =>
        call('PUT /staff/members/:profileId/role', {
          params: { profileId: member.id },
          body: { role: role === '' ? null : role },
        }),
      { done: { title: 'User role updated', description: 'Admins and the member are notified.' } },
    );
    setChosen(null);
  };
  return (
    <Select
      aria-busy={chosen !== null || undefined}
      aria-label={`Custom role of ${name}`}
      className="min-w-0 flex-1 sm:w-40 sm:flex-none"
      onChange={(event) => void assign(event.target.value)}
      size="sm"
      value={chosen ?? now}
    >
      <option value="">No custom role</option>
      {active.map((role) => (
        <option key={role.id} value={role.name}>
          {role.displayName}
        </option>
      ))}
      <optgroup label="Ranks">
        {givenRanks.map((key) => (
          <option key={key} value={key}>
            {ranks[key].label}
          </option>
        ))}
      </optgroup>
    </Select>
  );
}
