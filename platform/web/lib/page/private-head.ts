interface Match {
  readonly loaderData?: unknown;
}

/**
 * Head of a page that search engines leave out: its title and the site's name. Apart from other heads, because every
 * page's first script has those of all routes.
 */
export const privateHead =
  (title: string, ...more: readonly { readonly name: string; readonly content: string }[]) =>
  ({ matches }: { readonly matches: readonly Match[] }) => ({
    meta: [
      { title: `${title} · ${(matches[0]?.loaderData as { readonly name?: string } | undefined)?.name ?? ''}` },
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
    loaderData?.head ?? privateHead(missing)({ matches });
