import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';

/** The buttons of one file of a content that is edited: its place among the others, and out. */
export function FileOrder<T extends { readonly name: string }>({
  files,
  file,
  onChange,
}: {
  files: readonly T[];
  file: T;
  onChange: (files: T[]) => void;
}) {
  const at = files.indexOf(file);
  const move = (by: number) => {
    const next = [...files];
    next.splice(at + by, 0, ...next.splice(at, 1));
    onChange(next);
  };
  const button = (Icon: typeof ArrowUp, label: string, onClick: () => void, disabled?: boolean) => (
    <IconButton
      {...(disabled !== undefined && { disabled })}
      icon={<Icon aria-hidden="true" size={16} />}
      label={label}
      onClick={onClick}
      size="sm"
    />
  );
  return (
    <>
      {button(ArrowUp, `Move ${file.name} up`, () => move(-1), at === 0)}
      {button(ArrowDown, `Move ${file.name} down`, () => move(1), at === files.length - 1)}
      {button(Trash2, `Take ${file.name} out`, () => onChange(files.filter((other) => other !== file)))}
    </>
  );
}
