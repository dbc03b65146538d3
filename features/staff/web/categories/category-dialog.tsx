import type { Reply } from '#site/contract/contract.ts';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { FormDialog } from '#platform/web/ui/overlays/form-dialog.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { useDecision } from '#features/staff/web/actions.ts';

/** A category of the forum as staff see it. */
export type StaffCategory = Reply<'GET /staff/forum-categories'>['items'][number];

/** Props of {@link CategoryDialog}. */
export interface CategoryDialogProps {
  /** Null for a new one. */
  category: StaffCategory | null;
  /** Place of a new one in the order. */
  sortOrder: number;
  onClose: () => void;
}

/** Staff create a category of the forum, or rename one. Its address stays. */
export default function CategoryDialog({ category, sortOrder, onClose }: CategoryDialogProps) {
  const decide = useDecision();
  const { busy, field, formProps } = useForm(
    category ? 'PATCH /staff/forum-categories/:categoryId' : 'POST /staff/forum-categories',
    {
      ...(category ? { params: { categoryId: category.id } } : { body: { sortOrder } }),
      async send({ request, refuse }) {
        const done = { title: category ? 'Category saved' : 'Category created' };
        if (await decide(request, { done, refuse })) onClose();
      },
    },
  );
  return (
    <FormDialog
      title={category ? `Edit ${category.name}` : 'Create category'}
      formProps={formProps}
      busy={busy}
      save={category ? 'Save' : 'Create category'}
      onClose={onClose}
    >
      <TextField
        {...field('name')}
        defaultValue={category?.name}
        hint={category ? 'Its address stays as it is.' : 'Its address is made of it.'}
        label="Name"
        required={false}
      />
      <TextArea {...field('description')} defaultValue={category?.description} label="Description" rows={2} />
    </FormDialog>
  );
}
