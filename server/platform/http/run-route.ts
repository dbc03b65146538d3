import type { z } from 'zod';
import type { RateName } from '#contract/limits/rates.ts';
import type { Context } from '#server/context.ts';
import { checkAccess } from './access.ts';
import type { Caller, Route } from './route.ts';
import { Refusal } from './refusal.ts';

/** Input as it came in: nothing of it is believed yet. */
export interface RawInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/**
 * The one way to call an endpoint, for requests of the network and of the page renderer alike: access, shape, handler, and
 * the reply's schema, which lets nothing out that the contract does not name.
 * @throws {Refusal}
 */
export async function runRoute(ctx: Context, route: Route, raw: RawInput, caller: Caller): Promise<unknown> {
  const { endpoint } = route;
  checkAccess(endpoint.access, caller.viewer, endpoint.signIn);
  const call = {
    params: parse(endpoint.params, raw.params ?? {}),
    query: parse(endpoint.query, raw.query ?? {}),
    body: parse(endpoint.body, raw.body),
    caller,
    viewer: caller.viewer,
  };
  const reply = await route.handle(ctx, call as never);
  return endpoint.reply.parse(reply);
}

/** Counts one request against a named rate. A page counts once, whatever it calls while it is made. @throws {Refusal} `rate_limited`. */
export function countCall(ctx: Context, name: RateName, caller: Caller): void {
  countRequest(ctx, name, { address: caller.address, member: caller.viewer?.profileId ?? null }, caller.setHeader);
}

/** As `countCall`, where the session was not read. @throws {Refusal} `rate_limited`. */
export function countRequest(
  ctx: Context,
  name: RateName,
  caller: { readonly address: string; readonly member: string | null },
  setHeader: Caller['setHeader'],
): void {
  const wait = ctx.limits.hit(name, caller);
  if (wait === 0) return;
  setHeader('retry-after', String(wait));
  throw new Refusal('rate_limited', { meta: { retryAfter: wait } });
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  const fields: Record<string, string> = {};
  if (result.success) {
    const place = placeOfNul(result.data, '');
    if (place === null) return result.data;
    throw new Refusal('invalid', { fields: { [place || 'body']: 'Text cannot hold the character NUL.' } });
  }
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  throw new Refusal('invalid', { fields });
}

/** Where in an input the one character stands that no database column takes; null where it is nowhere. */
function placeOfNul(value: unknown, place: string): string | null {
  if (typeof value === 'string') return value.includes('\0') ? place : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const found = placeOfNul(part, place === '' ? name : `${place}.${name}`);
    if (found !== null) return found;
  }
  return null;
}
