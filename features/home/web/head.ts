import { type HeadSite, pageHead } from '#platform/web/lib/page/page-head.ts';

/** Head of the home page. @param summary of the operator's text @param feeds links to what can be subscribed to beside the forum */
export const homeHead = (
  site: HeadSite,
  summary: string | null,
  ...feeds: { readonly rel: string; readonly href: string }[]
) =>
  pageHead(site, {
    path: '/',
    title: site.name,
    tabTitle: site.name,
    description:
      summary ?? 'A community for music and video creators and their fans: what they make, the forum, members.',
    links: [{ rel: 'alternate', type: 'application/atom+xml', href: '/forum.atom', title: 'Forum' }, ...feeds],
  });
