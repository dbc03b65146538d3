import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { DiffText } from '#content/core/web/diff-text.tsx';
import { useWrongField } from '#platform/web/ui/controls/form/use-wrong-field.ts';
import { FormDialog } from '#platform/web/ui/overlays/form-dialog.tsx';
import { sharingWords } from './words.ts';

import { ItemFields } from './item-fields.tsx';
import { useItemForm } from './use-item-form.ts';

/** Props of {@link ItemDialog}. */
export interface ItemDialogProps {
  kind: SharingKind;
  viewer: Viewer;
  /** What is edited; null for a new one. */
  item: SharedItem | null;
  onClose: () => void;
}

/** The form of every type: its fields are those of the type. */
export default function ItemDialog({ kind, viewer, item, onClose }: ItemDialogProps) {
  const form = useItemForm({ kind, viewer, item, onClose });
  const element = useWrongField(form.errors);
  const { noun } = sharingTypes[kind];
  const words = sharingWords[kind];
  return (
    <FormDialog
      title={item ? `Edit the ${noun}` : (words.formTitle ?? words.create)}
      formProps={{ onSubmit: (event) => void form.send(event), ref: element }}
      busy={form.isSending}
      disabled={form.isBusy}
      save={item ? (form.newest ? 'Save on top' : 'Save') : (words.submit ?? words.create)}
      onClose={onClose}
    >
      {item && form.newest && <Newest before={item} newest={form.newest} />}
      <ItemFields form={form} item={item} kind={kind} viewer={viewer} />
    </FormDialog>
  );
}

/** The changes by somebody else since the form was opened. */
function Newest({ before, newest }: { before: SharedItem; newest: SharedItem }) {
  const textOf = ({ title, artist, url, tags, source }: SharedItem): string =>
    [title, artist, url, tags.join(', '), source].filter(Boolean).join('\n');
  return (
    <section
      aria-label="The newest version"
      className="grid gap-2 rounded-control border border-accent-text/40 bg-accent-wash p-3"
    >
      <p className="text-sm">
        <strong className="font-bold">Edited meanwhile.</strong> This is what has changed since you began. Your fields
        below are untouched: take over what you want, then save on top of it.
      </p>
      <DiffText after={textOf(newest)} before={textOf(before)} />
    </section>
  );
}
