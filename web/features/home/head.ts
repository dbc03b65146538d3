/** Head of the home page. @param feeds links to what can be subscribed to beside the forum */
export function homeHead(
  { name, url }: { readonly name: string; readonly url: string },
  ...feeds: { readonly rel: string; readonly href: string }[]
) {
  return {
    meta: [
      { title: name },
      {
        name: 'description',
        content: 'A community for music and video creators and their fans: what they make, the forum, members.',
      },
      { property: 'og:title', content: name },
      { property: 'og:type', content: 'website' },
      { property: 'og:url', content: `${url}/` },
    ],
    links: [
      { rel: 'canonical', href: `${url}/` },
      { rel: 'alternate', type: 'application/atom+xml', href: '/forum.atom', title: 'Forum' },
      ...feeds,
    ],
  };
}
