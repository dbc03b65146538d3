import { RouterServer, createRequestHandler, renderRouterToString } from '@tanstack/react-router/ssr/server';
import type { ServerManifest } from '@tanstack/router-core';
import { type Transport, makeCall } from './lib/call.ts';
import { makeRouter } from './router.tsx';
import { bootScript } from './shell/boot-script.ts';

/** What the server needs to render one page. */
export interface RenderRequest {
  readonly request: Request;
  readonly transport: Transport;
  /** Random for each page: marks the scripts that the router writes itself, whose hashes the policy then allows. */
  readonly nonce: string;
  readonly manifest: ServerManifest;
}

/** Renders one page to a response with its status, or a redirect. */
export async function render({ request, transport, nonce, manifest }: RenderRequest): Promise<Response> {
  const handler = createRequestHandler({
    request,
    createRouter: () => makeRouter(makeCall(transport), nonce),
    getRouterManifest: () => manifest,
  });
  return await handler(({ responseHeaders, router }) =>
    renderRouterToString({ responseHeaders, router, children: <RouterServer router={router} /> }),
  );
}

export { CallError } from './lib/call.ts';
export { bootScript };
