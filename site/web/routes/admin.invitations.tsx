import { createFileRoute } from '@tanstack/react-router';
import { InvitationsSection } from '#people/accounts/web/invitations/invitations-section.tsx';
import { invitationsQuery } from '#people/accounts/web/queries.ts';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/invitations')({
  loader: forStaff(
    ({ context: { queryClient, call } }) => queryClient.prefetchInfiniteQuery(invitationsQuery(call)),
    'admins',
  ),
  head: privateHead('Invitations · Admin'),
  component: InvitationsSection,
});
