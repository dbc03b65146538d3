import type { z } from 'zod';
import type { RateName } from '#platform/contract/rate-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { checkAccess } from './access.ts';
import type { RateCount } from './rate-limits.ts';
import { parseFields } from './field-words.ts';
import type { Caller, Route } from './route.ts';
import { Refusal } from './refusal.ts';

/** Untrusted input of a call. */
export interface RawInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/**
 * Calls an endpoint, for requests of the network and of the page renderer alike: access, validation, handler, and the
 * reply's schema, which strips every field that the contract does not name.
 * @throws {Refusal}
 */
export async function runRoute(ctx: Context, route: Route, raw: RawInput, caller: Caller): Promise<unknown> {
  const { endpoint } = route;
  ctx.switches.refuse(route.key);
  checkAccess(endpoint.access, caller.viewer, endpoint.signIn);
  refuseLimit(endpoint, raw.query);
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

const whoCalls = (caller: Caller) => ({ address: caller.address, member: caller.viewer?.profileId ?? null });

/** Counts one request against a named rate. A page counts once, whatever it calls while it is rendered. @throws {Refusal} `rate_limited`. */
export function countCall(ctx: Context, name: RateName, caller: Caller): void {
  countRequest(ctx, name, whoCalls(caller), caller.setHeader);
}

/**
 * Counts work by its CPU time, against a rate in milliseconds. A call may begin as long as earlier ones have not used up
 * the rate.
 * @returns runs each part of the work
 * @throws {Refusal} `rate_limited`
 */
export function countWork(ctx: Context, name: RateName, caller: Caller): <T>(work: () => T) => T {
  countRequest(ctx, name, whoCalls(caller), caller.setHeader, undefined, 0);
  return (work) => {
    const started = performance.now();
    try {
      return work();
    } finally {
      ctx.limits.hit(name, whoCalls(caller), undefined, Math.ceil(performance.now() - started));
    }
  };
}

/**
 * As `countCall`, and says in headers what is left: for endpoints, whose callers are programs.
 * @param client identifies the caller within its network; null where nothing does
 * @throws {Refusal} `rate_limited`.
 */
export function countEndpoint(ctx: Context, name: RateName, caller: Caller, client: string | null = null): void {
  const who = { address: caller.address, member: caller.viewer?.profileId ?? null, client };
  countRequest(ctx, name, who, caller.setHeader, ({ max, left, resetSeconds }) => {
    caller.setHeader('ratelimit-limit', String(max));
    caller.setHeader('ratelimit-remaining', String(left));
    caller.setHeader('ratelimit-reset', String(resetSeconds));
  });
}

/** As `countCall`, where the session was not read. @throws {Refusal} `rate_limited`. */
export function countRequest(
  ctx: Context,
  name: RateName,
  caller: { readonly address: string; readonly member: string | null; readonly client?: string | null },
  setHeader: Caller['setHeader'],
  onCount?: (count: RateCount) => void,
  cost?: number,
): void {
  const wait = ctx.limits.hit(name, caller, onCount, cost);
  if (wait === 0) return;
  setHeader('retry-after', String(wait));
  throw new Refusal('rate_limited', { meta: { retryAfter: wait } });
}

/** Pages have a fixed length: a request that names another one is refused, not ignored. */
function refuseLimit({ query: schema }: Route['endpoint'], query: unknown): void {
  const isAsked = typeof query === 'object' && query !== null && Object.hasOwn(query, 'limit');
  if (isAsked && !(schema && 'limit' in schema.shape))
    throw new Refusal('invalid', {
      fields: { limit: 'Pages have a fixed length here. Leave it out, and follow `next`.' },
    });
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = parseFields(schema, value);
  if ('fields' in result) throw new Refusal('invalid', { fields: result.fields });
  const place = placeOfNul(result.data, '');
  if (place === null) return result.data;
  throw new Refusal('invalid', { fields: { [place || 'body']: 'Text cannot hold the character NUL.' } });
}

/** Path of the first NUL character in an input, which no database column takes; null without one. */
function placeOfNul(value: unknown, place: string): string | null {
  if (typeof value === 'string') return value.includes('\0') ? place : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const inner = placeOfNul(part, place === '' ? name : `${place}.${name}`);
    if (inner !== null) return inner;
  }
  return null;
}
