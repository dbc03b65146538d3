import { useId, useState } from 'react';
import { staff } from '#features/staff/contract/limits.ts';
import type { CustomRoleRow } from '#features/staff/contract/endpoints.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Field, useFieldIds } from '#platform/web/ui/controls/form/field.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { RoleBadge } from '#platform/web/ui/members/role-badge.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
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
  const form = useId();
  const decide = useDecision();
  const [name, setName] = useState(role?.name ?? '');
  const [displayName, setDisplayName] = useState(role?.displayName ?? '');
  const [description, setDescription] = useState(role?.description ?? '');
  const [colorHex, setColorHex] = useState(role?.colorHex ?? staff.roleColor);
  const { busy, fields, formProps } = useForm(async (_, refuse) => {
    const body = { displayName, description, colorHex };
    const isDone = await decide(
      (call) =>
        role
          ? call('PATCH /staff/custom-roles/:roleId', { params: { roleId: role.id }, body })
          : call('POST /staff/custom-roles', { body: { name, ...body } }),
      { done: { title: role ? 'Role saved' : 'Role created' }, refuse },
    );
    if (isDone) onClose();
  });
  const color = {
    label: 'Color',
    hint: `Of its badge; ${staff.roleColor} unless you choose another.`,
    error: fields['colorHex'],
  };
  const colorIds = useFieldIds(color);
  return (
    <Dialog
      description={role ? undefined : 'A custom role is a badge. It grants no rights.'}
      footer={
        <Button busy={busy} form={form} type="submit" variant="primary">
          {role ? 'Save' : 'Create role'}
        </Button>
      }
      onOpenChange={(open) => !open && onClose()}
      open
      title={role ? `Edit ${role.displayName}` : 'Create role'}
    >
      <form className="grid gap-4" id={form} {...formProps}>
        <TextField
          disabled={role !== null}
          error={fields['name']}
          hint={role ? 'It never changes.' : 'For the site itself: letters, digits and underscores.'}
          label="Role name"
          maxLength={staff.roleNameMax}
          name="name"
          onChange={(event) => setName(event.target.value)}
          value={name}
        />
        <TextField
          error={fields['displayName']}
          hint="What its badge says."
          label="Display name"
          maxLength={staff.roleDisplayNameMax}
          name="displayName"
          onChange={(event) => setDisplayName(event.target.value)}
          value={displayName}
        />
        <TextArea
          error={fields['description']}
          label="Description"
          maxLength={staff.roleDescriptionMax}
          name="description"
          onChange={(event) => setDescription(event.target.value)}
          rows={2}
          value={description}
        />
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
      </form>
    </Dialog>
  );
}
