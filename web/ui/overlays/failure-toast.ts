import { CallError } from '#web/lib/call.ts';
import { toast } from './toast.ts';

/** Refusals of what an upgrade opens. */
const locked = new Set(['pin_not_allowed', 'banner_not_allowed', 'entitlement_required']);

/** Shows what the server, or the endpoint's own failure, says. The browser has no words of its own for a refusal. */
export function failureToast(error: unknown): void {
  if (error instanceof CallError)
    toast({ title: error.title, description: error.detail, kind: 'error', isLocked: locked.has(error.code) });
  else throw error;
}
