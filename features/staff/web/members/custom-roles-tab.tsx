import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '#platform/web/lib/api.ts';
import type { CustomRoleRow } from '#features/staff/contract/endpoints.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { CreateButton } from '#platform/web/ui/controls/create-button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { RoleBadge } from '#platform/web/ui/members/role-badge.tsx';
import { NotLoaded } from '#platform/web/ui/not-loaded.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { useDecision } from '#features/staff/web/actions.ts';
import { rolesQuery } from '#features/staff/web/queries.ts';
import type { RoleDialogProps } from './role-dialog.tsx';

const RoleDialog = latePart<RoleDialogProps>(() => import('./role-dialog.tsx'), { name: 'The form', notice: 'float' });

/** The tab Custom Roles: a list by name, to create, edit and switch off. */
export function CustomRolesTab() {
  const query = useQuery(rolesQuery(useCall()));
  const [open, setOpen] = useState<CustomRoleRow | 'new' | null>(null);
  const close = () => setOpen(null);
  const create = <CreateButton form={RoleDialog} label="Create role" onClick={() => setOpen('new')} />;
  if (!query.data) return <NotLoaded label="Custom roles" query={query} rows={4} />;
  const { items } = query.data;
  return (
    <>
      {items.length === 0 ? (
        <EmptyState action={create} title="No custom roles yet">
          A custom role is a badge that staff give to members. It grants no rights.
        </EmptyState>
      ) : (
        <>
          <div className="mb-4">{create}</div>
          <ul aria-label="Custom roles" className="staff-rows">
            {items.map((role) => (
              <li key={role.id}>
                <RoleRow onEdit={() => setOpen(role)} role={role} />
              </li>
            ))}
          </ul>
        </>
      )}
      {open !== null && <RoleDialog onClose={close} onGiveUp={close} role={open === 'new' ? null : open} />}
    </>
  );
}

function RoleRow({ role, onEdit }: { role: CustomRoleRow; onEdit: () => void }) {
  const decide = useDecision();
  const { busy, run } = useAction();
  const toggle = () =>
    run(async () => {
      const isActive = !role.isActive;
      await decide(
        (call) => call('PATCH /staff/custom-roles/:roleId', { params: { roleId: role.id }, body: { isActive } }),
        { done: { title: isActive ? 'Role switched on' : 'Role switched off' } },
      );
    });
  return (
    <div className="staff-row">
      <div className="min-w-0 flex-1 basis-[min(14rem,100%)]">
        <p className="flex flex-wrap items-center gap-2">
          <RoleBadge color={role.colorHex} glows={role.isActive} icon="wanderer" label={role.displayName} />
          <span className="text-sm text-soft">{role.name}</span>
          {!role.isActive && <Badge>Off</Badge>}
        </p>
        {role.description !== '' && <p className="mt-1 text-sm text-soft wrap-anywhere">{role.description}</p>}
      </div>
      <div className="flex gap-2">
        <Button
          aria-label={`Edit ${role.displayName}`}
          icon={<Pencil aria-hidden="true" size={16} />}
          onClick={onEdit}
          onFocus={RoleDialog.preload}
          onPointerEnter={RoleDialog.preload}
          size="sm"
        >
          Edit
        </Button>
        <Button
          aria-label={`${role.isActive ? 'Switch off' : 'Switch on'} ${role.displayName}`}
          busy={busy}
          onClick={() => void toggle()}
          size="sm"
        >
          {role.isActive ? 'Switch off' : 'Switch on'}
        </Button>
      </div>
    </div>
  );
}
