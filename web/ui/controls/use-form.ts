import type { FormEvent } from 'react';
import { type Action, useAction } from './use-action.ts';

/** A form whose rules live on the server: it sends, shows the fields that were refused, and a toast for the rest. */
export function useForm(send: (values: FormData) => Promise<void>): Pick<Action, 'busy' | 'fields'> & {
  onSubmit(event: FormEvent<HTMLFormElement>): void;
} {
  const { busy, fields, run } = useAction();
  return {
    busy,
    fields,
    onSubmit(event) {
      event.preventDefault();
      const values = new FormData(event.currentTarget);
      void run(() => send(values));
    },
  };
}

/** A text field of a form. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}
