import { z } from 'zod';
import { fieldErrors } from './field-errors.ts';

/** Shapes that more than one feature speaks of. */

/** A UUID (version 7 where we made it). */
export const id = z.uuid();
/** A timestamp, ISO 8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime();
/** Place of an answer in its thread or room: answers are in the order of these numbers, which count up, with gaps. */
export const place = z.number();
/** An opaque paging cursor (`platform/contract/page.ts`). */
export const cursor = z.string().min(1).max(200);
/** A scheme that an address states: `https://`, `mailto:`; not the port of `example.org:8080`. */
const scheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i;
/** What people leave out of an address: `example.org/me` becomes `https://example.org/me`; all else stays as it is. */
export const withScheme = (address: string): string =>
  !scheme.test(address) && /^[^\s/@]+\.[^\s/@]{2,}/.test(address) ? `https://${address}` : address;

/**
 * Optimistic locking of decisions of staff: the opaque version of the content that they read. A decision sends it back,
 * and is refused with `decision_outdated` when it is not the newest version.
 */
export const readVersion = z.string().min(1).max(60);

/**
 * A number in a query: written in digits alone. `z.coerce.number()` by itself takes nothing and blanks for 0, and `0x10` and
 * `1e3` for numbers.
 */
export const queryNumber = <T extends z.ZodType<number, number>>(shape: T) =>
  z.coerce
    .string()
    .regex(/^-?\d{1,15}(?:\.\d{1,6})?$/, fieldErrors.number)
    .transform(Number)
    .pipe(shape);

/**
 * A mail address in its one form: lower case, composed (NFC), its host in ASCII (`xn--…`, UTS #46), so that both spellings
 * of an internationalised address are the same account.
 */
export function normalAddress(address: string): string {
  const lower = address.trim().normalize('NFC').toLowerCase();
  const at = lower.lastIndexOf('@') + 1;
  try {
    return lower.slice(0, at) + new URL(`http://${lower.slice(at)}`).hostname;
  } catch {
    return lower;
  }
}

/** Mail addresses with letters of any script before the `@` (RFC 6531) and in the host (IDNA). */
const addressPattern =
  /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_'+.-]*[\p{L}\p{M}\p{N}_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:xn--[a-z\d-]+|[\p{L}\p{M}]{2,})$/iu;

/** A mail address as it is stored; at most 254 characters (RFC 5321). */
export const mailAddress = z
  .email({ pattern: addressPattern })
  .max(254)
  .transform(normalAddress)
  .refine((address) => address.length <= 254, fieldErrors.email);

/** An answer without content. */
export const done = z.object({ ok: z.literal(true) });

/** A page of items; `next` is null at the end. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next: cursor.nullable() });
}

/** A badge, ready to draw: label, colour (`#rrggbb`), icon key and whether it glows. */
export const badge = z.object({
  key: z.string(),
  label: z.string(),
  color: z.string(),
  icon: z.string(),
  glows: z.boolean(),
});
export type Badge = z.infer<typeof badge>;

/** A member as names and avatars show them. Missing authors are 'Unknown User' / 'unknown' with a null id. */
export const person = z.object({
  id: id.nullable(),
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  badge,
  /** Username glow, where the member has it: colour and intensity 1 to 20. */
  glow: z.object({ color: z.string(), intensity: z.number() }).nullable(),
  /** Another member's display name is confusable with it: pages put the username beside this one. */
  sharesName: z.boolean(),
});
export type Person = z.infer<typeof person>;
