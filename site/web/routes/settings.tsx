import { Outlet, createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#people/accounts/web/guard.ts';
import { SettingsFrame } from '#features/customization/web/settings-frame.tsx';
import { GuardLoading } from '#site/web/shell/guard-loading.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/settings')({
  beforeLoad: requireSession,
  head: privateHead('Settings'),
  pendingComponent: GuardLoading,
  component: () => (
    <SettingsFrame>
      <Outlet />
    </SettingsFrame>
  ),
});
