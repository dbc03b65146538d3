import type { Access } from '#platform/contract/access.ts';
import type { Endpoint, EndpointKey, HandlerInput, HandlerReply } from '#platform/contract/endpoint.ts';
import type { RateName } from '#platform/contract/rate-limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { Viewer } from './viewer.ts';

/** The caller, over the network or from the page renderer. */
export interface Caller {
  readonly viewer: Viewer | null;
  /** The connection's address, or the forwarded one of a trusted proxy. Never from the request's content. */
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** Raw `cookie` header. */
  readonly cookie: string;
  /** The page is wanted without the site's own styles (`?plain=1`). */
  readonly isPlain?: boolean;
  /** Sets a response header; several `set-cookie` add up. */
  setHeader(name: string, value: string): void;
}

/** What a handler gets: the parsed input and the caller, with a viewer where the access level requires one. */
export type Call<E extends Endpoint> = HandlerInput<E> & {
  readonly caller: Caller;
  readonly viewer: E['access'] extends 'public' ? Viewer | null : Viewer;
};

/** One handler for each endpoint; a missing one does not compile. */
export type Handlers<C> = {
  [K in keyof C]: C[K] extends Endpoint ? (ctx: Context, call: Call<C[K]>) => Promise<HandlerReply<C[K]>> : never;
};

/** An endpoint with its handler. */
export interface Route {
  readonly key: EndpointKey;
  readonly endpoint: Endpoint;
  readonly handle: (ctx: Context, call: never) => Promise<unknown>;
}

/** Joins a feature's contract with its handlers. */
export function routes<const C extends Record<EndpointKey, Endpoint>>(endpoints: C, handlers: Handlers<C>): Route[] {
  return (Object.keys(endpoints) as (keyof C & EndpointKey)[]).map((key) => ({
    key,
    endpoint: endpoints[key],
    handle: handlers[key],
  }));
}

/**
 * For endpoints that visitors' pages call: the live topics of every change to their answer, by the address's
 * parameters. A page is cached until one of its topics has a change; one with an endpoint that is not listed is
 * outdated by every change and after some seconds. Counts that a job renews need no topic.
 */
export type PageTopics = Readonly<
  Partial<Record<EndpointKey, (params: Readonly<Record<string, string>>) => readonly string[]>>
>;

/** What a document answers. */
export interface DocumentReply {
  readonly status?: number;
  readonly contentType: string;
  readonly body: string | Uint8Array | import('node:stream').Readable;
  readonly headers?: Readonly<Record<string, string>>;
  /** Other sites may frame it; its own policy says so too. */
  readonly isFramable?: boolean;
}

/**
 * An address outside `/api/v1` that answers something else than JSON: a feed, a sitemap, a file. It declares its access
 * like any endpoint and is listed in the permissions table.
 */
export interface WebDocument {
  readonly method: 'GET' | 'POST';
  /** Fastify path; `*` at the end takes the rest. */
  readonly path: string;
  readonly access: Access;
  /** `read` where it names none. */
  readonly limit?: RateName;
  readonly summary: string;
  /** It is called by a form, as mail programs do; what the form holds is not read. Others take JSON alone. */
  readonly takesForm?: boolean;
  handle(
    ctx: Context,
    request: {
      caller: Caller;
      url: URL;
      params: Readonly<Record<string, string>>;
      headers: Readonly<Record<string, string | undefined>>;
      body: unknown;
    },
  ): Promise<DocumentReply>;
}
