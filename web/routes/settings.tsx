import { Outlet, createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#web/features/accounts/guard.ts';
import { SettingsFrame } from '#web/features/customization/settings-frame.tsx';
import { GuardLoading } from '#web/shell/guard-loading.tsx';

export const Route = createFileRoute('/settings')({
  beforeLoad: requireSession,
  head: () => ({ meta: [{ title: 'Settings' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: GuardLoading,
  component: () => (
    <SettingsFrame>
      <Outlet />
    </SettingsFrame>
  ),
});
