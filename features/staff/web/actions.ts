import { useQueryClient } from '@tanstack/react-query';
import { type Call, CallError } from '#platform/web/lib/call.ts';
import { useCall } from '#platform/web/lib/api.ts';
import type { Fields } from '#platform/web/ui/controls/use-action.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { type ToastTexts, toast } from '#platform/web/ui/overlays/toast.ts';
import { staffKeys } from './queries.ts';

type DoneTexts = Pick<ToastTexts, 'title' | 'description' | 'action'>;

/** Texts of a decision: of its toast, and of its failure where the answer has no words of its own. */
export interface DecisionWords {
  readonly done: DoneTexts | (() => DoneTexts);
  /** In the place of the general failure of the queue, which is used by several tabs; or made of the answer's detail. */
  readonly failed?: string | ((detail: string) => string);
  /** Shows the fields that were refused: `refuse` of `useForm`. */
  readonly refuse?: (fields: Fields) => void;
  /** Called where it was refused because what was decided about is another than was read: closes what asked about it. */
  readonly onOutdated?: () => void;
  /** Called as soon as it is done, before anything is read again. */
  readonly onDone?: () => void;
}

/** The fallback message of the queue for a failed decision. */
const generalFailure = 'Failed to decide';

/**
 * Runs a decision of staff: its toast, and every list and number of the panel read again, also after a refusal, because
 * somebody else may have decided; not where `refuse` shows what was wrong in a form.
 * @returns whether it was done
 */
export function useDecision(): (
  decide: (call: Call) => Promise<unknown>,
  words: DecisionWords,
  refresh?: readonly (readonly string[])[],
) => Promise<boolean> {
  const call = useCall();
  const client = useQueryClient();
  return async (decide, words, refresh = []) => {
    let isDone = true;
    try {
      await decide(call);
      toast({ ...(typeof words.done === 'function' ? words.done() : words.done), kind: 'success' });
      words.onDone?.();
    } catch (error) {
      isDone = false;
      const { failed } = words;
      if (error instanceof CallError && error.code === 'decision_outdated') words.onOutdated?.();
      if (words.refuse && error instanceof CallError && Object.keys(error.fields).length > 0) {
        // Nobody else decided: the form can be sent again at once.
        words.refuse(error.fields);
        failureToast(error);
        return false;
      }
      if (typeof failed === 'function' && error instanceof CallError)
        toast({ title: 'Error', description: failed(error.detail), kind: 'error' });
      else if (typeof failed === 'string' && error instanceof CallError && error.detail === generalFailure)
        toast({ title: 'Error', description: failed, kind: 'error' });
      else failureToast(error);
    }
    const keys = [staffKeys.all, ...refresh];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    return isDone;
  };
}
