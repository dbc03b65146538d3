import type { ProfilePage } from '#contract/customization.ts';
import { pageHead } from '#web/lib/page-head.ts';

/** Head of a member's page: name, bio, and the banner or else the picture where it is shared. */
export function profileHead(
  site: { name: string; url: string },
  profile: Pick<ProfilePage, 'username' | 'displayName' | 'bio' | 'bannerUrl' | 'avatarUrl'>,
) {
  const { username, displayName, bio, bannerUrl, avatarUrl } = profile;
  const picture = bannerUrl ?? avatarUrl;
  const head = pageHead(site, {
    path: `/profile/${username}`,
    title: `${displayName} (@${username})`,
    description: bio === '' ? `${displayName} on ${site.name}.` : bio,
  });
  const own = ({ property, name }: { property?: string; name?: string }): boolean =>
    property === 'og:type' || name === 'twitter:card';
  return {
    ...head,
    links: [
      ...head.links,
      {
        rel: 'alternate',
        type: 'application/rss+xml',
        href: `${site.url}/profile/${username}/podcast.xml`,
        title: `Tracks by ${displayName}`,
      },
    ],
    meta: [
      ...head.meta.filter((each) => !own(each)),
      { property: 'og:type', content: 'profile' },
      { name: 'twitter:card', content: bannerUrl === null ? 'summary' : 'summary_large_image' },
      ...(picture === null ? [] : [{ property: 'og:image', content: new URL(picture, site.url).href }]),
    ],
  };
}
