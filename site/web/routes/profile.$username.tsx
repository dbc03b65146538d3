import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { startOf, startingAt } from '#platform/web/lib/list-start.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { MemberUploads } from '#features/feed/web/list/member-uploads.tsx';
import { memberFeed } from '#features/feed/web/list/filter.ts';
import { uploadsQuery } from '#features/feed/web/queries.ts';
import { MemberImages } from '#features/gallery/web/member-images.tsx';
import { memberImagesQuery } from '#features/gallery/web/queries.ts';
import { profileHead } from '#people/profiles/web/head.ts';
import { ProfileMissing } from '#people/profiles/web/profile-missing.tsx';
import { ProfilePage, ProfilePending } from '#people/profiles/web/profile-page.tsx';
import { type ProfileTab, readTab } from '#people/profiles/web/profile-tabs.ts';
import { activityQuery, memberPostsQuery, profilePageQuery } from '#people/profiles/web/queries.ts';
import { profileFriendsQuery } from '#people/profiles/web/friendship/relation-queries.ts';
import { MemberSets } from '#features/sharing/web/member-sets.tsx';
import { memberSetsQuery } from '#features/sharing/web/member-sets-query.ts';
import { loadedHead } from '#platform/web/lib/page/private-head.ts';
import { CallError } from '#platform/web/lib/call.ts';

export const Route = createFileRoute('/profile/$username')({
  validateSearch: (search: Record<string, unknown>): { tab?: Exclude<ProfileTab, 'posts'> } => {
    const tab = readTab(search['tab']);
    return tab === 'posts' ? {} : { tab };
  },
  loaderDeps: ({ search }): { tab: ProfileTab } => ({ tab: search.tab ?? 'posts' }),
  loader: async ({ context: { queryClient, call }, params: { username }, deps: { tab }, location }) => {
    const start = startOf(location);
    const lists: Record<ProfileTab, () => Promise<unknown>> = {
      posts: () => queryClient.ensureInfiniteQueryData(startingAt(memberPostsQuery(call, username), start)),
      uploads: () =>
        queryClient.ensureInfiniteQueryData(startingAt(uploadsQuery(call, memberFeed(username, '')), start)),
      tracks: () =>
        queryClient.ensureInfiniteQueryData(startingAt(uploadsQuery(call, memberFeed(username, 'audio')), start)),
      sets: () => queryClient.ensureInfiniteQueryData(startingAt(memberSetsQuery(call, username), start)),
      images: () => queryClient.ensureInfiniteQueryData(startingAt(memberImagesQuery(call, username), start)),
      activity: () => queryClient.ensureInfiniteQueryData(startingAt(activityQuery(call, username), start)),
    };
    const rest = Promise.all([queryClient.ensureQueryData(profileFriendsQuery(call, username)), lists[tab]()]);
    // A former username knows the page alone.
    rest.catch(() => {});
    try {
      const [session, profile] = await Promise.all([
        queryClient.ensureQueryData(sessionQuery(call)),
        queryClient.ensureQueryData(profilePageQuery(call, username)),
      ]);
      if (profile.username !== username) {
        throw redirect({
          to: '/profile/$username',
          params: { username: profile.username },
          search: tab === 'posts' ? {} : { tab },
          statusCode: 301,
        });
      }
      await rest;
      return { head: profileHead(session.site, profile) };
    } catch (error) {
      if (error instanceof CallError && error.code === 'profile_not_found') throw notFound();
      throw error;
    }
  },
  head: loadedHead('Profile not found'),
  pendingMs: 200,
  pendingComponent: ProfilePending,
  notFoundComponent: ProfileMissing,
  component: function Profile() {
    const { username } = Route.useParams();
    const { tab } = Route.useLoaderDeps();
    return <ProfilePage key={username} made={<Made tab={tab} username={username} />} tab={tab} username={username} />;
  },
});

/** What other features know of a member. */
function Made({ tab, username }: { tab: ProfileTab; username: string }) {
  if (tab === 'uploads') return <MemberUploads username={username} />;
  if (tab === 'tracks') return <MemberUploads kind="audio" username={username} />;
  if (tab === 'sets') return <MemberSets username={username} />;
  if (tab === 'images') return <MemberImages username={username} />;
  return null;
}
