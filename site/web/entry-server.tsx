import { type AnyRoute, type LoaderFnContext, notFound } from '@tanstack/react-router';
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
import { sessionQuery } from '#people/accounts/web/queries.ts';
import type { RouterContext } from '#platform/web/lib/router-context.ts';
import { makeRouter } from './router.tsx';
import { routeTree } from './routeTree.gen.ts';
import { isSwitchedOff } from './shell/session-shell.tsx';
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

interface PageOptions {
  loader?: (page: LoaderFnContext) => unknown;
}

/** Has pages that the site has switched off lead nowhere. Their frame says why, here and in the browser. */
function refuseWhatIsOff(route: AnyRoute): void {
  for (const child of Object.values((route.children ?? {}) as Record<string, AnyRoute>)) {
    const options = child.options as PageOptions;
    const { loader } = options;
    options.loader = async (page) => {
      const { queryClient, call } = page.context as RouterContext;
      // Not one after the other: the session is read by every page.
      const loading = Promise.resolve(loader?.(page));
      loading.catch(() => undefined);
      const { site } = await queryClient.ensureQueryData(sessionQuery(call));
      if (isSwitchedOff(site.sections, page.location.pathname)) throw notFound();
      return await loading;
    };
    refuseWhatIsOff(child);
  }
}
refuseWhatIsOff(routeTree);

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
      throw error instanceof CallError && ['invalid', 'section_off'].includes(error.code) ? notFound() : error;
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
