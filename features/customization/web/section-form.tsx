import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { useWrongField } from '#platform/web/ui/controls/form/use-wrong-field.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import type { Section } from './use-section.ts';
import type { Values } from './merge.ts';

/** The form around a section: what happened meanwhile, its cards, and Save, which stays in sight. */
export function SectionForm<V extends object>({ section, children }: { section: Section<V>; children: ReactNode }) {
  const form = useWrongField(section.fields);
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void section.save();
      }}
      ref={form}
    >
      {section.conflict && (
        <ConflictNotice
          changed={section.conflict.changed}
          onTake={section.discard}
          saved={section.conflict.saved as Values}
        />
      )}
      {children}
      <div className={classes('save-bar', section.isDirty && 'save-bar-stuck')}>
        <p className="min-w-0 flex-1 text-sm text-soft" role="status">
          {section.isDirty ? 'You have unsaved changes.' : ''}
        </p>
        {section.isDirty && (
          <Button disabled={section.busy} onClick={section.discard} variant="ghost">
            Discard
          </Button>
        )}
        <Button busy={section.busy} type="submit" variant="primary">
          Save
        </Button>
      </div>
      <UnsavedGuard isDirty={section.isDirty} />
    </form>
  );
}
