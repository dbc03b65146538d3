/** The tabs of a member's page, as its address names them; `posts` is the page's own address. */
export const profileTabs = [
  { value: 'posts', label: 'Posts' },
  { value: 'uploads', label: 'Uploads' },
  { value: 'tracks', label: 'Tracks' },
  { value: 'sets', label: 'Sets' },
  { value: 'images', label: 'Images' },
  { value: 'activity', label: 'Activity' },
] as const;

/** One of {@link profileTabs}. */
export type ProfileTab = (typeof profileTabs)[number]['value'];

/** The tab that an address names; posts for any other word. */
export function readTab(value: unknown): ProfileTab {
  return profileTabs.find((tab) => tab.value === value)?.value ?? 'posts';
}

/** Address of a tab of a member's page. */
export function profileAddress(username: string, tab: ProfileTab = 'posts'): string {
  return tab === 'posts' ? `/profile/${username}` : `/profile/${username}?tab=${tab}`;
}
