import { createFileRoute, notFound } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { MemberPage } from '#features/staff/web/members/member-page.tsx';
import { memberQuery, notesQuery, restrictionsQuery, rolesQuery } from '#features/staff/web/queries.ts';
import { isId } from '#content/core/web/thread/thread-route.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { isMissing, privateHead } from '#platform/web/lib/page/private-head.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';

const [users, missing] = [privateHead('Users · Admin'), privateHead('User not found')];

export const Route = createFileRoute('/admin/users/$profileId')({
  loader: ({ context, params: { profileId } }) =>
    forStaff(async ({ context: { queryClient, call } }) => {
      if (!isId(profileId)) throw notFound();
      const { queryKey } = memberQuery(call, profileId);
      await Promise.all([
        queryClient.prefetchQuery(memberQuery(call, profileId)),
        queryClient.prefetchQuery(restrictionsQuery(call, profileId)),
        queryClient.prefetchQuery(notesQuery(call, profileId)),
        queryClient.prefetchQuery(rolesQuery(call)),
      ]);
      // Any other failure is shown by the page, with Retry.
      const error = queryClient.getQueryState(queryKey)?.error;
      if (error instanceof CallError && error.code === 'profile_not_found') throw notFound();
    })({ context }),
  head: ({ matches }) => (isMissing(matches) ? missing({ matches: matches.slice(0, 1) }) : users({ matches })),
  notFoundComponent: () => <EmptyState title="User not found" />,
  component: function Member() {
    return <MemberPage profileId={Route.useParams().profileId} />;
  },
});
