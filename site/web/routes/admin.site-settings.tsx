import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { siteSettingsQuery } from '#features/staff/web/queries.ts';
import { SiteSettingsTab } from '#features/staff/web/site/site-settings-tab.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/site-settings')({
  loader: forStaff(
    ({ context: { queryClient, call } }) => queryClient.prefetchQuery(siteSettingsQuery(call)),
    'admins',
  ),
  head: privateHead('Site settings · Admin'),
  component: SiteSettingsTab,
});
