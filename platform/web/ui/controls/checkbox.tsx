import type { ComponentProps } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import { FieldNotes, type FieldTexts, useFieldIds } from './form/field.tsx';

type TickProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & Omit<FieldTexts, 'aside'>;

/** A tick box with its label, hint and error. */
export function Checkbox(props: TickProps) {
  return <Tick {...props} variant="checkbox" />;
}

/** A switch that takes effect at once, without a Save. The whole row is the target. */
export function Switch(props: TickProps) {
  return <Tick {...props} variant="switch" />;
}

function Tick({ label, hint, error, className, id, variant, ...rest }: TickProps & { variant: 'checkbox' | 'switch' }) {
  const texts = { label, hint, error };
  const ids = useFieldIds(texts, id);
  const isSwitch = variant === 'switch';
  return (
    <div className={classes('flex items-start gap-3', isSwitch && 'flex-row-reverse justify-between', className)}>
      <input
        {...rest}
        {...ids.control}
        className={classes('touch-target mt-0.5 shrink-0', variant)}
        role={isSwitch ? 'switch' : undefined}
        type="checkbox"
      />
      <div className="grid min-w-0 gap-0.5">
        <label className="font-medium" htmlFor={ids.id}>
          {label}
        </label>
        <FieldNotes ids={ids} texts={texts} />
      </div>
    </div>
  );
}
