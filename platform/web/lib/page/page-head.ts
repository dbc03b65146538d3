import type { SiteParts } from './shown-parts.ts';

/** What a head needs of the site. */
export interface HeadSite {
  readonly name: string;
  readonly url: string;
  /** Own names of parts of the site, by their pages. */
  readonly sections?: Pick<SiteParts, 'names'> | undefined;
}

/** A picture that is shown where the page's address is shared. */
export interface HeadPicture {
  /** Of this site, from its root. */
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** What it shows; the page's title where it is left out. */
  readonly alt?: string;
}

interface HeadLink {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
}

interface PublicPage {
  /** From the site's root. */
  readonly path: string;
  readonly title: string;
  /** Of the browser's tab, where it is another one than the title and the site's name. */
  readonly tabTitle?: string;
  readonly description: string;
  /** Open Graph's; `website` where it is left out. */
  readonly type?: string;
  readonly author?: string;
  /** Drawn with the site's name where it is left out. */
  readonly picture?: HeadPicture;
  /** Further Open Graph properties. */
  readonly properties?: Readonly<Record<string, string>>;
  /** Structured data, for search engines alone. */
  readonly data?: object;
  readonly links?: readonly HeadLink[];
  /** Search engines leave it out. */
  readonly isUnlisted?: boolean;
  /** Its reader is signed in: no program that shows previews is. */
  readonly isForMember?: boolean;
}

const noindex = { name: 'robots', content: 'noindex' };

/** A short hash of texts (FNV-1a, https://datatracker.ietf.org/doc/html/draft-eastlake-fnv). */
function sumOf(texts: readonly string[]): string {
  let sum = 0x811c9dc5;
  for (const character of texts.join('\n')) sum = Math.imul(sum ^ character.codePointAt(0)!, 0x01000193);
  return (sum >>> 0).toString(36);
}

/**
 * The address of a picture that the server draws of a public page (`features/previews/server`).
 * @param shown what the picture shows: after an edit it has another address, so that other sites fetch it again
 */
export const drawnPicture = (kind: string, id: string, shown: readonly string[]): HeadPicture => ({
  // Programs that show previews read the server's page alone.
  url: `/previews/${kind}/${id}.jpg${import.meta.env.SSR ? `?v=${sumOf(shown)}` : ''}`,
  width: 1200,
  height: 630,
});

/** The narrowest picture that networks show over the whole width of a message. */
const LARGE = 600;

/** Head of a public page: title, description, canonical address and the preview that is shown when it is shared. */
export function pageHead(site: HeadSite, given: PublicPage) {
  const page = { ...given, title: site.sections?.names[given.path] ?? given.title };
  const url = site.url + page.path;
  const picture = page.picture ?? { url: '/previews/site.jpg', width: 1200, height: 630 };
  const property = (name: string, content: string) => ({ property: name, content });
  const previews = [
    ...(page.author === undefined ? [] : [{ name: 'author', content: page.author }]),
    property('og:title', page.title),
    property('og:description', page.description),
    property('og:type', page.type ?? 'website'),
    property('og:url', url),
    property('og:image', new URL(picture.url, site.url).href),
    property('og:image:width', String(picture.width)),
    property('og:image:height', String(picture.height)),
    property('og:image:alt', picture.alt ?? page.title),
    ...Object.entries(page.properties ?? {}).map(([name, content]) => property(name, content)),
    { name: 'twitter:card', content: picture.width < LARGE ? 'summary' : 'summary_large_image' },
    // The browser needs neither it nor the code that makes it.
    ...(import.meta.env.SSR && page.data ? [{ 'script:ld+json': page.data }] : []),
  ];
  return {
    meta: [
      { title: page.tabTitle ?? `${page.title} · ${site.name}` },
      { name: 'description', content: page.description },
      ...(page.isForMember ? [] : previews),
      ...(page.isUnlisted ? [noindex] : []),
    ],
    links: [{ rel: 'canonical', href: url }, ...(page.links ?? [])],
  };
}

/** Head of a page that is not for everybody, such as what is 18+: it has nothing of the page but the title. */
export const closedHead = (site: HeadSite, title: string, path?: string) => ({
  meta: [{ title: `${title} · ${site.name}` }, noindex],
  links: path === undefined ? [] : [{ rel: 'canonical', href: site.url + path }],
});
