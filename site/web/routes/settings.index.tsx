import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/settings/')({
  beforeLoad: ({ location }) => {
    throw redirect({ to: '/settings/profile', replace: true, ...(location.hash !== '' && { hash: location.hash }) });
  },
});
