import { createFileRoute, redirect } from '@tanstack/react-router';
import { sessionQuery } from '#people/accounts/web/queries.ts';

export const Route = createFileRoute('/profile/')({
  beforeLoad: async ({ context }) => {
    const { viewer } = await context.queryClient.ensureQueryData(sessionQuery(context.call));
    if (!viewer) throw redirect({ to: '/auth', search: {} });
    throw redirect({ to: '/profile/$username', params: { username: viewer.username } });
  },
});
