import { createFileRoute, notFound } from '@tanstack/react-router';
import { sessionQuery } from '#web/features/accounts/queries.ts';
import { ProfileMissing } from '#web/features/profiles/profile-missing.tsx';
import { ProfilePage, ProfilePending } from '#web/features/profiles/profile-page.tsx';
import { memberPostsQuery, profileQuery } from '#web/features/profiles/queries.ts';
import { profileFriendsQuery } from '#web/features/profiles/relation-queries.ts';
import { CallError } from '#web/lib/call.ts';

export const Route = createFileRoute('/profile/$username')({
  loader: async ({ context: { queryClient, call }, params }) => {
    try {
      const [session, profile] = await Promise.all([
        queryClient.ensureQueryData(sessionQuery(call)),
        queryClient.ensureQueryData(profileQuery(call, params.username)),
        queryClient.ensureQueryData(profileFriendsQuery(call, params.username)),
        queryClient.ensureInfiniteQueryData(memberPostsQuery(call, params.username)),
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
    return <ProfilePage username={Route.useParams().username} />;
  },
});
