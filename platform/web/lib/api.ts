import { useRouteContext } from '@tanstack/react-router';
import type { Call } from './call.ts';

/** The call client of this page: over the network in the browser, in the process while rendering on the server. */
export function useCall(): Call {
  return useRouteContext({ from: '__root__', select: (context) => context.call });
}
