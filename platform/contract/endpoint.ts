import type { z } from 'zod';
import type { Access } from './access.ts';
import type { ErrorCode } from './errors.ts';
import type { RateName } from './rate-limits.ts';
import type { Toast } from './shown-errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** An endpoint's identity: its method and its path below `/api/v1`. */
export type EndpointKey = `${Method} /${string}`;

/** One endpoint, as data. From it come the route, the OpenAPI document, the typed client and the permissions table. */
export interface Endpoint {
  readonly access: Access;
  /** The named rate limit of `limits/rates.ts` that calls of this endpoint count against. */
  readonly limit: RateName;
  /** The code that a visitor gets where signing in is asked for; `sign_in_required` when not given. */
  readonly signIn?: ErrorCode;
  /**
   * The failure toast (specification, error catalogues): a text below the title "Error", or both. An error code may override
   * its title or text; a network failure uses it as it stands. `{name}` is the endpoint's parameter of that name.
   */
  readonly failure?: string | Toast | undefined;
  /** One sentence for the API documentation. */
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  /** Codes of its own, beside those of its access level and of every call (`access.ts`). */
  readonly errors: readonly ErrorCode[];
  /** Largest body in bytes; 64 KiB when not given. */
  readonly maxBody?: number;
}

/** Whatever changes something has a failure toast. */
type Complete<C> = {
  readonly [K in keyof C]: string extends K
    ? unknown
    : K extends `GET ${string}`
      ? unknown
      : { readonly failure: string | Toast };
};

/** Declares the endpoints of one feature; checks the shape and keeps the exact types. */
export function defineEndpoints<const C extends Record<EndpointKey, Endpoint>>(endpoints: C & Complete<C>): C {
  return endpoints;
}

type Input<T> = T extends z.ZodType ? z.input<T> : never;
type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Part<E, K extends string> = E extends Record<K, infer V> ? V : undefined;

/** What a caller sends. */
export type CallInput<E> = (E extends { params: infer P } ? { params: Input<P> } : unknown) &
  (E extends { query: infer Q } ? ({} extends Input<Q> ? { query?: Input<Q> } : { query: Input<Q> }) : unknown) &
  (E extends { body: infer B } ? { body: Input<B> } : unknown);

/** What a handler receives, parsed. */
export interface HandlerInput<E> {
  readonly params: Output<Part<E, 'params'>>;
  readonly query: Output<Part<E, 'query'>>;
  readonly body: Output<Part<E, 'body'>>;
}

/** What a handler must return, before the reply's schema has run over it. */
export type HandlerReply<E extends Endpoint> = z.input<E['reply']>;
/** What a caller gets. */
export type CallReply<E extends Endpoint> = z.output<E['reply']>;
