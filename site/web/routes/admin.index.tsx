import { createFileRoute, redirect } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';

export const Route = createFileRoute('/admin/')({
  beforeLoad: forStaff(async () => {
    throw redirect({ to: '/admin/pending-posts', replace: true });
  }),
});
