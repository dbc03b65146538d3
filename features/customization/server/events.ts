import type { ProfilePage } from '#people/profiles/contract/appearance.ts';
import { defineQuery } from '#platform/server/events/event.ts';

/** What a member has made, as numbers of their profile page. */
export type Statistics = Omit<ProfilePage['statistics'], 'posts'>;

/** The numbers that a feature knows of a member, by profile id. */
export const statistics = defineQuery<string, Partial<Statistics>>('profile.statistics');
