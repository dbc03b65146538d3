import { type RefObject, useEffect, useRef } from 'react';
import type { Fields } from '#platform/web/ui/controls/use-action.ts';

/**
 * Moves the focus to the first wrong field of a form each time fields were refused. Its sentence is part of the field's
 * description, so that a screen reader says both.
 */
export function useWrongField(fields: Fields): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(fields).length === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>(':is(input, textarea, select)[aria-invalid=true]');
    // Where it has the focus already, nobody would be told that it is wrong.
    wrong?.blur();
    wrong?.focus();
  }, [fields]);
  return form;
}
