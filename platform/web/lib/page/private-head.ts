interface Match {
  readonly loaderData?: unknown;
  /** Of the route under which the address leads nowhere. */
  readonly _notFound?: boolean;
  readonly status?: string;
}

/** Whether the page of an address that leads nowhere is shown. */
export const isMissing = (matches: readonly Match[]): boolean =>
  matches.some(({ _notFound, status }) => _notFound === true || status === 'notFound');

/** Title of the page of an address that leads nowhere. */
export const missingTitle = 'Page not found';

/**
 * Head of a page that search engines leave out: its title and the site's name. Apart from other heads, because every
 * page's first script has those of all routes.
 */
export const privateHead =
  (title: string, ...more: readonly { readonly name: string; readonly content: string }[]) =>
  ({ matches }: { readonly matches: readonly Match[] }) => ({
    meta: [
      {
        title: `${isMissing(matches) ? missingTitle : title} · ${(matches[0]?.loaderData as { readonly name?: string } | undefined)?.name ?? ''}`,
      },
      { name: 'robots', content: 'noindex' },
      ...more,
    ],
  });

/** The head that a page's loader made, or that of a page which is not there. */
export const loadedHead =
  (missing: string) =>
  <Head>({
    loaderData,
    matches,
  }: {
    readonly loaderData?: { readonly head: Head } | undefined;
    readonly matches: readonly Match[];
  }) =>
    loaderData?.head ?? privateHead(missing)({ matches: matches.slice(0, 1) });
