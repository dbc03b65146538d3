import type { FormEvent } from 'react';
import { type CheckedControl, wrongFields } from './field-check.ts';
import { type Action, useAction } from '#platform/web/ui/controls/use-action.ts';
import { useWrongField } from './use-wrong-field.ts';

/** A form as its page uses it. */
interface Form extends Pick<Action, 'busy' | 'fields'> {
  /** For the `form` element: its fields are checked by us, in our words, and not by the browser. */
  readonly formProps: { readonly noValidate: true; onSubmit(event: FormEvent<HTMLFormElement>): void };
}

/**
 * A form whose rules live on the server: it sends, shows the fields that were refused, and a toast for the rest. What
 * its controls ask for (`required`, `minLength`, …) is said before anything is sent, in the server's words; `name` is
 * the name of the field in the contract. The first wrong field gets the focus.
 * @param send sends it; one that handles failures itself gives the refused fields to `refuse`
 */
export function useForm(send: (values: FormData, refuse: Action['refuse']) => Promise<void>): Form {
  const { busy, fields, refuse, run } = useAction();
  const formRef = useWrongField(fields);
  return {
    busy,
    fields,
    formProps: {
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        formRef.current = event.currentTarget;
        const wrong = wrongFields(event.currentTarget.elements as Iterable<Element> as Iterable<CheckedControl>);
        if (Object.keys(wrong).length > 0) return refuse(wrong);
        const values = new FormData(event.currentTarget);
        void run(() => send(values, refuse));
      },
    },
  };
}

/** A text field of a form. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}
