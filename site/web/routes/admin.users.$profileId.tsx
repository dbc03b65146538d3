import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { MemberPage } from '#features/staff/web/members/member-page.tsx';
import { memberQuery, notesQuery, restrictionsQuery, rolesQuery } from '#features/staff/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/users/$profileId')({
  loader: ({ context, params: { profileId } }) =>
    forStaff(({ context: { queryClient, call } }) =>
      Promise.all([
        queryClient.prefetchQuery(memberQuery(call, profileId)),
        queryClient.prefetchQuery(restrictionsQuery(call, profileId)),
        queryClient.prefetchQuery(notesQuery(call, profileId)),
        queryClient.prefetchQuery(rolesQuery(call)),
      ]),
    )({ context }),
  head: privateHead('Users · Admin'),
  component: function Member() {
    return <MemberPage profileId={Route.useParams().profileId} />;
  },
});
