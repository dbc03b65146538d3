import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#web/features/accounts/guard.ts';
import { InvitationsPage, InvitationsPending } from '#web/features/accounts/invitations/invitations-page.tsx';
import { invitationsQuery, sessionQuery } from '#web/features/accounts/queries.ts';

export const Route = createFileRoute('/admin/invitations')({
  beforeLoad: requireSession,
  loader: async ({ context: { queryClient, call } }) => {
    const { viewer } = await queryClient.ensureQueryData(sessionQuery(call));
    // A list that could not be loaded says so itself, below the form.
    if (viewer?.isAdmin) await queryClient.prefetchInfiniteQuery(invitationsQuery(call));
  },
  head: () => ({ meta: [{ title: 'Invitations' }, { name: 'robots', content: 'noindex' }] }),
  pendingMs: 200,
  pendingComponent: InvitationsPending,
  component: InvitationsPage,
});
