import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classes } from '#platform/web/ui/classes.ts';

/** What every field says around its control. */
export interface FieldTexts {
  label: ReactNode;
  /** One plain line under the control. */
  hint?: ReactNode;
  /** What is wrong; replaces nothing, stands under the hint and is read with the control. */
  error?: string | null | undefined;
  /** Beside the label, in faint: "optional", a counter. */
  aside?: ReactNode;
}

/** Ids that tie a control to its texts. */
export interface FieldIds {
  id: string;
  hintId: string;
  errorId: string;
  /** Spread these over the control. */
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };
}

/** Makes the ids of a field and the attributes that its control needs. */
export function useFieldIds({ hint, error }: FieldTexts, ownId?: string): FieldIds {
  const generatedId = useId();
  const id = ownId ?? generatedId;
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ');
  return {
    id,
    hintId,
    errorId,
    control: { id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined },
  };
}

/** Label, control, hint and error of one field. */
export function Field({
  texts,
  ids,
  className,
  children,
}: {
  texts: FieldTexts;
  ids: FieldIds;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={classes('grid content-start gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label className="text-sm font-semibold" htmlFor={ids.id}>
          {texts.label}
        </label>
        {texts.aside && <span className="text-xs text-faint">{texts.aside}</span>}
      </div>
      {children}
      <FieldNotes ids={ids} texts={texts} />
    </div>
  );
}

/** Hint and error under a control. */
export function FieldNotes({ texts, ids }: { texts: FieldTexts; ids: FieldIds }) {
  return (
    <>
      {texts.hint && (
        <p className="text-xs text-faint" id={ids.hintId}>
          {texts.hint}
        </p>
      )}
      {texts.error && (
        <p className="flex items-start gap-1.5 text-sm text-danger" id={ids.errorId}>
          <CircleAlert aria-hidden="true" className="mt-[0.2em] shrink-0" size={14} />
          {texts.error}
        </p>
      )}
    </>
  );
}
