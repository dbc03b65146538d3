import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Access } from '#platform/contract/access.ts';
import type { RateName } from '#platform/contract/rate-limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { Viewer } from './viewer.ts';

/** One request and its answer, as they come from the network. */
export interface Exchange {
  readonly request: IncomingMessage;
  /** Has the site's security headers already. */
  readonly response: ServerResponse;
  readonly params: Readonly<Record<string, string>>;
  readonly url: URL;
  readonly address: string;
  /** The caller; the session is read lazily. */
  viewer(): Promise<Viewer | null>;
}

/**
 * A route that reads or writes bytes by itself: files, resumable transfers. It declares its access and its rate limit like
 * any endpoint and is listed in the permissions table. The content of a request is not read before.
 */
export interface RawRoute {
  /** HEAD has the access of the method beside it. */
  readonly methods: readonly ('GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE')[];
  /** Fastify path; `*` at the end takes the rest. */
  readonly path: string;
  readonly access: Access;
  readonly limit: RateName;
  readonly summary: string;
  /** Answers on the response. A refusal thrown before its head is sent becomes a problem document. */
  handle(ctx: Context, exchange: Exchange): Promise<void>;
}
