import type { Caller } from '#platform/server/http/route.ts';
import { ADDRESS_HEADER } from './auth-hooks.ts';

/**
 * Headers of a call to better-auth: the address and user agent that our server found, and of the caller's cookies only
 * those that are passed on purpose.
 */
export function headersOf(caller: Caller, cookie = ''): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: caller.address, 'user-agent': caller.userAgent.slice(0, 500) });
  if (cookie !== '') headers.set('cookie', cookie);
  return headers;
}

/** Passes the cookies that better-auth sets on to the caller. */
export function passCookies(caller: Caller, headers: Headers | null | undefined): string[] {
  const lines = headers?.getSetCookie() ?? [];
  for (const line of lines) caller.setHeader('set-cookie', line);
  return lines;
}
