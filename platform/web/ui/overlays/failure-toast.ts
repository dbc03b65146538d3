import { CallError } from '#platform/web/lib/call.ts';
import { toast } from './toast.ts';

/** Shows what the server, or the endpoint's own failure, says. The browser has no words of its own for a refusal. */
export function failureToast(error: unknown): void {
  if (error instanceof CallError)
    toast({ title: error.title, description: error.detail, kind: 'error', code: error.code });
  else throw error;
}
