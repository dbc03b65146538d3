import type { ContractKey, Input, Reply } from '#site/contract/contract.ts';
import type { ErrorCode } from '#platform/contract/errors.ts';
import type { Context } from '#platform/server/context.ts';
import type { Caller, DocumentReply, Route, WebDocument } from '#platform/server/http/route.ts';
import { checkAccess } from '#platform/server/http/access.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { runRoute } from '#platform/server/http/run-route.ts';
import { resolveViewer } from '../sessions/session-reader.ts';

/** A browser of a test: keeps cookies, has an IP address of its own, calls endpoints with every check. */
export interface Visitor {
  readonly cookies: Map<string, string>;
  /** The last `set-cookie` lines. */
  readonly lines: string[];
  call<K extends ContractKey>(key: K, ...input: {} extends Input<K> ? [Input<K>?] : [Input<K>]): Promise<Reply<K>>;
  /** Calls and expects a refusal. @returns its code. */
  refused<K extends ContractKey>(key: K, ...input: {} extends Input<K> ? [Input<K>?] : [Input<K>]): Promise<ErrorCode>;
  open(document: WebDocument, address: string, params: Readonly<Record<string, string>>): Promise<DocumentReply>;
  /** The `cookie` header that the browser sends. */
  cookie(): string;
}

let visitors = 0;

/** @param cookie a `cookie` header to begin with. */
export function makeVisitor(
  ctx: Context,
  routes: ReadonlyMap<string, Route>,
  options: { cookie?: string; address?: string; userAgent?: string } = {},
): Visitor {
  const cookies = new Map<string, string>();
  const lines: string[] = [];
  for (const pair of (options.cookie ?? '').split('; ').filter(Boolean))
    cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  const number = visitors++;
  const address = options.address ?? `10.${process.pid & 255}.${(number >> 8) & 255}.${number & 255}`;
  const cookie = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const setCookie = (line: string): void => {
    lines.push(line);
    const [pair = ''] = line.split(';', 1);
    const name = pair.slice(0, pair.indexOf('='));
    if (/max-age=0(;|$)/i.test(line)) cookies.delete(name);
    else cookies.set(name, pair.slice(name.length + 1));
  };
  const caller = async (): Promise<Caller> => ({
    viewer: cookies.size === 0 ? null : await resolveViewer(ctx, cookie()),
    address,
    userAgent: options.userAgent ?? 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    requestId: 'test',
    cookie: cookie(),
    setHeader: (name, value) => void (name === 'set-cookie' && setCookie(value)),
  });
  const visitor: Visitor = {
    cookies,
    lines,
    cookie,
    async call(key, ...[input]) {
      lines.length = 0;
      const route = routes.get(key);
      if (!route) throw new Error(`No endpoint ${key}`);
      return (await runRoute(ctx, route, input ?? {}, await caller())) as never;
    },
    async refused(key, ...input) {
      try {
        await visitor.call(key, ...input);
      } catch (error) {
        if (error instanceof Refusal) return error.code;
        throw error;
      }
      throw new Error(`${key} was not refused.`);
    },
    async open(document, target, params) {
      lines.length = 0;
      const asked = await caller();
      checkAccess(document.access, asked.viewer);
      return await document.handle(ctx, {
        caller: asked,
        url: new URL(target, ctx.siteUrl),
        params,
        headers: {},
        body: undefined,
      });
    },
  };
  return visitor;
}
