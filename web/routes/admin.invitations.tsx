import { createFileRoute } from '@tanstack/react-router';
import { InvitationsSection } from '#web/features/accounts/invitations/invitations-section.tsx';
import { invitationsQuery } from '#web/features/accounts/queries.ts';
import { forStaff } from '#web/features/accounts/staff-loader.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/invitations')({
  loader: forStaff(
    ({ context: { queryClient, call } }) => queryClient.prefetchInfiniteQuery(invitationsQuery(call)),
    'admins',
  ),
  head: privateHead('Invitations · Admin'),
  component: InvitationsSection,
});
