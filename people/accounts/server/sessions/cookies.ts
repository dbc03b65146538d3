import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '#platform/server/context.ts';

/** Cookies of the sign-in, by better-auth's own names, and the one by which a device is known (`devices.ts`). */
export type CookieName = 'session_token' | 'two_factor' | 'device';

/** Days for which a browser keeps the session's cookie: the most that browsers allow. The session's row decides. */
export const SESSION_COOKIE_DAYS = 400;

/** What every cookie's name begins with; in production browsers take it over https alone, for this very host. */
export function cookiePrefix(production: boolean): string {
  return production ? '__Host-looproom' : 'looproom';
}

/** A cookie's name on the wire: `looproom.…`, in production `__Host-looproom.…`. */
export function cookieNameOf(ctx: Pick<Context, 'config'>, name: CookieName): string {
  return `${cookiePrefix(ctx.config.production)}.${name}`;
}

function signatureOf(secret: string, value: string): Buffer {
  return createHmac('sha256', secret).update(value).digest();
}

/** `value.signature` as better-auth signs its cookies (HMAC-SHA-256, base64), ready for a header. */
export function signedValue(secret: string, value: string): string {
  return encodeURIComponent(`${value}.${signatureOf(secret, value).toString('base64')}`);
}

function valueOf(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
    try {
      return decodeURIComponent(pair.slice(equals + 1).trim());
    } catch {
      return null;
    }
  }
  return null;
}

/** The value of a signed cookie; null when it is not there or the signature is not ours. */
export function readSignedCookie(
  ctx: Pick<Context, 'config' | 'secret'>,
  header: string,
  name: CookieName,
): string | null {
  const text = valueOf(header, cookieNameOf(ctx, name));
  if (text === null) return null;
  const dot = text.lastIndexOf('.');
  if (dot < 1) return null;
  const value = text.slice(0, dot);
  const signature = Buffer.from(text.slice(dot + 1), 'base64');
  const right = signatureOf(ctx.secret, value);
  return signature.length === right.length && timingSafeEqual(signature, right) ? value : null;
}

/** A `set-cookie` line: http-only, same-site, and in production over https only. */
export function setCookieLine(
  ctx: Pick<Context, 'config' | 'secret'>,
  name: CookieName,
  value: string,
  maxAgeSeconds: number,
): string {
  const secure = ctx.config.production ? '; Secure' : '';
  return `${cookieNameOf(ctx, name)}=${signedValue(ctx.secret, value)}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

/** A `set-cookie` line that takes the cookie away. */
export function clearCookieLine(ctx: Pick<Context, 'config'>, name: CookieName): string {
  return `${cookieNameOf(ctx, name)}=; Max-Age=0; Path=/; HttpOnly${ctx.config.production ? '; Secure' : ''}; SameSite=Lax`;
}
