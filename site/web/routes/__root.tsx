import { HeadContent, Outlet, Scripts, createRootRouteWithContext, useLocation } from '@tanstack/react-router';
import type { Session } from '#people/accounts/contract/shapes.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { NameCards } from '#people/profiles/web/cards/name-cards.tsx';
import { PageData } from '#site/web/shell/page-data.tsx';
import { isMissing, missingTitle } from '#platform/web/lib/page/private-head.ts';
import { SessionShell } from '#site/web/shell/session-shell.tsx';
import type { RouterContext } from '#platform/web/lib/router-context.ts';
import { type SiteColors, rootStyle } from '#site/web/shell/root-style.ts';
import { bootScript } from '#site/web/shell/boot-script.ts';
import bodyFont from '#platform/web/styles/fonts/archivo-latin.woff2?url';

export const Route = createRootRouteWithContext<RouterContext>()({
  // What the head needs; all else stands in the page once, with what was loaded.
  loader: async ({ context }) => {
    const { site } = await context.queryClient.ensureQueryData(sessionQuery(context.call));
    // What is not set is not in the page either.
    const { url: _url, providers: _providers, production: _production, readOnly: _full, signUp: _mode, ...look } = site;
    return look;
  },
  head: ({ loaderData, matches }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { title: `${isMissing(matches) ? `${missingTitle} · ` : ''}${loaderData?.name ?? ''}` },
      { name: 'application-name', content: loaderData?.name ?? '' },
      { property: 'og:site_name', content: loaderData?.name ?? '' },
    ],
    links: [
      { rel: 'icon', href: loaderData?.icon ?? loaderData?.logo ?? '/icon.svg' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
      loaderData?.font
        ? { rel: 'stylesheet', href: `/fonts/${loaderData.font}.css` }
        : { rel: 'preload', as: 'font', type: 'font/woff2', href: bodyFont, crossOrigin: 'anonymous' },
    ],
  }),
  component: Root,
});

type LoaderData = SiteColors & Pick<Session['site'], 'font' | 'style'>;

/** The site's own styles, after ours. */
function OwnStyle({ href, not }: { href: string; not: readonly string[] }) {
  return not.includes(useLocation().pathname.split('/')[1]!) ? null : <link href={href} rel="stylesheet" />;
}

function Root() {
  const data: LoaderData | undefined = Route.useLoaderData();
  return (
    // The boot script sets theme and menu state on <html> before the first paint. The colours are the server's alone.
    <html data-font={data?.font} lang="en" style={rootStyle(data)} suppressHydrationWarning>
      <head>
        {/* It has run when the browser renders this: its text is the server's alone. */}
        <script dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? bootScript : '' }} suppressHydrationWarning />
        <HeadContent />
        {data?.style && <OwnStyle {...data.style} />}
      </head>
      <body>
        <SessionShell>
          <Outlet />
          <NameCards />
        </SessionShell>
        <PageData />
        <Scripts />
      </body>
    </html>
  );
}
