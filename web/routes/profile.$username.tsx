import { createFileRoute, notFound } from '@tanstack/react-router';
import { sessionQuery } from '#web/features/accounts/queries.ts';
import { wholeFeed } from '#web/features/feed/filter.ts';
import { MemberUploads } from '#web/features/feed/member-uploads.tsx';
import { uploadsQuery } from '#web/features/feed/queries.ts';
import { ProfileMissing } from '#web/features/profiles/profile-missing.tsx';
import { ProfilePage, ProfilePending } from '#web/features/profiles/profile-page.tsx';
import { memberPostsQuery, profileQuery } from '#web/features/profiles/queries.ts';
import { profileFriendsQuery } from '#web/features/profiles/relation-queries.ts';
import { CallError } from '#web/lib/call.ts';

export const Route = createFileRoute('/profile/$username')({
  validateSearch: (search: Record<string, unknown>): { tab?: 'uploads' } =>
    search['tab'] === 'uploads' ? { tab: 'uploads' } : {},
  loaderDeps: ({ search }) => ({ tab: search.tab }),
  loader: async ({ context: { queryClient, call }, params, deps: { tab } }) => {
    try {
      const [session, profile] = await Promise.all([
        queryClient.ensureQueryData(sessionQuery(call)),
        queryClient.ensureQueryData(profileQuery(call, params.username)),
        queryClient.ensureQueryData(profileFriendsQuery(call, params.username)),
        tab === 'uploads'
          ? queryClient.ensureInfiniteQueryData(uploadsQuery(call, { ...wholeFeed, author: params.username }))
          : queryClient.ensureInfiniteQueryData(memberPostsQuery(call, params.username)),
      ]);
      return { site: session.site, name: profile.displayName, username: profile.username, bio: profile.bio };
    } catch (error) {
      if (error instanceof CallError && error.code === 'profile_not_found') throw notFound();
      throw error;
    }
  },
  head: ({ loaderData: data }) =>
    data
      ? {
          meta: [
            { title: `${data.name} (@${data.username}) · ${data.site.name}` },
            { name: 'description', content: data.bio === '' ? `${data.name} on ${data.site.name}.` : data.bio },
            { property: 'og:title', content: data.name },
            { property: 'og:type', content: 'profile' },
            { property: 'og:url', content: `${data.site.url}/profile/${data.username}` },
          ],
          links: [{ rel: 'canonical', href: `${data.site.url}/profile/${data.username}` }],
        }
      : {},
  pendingMs: 200,
  pendingComponent: ProfilePending,
  notFoundComponent: ProfileMissing,
  component: function Profile() {
    const { username } = Route.useParams();
    const { tab } = Route.useSearch();
    return (
      <ProfilePage uploads={tab === 'uploads' ? <MemberUploads username={username} /> : null} username={username} />
    );
  },
});
