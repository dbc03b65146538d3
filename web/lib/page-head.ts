/** What a head needs of the site. */
interface Site {
  readonly name: string;
  readonly url: string;
}

/** Head of a public page: title, description, canonical address and the preview that is shown when it is shared. */
export function pageHead(site: Site, page: { path: string; title: string; description: string }) {
  const url = site.url + page.path;
  return {
    meta: [
      { title: `${page.title} · ${site.name}` },
      { name: 'description', content: page.description },
      { property: 'og:title', content: page.title },
      { property: 'og:description', content: page.description },
      { property: 'og:type', content: 'website' },
      { property: 'og:url', content: url },
      { name: 'twitter:card', content: 'summary' },
    ],
    links: [{ rel: 'canonical', href: url }],
  };
}
