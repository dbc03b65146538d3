import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRoute, createRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { ErrorPage } from '#site/web/shell/error-page.tsx';
import { NotFound } from '#site/web/shell/not-found.tsx';
import type { Call } from '#platform/web/lib/call.ts';
import { unpackQueries } from '#platform/web/lib/page/page-data.ts';
import type { RouterContext } from '#platform/web/lib/router-context.ts';
import { makeQueryClient } from '#platform/web/lib/query-client.ts';
import { readSearchParams, understood, writeSearchParams } from '#platform/web/lib/search-params.ts';
import { routeTree } from './routeTree.gen.ts';

/** Has every route know of its address what its `validateSearch` returns, and nothing else. */
function readStrictly({ options, children }: AnyRoute): void {
  if (options.validateSearch)
    options.validateSearch = understood(options.validateSearch as Parameters<typeof understood>[0]);
  for (const child of Object.values((children ?? {}) as Record<string, AnyRoute>)) readStrictly(child);
}

readStrictly(routeTree);

/** Makes the router of one page load. @param nonce marks the page's own inline scripts while it is made on the server. */
export function makeRouter(call: Call, nonce?: string) {
  // What is gone keeps its last data: the page that shows it is loaded again, and says so.
  const queryClient = makeQueryClient(() => router.invalidate());
  let isFirst = true;
  // Between the request for a page and the end of its first rendering.
  let isLoading = false;
  const router = createRouter({
    routeTree,
    parseSearch: readSearchParams,
    stringifySearch: writeSearchParams,
    context: { call, queryClient, texts: new Map() } satisfies RouterContext,
    defaultPreload: 'intent',
    // Query decides what is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: () => {
      // Whoever scrolls before the page's code is here is not sent back to its top.
      const keepsPlace = isFirst && !import.meta.env.SSR && scrollY > 0;
      isFirst = false;
      // The router remembers places that it saw come about.
      if (keepsPlace) document.dispatchEvent(new Event('scroll'));
      return !keepsPlace;
    },
    // Whoever goes back while a page is still loading left the page before it already, and its position was saved then.
    // The router would save that of the loading state in its place, which is the top.
    // oxlint-disable-next-line no-underscore-dangle -- what the router takes by default
    getScrollRestorationKey: (location) => (isLoading ? 'loading' : (location.state.__TSR_key ?? location.href)),
    defaultNotFoundComponent: NotFound as () => ReactNode,
    defaultErrorComponent: ErrorPage,
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    // `PageData` has put it into the document.
    hydrate: () => unpackQueries(queryClient, document),
    ...(nonce !== undefined && { ssr: { nonce } }),
  });
  // After the router's own listener, which saves the position. `onResolved` comes before `onRendered`, which restores it.
  router.subscribe('onBeforeLoad', () => {
    isLoading = true;
  });
  router.subscribe('onResolved', () => {
    isLoading = false;
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
