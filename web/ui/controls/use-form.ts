import { type FormEvent, useState } from 'react';
import { CallError } from '#web/lib/call.ts';
import { failureToast } from '#web/ui/overlays/failure-toast.ts';

/** A form whose rules live on the server: it sends, shows the fields that were refused, and a toast for the rest. */
export function useForm(send: (values: FormData) => Promise<void>): {
  busy: boolean;
  fields: Readonly<Record<string, string>>;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
} {
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  return {
    busy,
    fields,
    onSubmit(event) {
      event.preventDefault();
      if (busy) return;
      setBusy(true);
      setFields({});
      send(new FormData(event.currentTarget))
        .catch((error: unknown) => {
          if (error instanceof CallError) setFields(error.fields);
          failureToast(error);
        })
        .finally(() => setBusy(false));
    },
  };
}

/** A text field of a form. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}
