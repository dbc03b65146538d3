import { notFound } from '@tanstack/react-router';
import {
  RouterServer,
  createRequestHandler,
  getSsrStatus,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server';
import type { ServerManifest } from '@tanstack/router-core';
import { renderToString } from 'react-dom/server';
import { CallError, type Transport, makeCall } from '#platform/web/lib/call.ts';
import { markUp } from './markup-cache.tsx';
import { makeRouter } from './router.tsx';
import { switchedOff } from './shell/not-found.tsx';
import { bootScript } from './shell/boot-script.ts';
import { ChecklistHint } from '#features/staff/web/site/checklist-hint.tsx';
import { NewcomerHint } from '#features/welcome/web/newcomer-hint.tsx';
import { renderHintsAtOnce } from './home-hints.tsx';
import { ReadOnlyNotice, StandingNotice } from '#people/accounts/web/standing-notice.tsx';
import { renderSiteColors } from '#site/web/shell/root-style.ts';
import { siteColors } from '#platform/contract/site-colors.ts';
import { renderNoticesAtOnce } from '#site/web/shell/standing.tsx';

renderNoticesAtOnce({ ReadOnlyNotice, StandingNotice });
renderHintsAtOnce({ ChecklistHint, NewcomerHint });
renderSiteColors(siteColors);

/** What the server needs to render one page. */
export interface RenderRequest {
  readonly request: Request;
  readonly transport: Transport;
  /** Random for each page: marks the scripts that the router writes itself, whose hashes the policy then allows. */
  readonly nonce: string;
  readonly manifest: ServerManifest;
}

/** A rendered page. */
export interface Rendered {
  readonly status: number;
  /** Where a redirect leads; null for a page. */
  readonly location: string | null;
  /** The pattern of the page's address: `/forum/post/$postId`; of a redirect and of no page a word. */
  readonly route: string;
  readonly html: string;
}

/**
 * What a page asks for while it is rendered comes from its address alone: where the server cannot read that (a name that
 * is too long, a cursor of nowhere), the page does not exist.
 */
function orNotFound(transport: Transport): Transport {
  return async (...call) => {
    try {
      return await transport(...call);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === 'section_off') throw notFound({ data: switchedOff });
      throw error.code === 'invalid' ? notFound() : error;
    }
  };
}

/** Renders one page. @throws what a component threw. */
export async function render({ request, transport, nonce, manifest }: RenderRequest): Promise<Rendered> {
  const handler = createRequestHandler({
    request,
    createRouter: () => makeRouter(makeCall(orNotFound(transport)), nonce),
    getRouterManifest: () => manifest,
  });
  let html = '';
  let route = 'redirect';
  const { status, headers } = await handler(async ({ responseHeaders, router }) => {
    // Past the response: as its body it would be encoded and decoded again.
    const markup = markUp(router, nonce);
    route = getSsrStatus(router) === 404 ? 'not found' : (router.state.matches.at(-1)?.fullPath ?? 'unknown');
    html = await transformHtmlStringWithRouter(router, markup.fill(renderToString(<RouterServer router={router} />)));
    return new Response(null, { status: getSsrStatus(router), headers: responseHeaders });
  });
  return { status, location: status >= 300 && status < 400 ? headers.get('location') : null, route, html };
}

export { CallError };
export { bootScript };
