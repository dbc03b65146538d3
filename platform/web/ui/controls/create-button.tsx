import { Plus } from 'lucide-react';
import { Button } from './button.tsx';

/** Opens the form of something new; its code is fetched as soon as the button is aimed at. */
export function CreateButton({
  label,
  form,
  onClick,
}: {
  label: string;
  /** The form that it opens. */
  form: { readonly preload: () => void };
  onClick: () => void;
}) {
  return (
    <Button
      icon={<Plus aria-hidden="true" size={18} />}
      onClick={onClick}
      onFocus={form.preload}
      onPointerEnter={form.preload}
      variant="primary"
    >
      {label}
    </Button>
  );
}
