import { useRef, useState } from 'react';
import { CallError } from '#platform/web/lib/call.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';

/** What the server says about fields, by their names. */
export type Fields = Readonly<Record<string, string>>;

/** State of what a button or a form does on the server. */
export interface Action {
  busy: boolean;
  /** The fields that were refused the last time. */
  fields: Fields;
  /** Runs it, unless it is running. A failure is shown as a toast; it never rejects. */
  run(work: () => Promise<unknown>): Promise<void>;
  /** Shows fields as refused: before anything is sent, or where `run` does not see the failure. */
  refuse(fields: Fields): void;
}

/** Runs what a button or a form does on the server, one at a time, and shows its failure. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<Fields>({});
  // The state of a render is too old for a second press before the next one.
  const running = useRef(false);
  return {
    busy,
    fields,
    refuse: setFields,
    async run(work) {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      setFields({});
      try {
        await work();
      } catch (error) {
        if (error instanceof CallError) setFields(error.fields);
        failureToast(error);
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}
