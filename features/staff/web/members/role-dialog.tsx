import { useState } from 'react';
import { staff } from '#features/staff/contract/limits.ts';
import type { CustomRoleRow } from '#features/staff/contract/endpoints.ts';
import { Field, useFieldIds } from '#platform/web/ui/controls/form/field.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { RoleBadge } from '#platform/web/ui/members/role-badge.tsx';
import { FormDialog } from '#platform/web/ui/overlays/form-dialog.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { useDecision } from '#features/staff/web/actions.ts';

/** Props of {@link RoleDialog}. */
export interface RoleDialogProps {
  /** Null for a new one. */
  role: CustomRoleRow | null;
  onClose: () => void;
}

/** Staff create a custom role, or edit one. */
export default function RoleDialog({ role, onClose }: RoleDialogProps) {
  const decide = useDecision();
  const [displayName, setDisplayName] = useState(role?.displayName ?? '');
  const [colorHex, setColorHex] = useState(role?.colorHex ?? staff.roleColor);
  const { busy, fields, field, formProps } = useForm(
    role ? 'PATCH /staff/custom-roles/:roleId' : 'POST /staff/custom-roles',
    {
      ...(role && { params: { roleId: role.id } }),
      body: { colorHex },
      async send({ request, refuse }) {
        if (await decide(request, { done: { title: role ? 'Role saved' : 'Role created' }, refuse })) onClose();
      },
    },
  );
  const color = {
    label: 'Color',
    hint: `Of its badge; ${staff.roleColor} unless you choose another.`,
    error: fields['colorHex'],
  };
  const colorIds = useFieldIds(color);
  return (
    <FormDialog
      description={role ? undefined : 'A custom role is a badge. It grants no rights.'}
      title={role ? `Edit ${role.displayName}` : 'Create role'}
      formProps={formProps}
      busy={busy}
      save={role ? 'Save' : 'Create role'}
      onClose={onClose}
    >
      <TextField
        {...field('name')}
        defaultValue={role?.name}
        disabled={role !== null}
        hint={role ? 'It never changes.' : 'For the site itself: letters, digits and underscores.'}
        label="Role name"
        maxLength={staff.roleNameMax}
      />
      <TextField
        {...field('displayName')}
        hint="What its badge says."
        label="Display name"
        onChange={(event) => setDisplayName(event.target.value)}
        value={displayName}
      />
      <TextArea {...field('description')} defaultValue={role?.description} label="Description" rows={2} />
      <Field ids={colorIds} texts={color}>
        <div className="flex items-center gap-3">
          <input
            {...colorIds.control}
            className="h-10 w-12 cursor-pointer rounded-control border border-control-line bg-sunken p-1"
            onChange={(event) => setColorHex(event.target.value)}
            type="color"
            value={colorHex}
          />
          <RoleBadge
            color={colorHex}
            glows
            icon="wanderer"
            label={displayName.trim() === '' ? 'Display name' : displayName}
          />
        </div>
      </Field>
    </FormDialog>
  );
}
