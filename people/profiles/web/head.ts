import type { ProfilePage } from '#people/profiles/contract/appearance.ts';
import { type HeadSite, drawnPicture, pageHead } from '#platform/web/lib/page/page-head.ts';

/** Head of a member's page: name, bio, and the banner, or a drawn picture, where it is shared. */
export function profileHead(
  site: HeadSite,
  profile: Pick<ProfilePage, 'username' | 'displayName' | 'bio' | 'bannerUrl' | 'bannerAlt' | 'level'>,
) {
  const { username, displayName, bio, bannerUrl, bannerAlt, level } = profile;
  return pageHead(site, {
    path: `/profile/${username}`,
    title: `${displayName} (@${username})`,
    description: bio === '' ? `${displayName} on ${site.name}.` : bio,
    type: 'profile',
    // A banner is as wide as a page; which height it has is not known here.
    picture:
      bannerUrl === null
        ? drawnPicture('profile', username, [displayName, String(level)])
        : { url: bannerUrl, width: 1200, height: 300, ...(bannerAlt !== '' && { alt: bannerAlt }) },
    links: [
      {
        rel: 'alternate',
        type: 'application/atom+xml',
        href: `/profile/${username}/posts.atom`,
        title: `Posts by ${displayName}`,
      },
      {
        rel: 'alternate',
        type: 'application/rss+xml',
        href: `${site.url}/profile/${username}/podcast.xml`,
        title: `Tracks by ${displayName}`,
      },
    ],
  });
}
