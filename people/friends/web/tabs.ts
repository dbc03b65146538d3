/** Tabs of `/friends`, by their name in the address. Apart from the page: the address tree reads it on every page. */
export const friendTabs = ['friends', 'pending', 'sent', 'find'] as const;
export type FriendTab = (typeof friendTabs)[number];
