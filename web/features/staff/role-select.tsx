import { useState } from 'react';
import type { CustomRoleRow, StaffMember } from '#contract/staff.ts';
import { controlStyle } from '#web/ui/controls/control-style.ts';
import { useDecision } from './actions.ts';

/** The custom role of a member, saved as it is chosen. */
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
  const now = active.some((role) => role.name === member.role) ? (member.role ?? '') : '';
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
    <select
      aria-busy={chosen !== null || undefined}
      aria-label={`Custom role of ${name}`}
      className={`${controlStyle} h-8 min-w-0 flex-1 py-0 text-sm sm:w-40 sm:flex-none`}
      onChange={(event) => void assign(event.target.value)}
      value={chosen ?? now}
    >
      <option value="">No custom role</option>
      {active.map((role) => (
        <option key={role.id} value={role.name}>
          {role.displayName}
        </option>
      ))}
    </select>
  );
}
