import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#web/features/accounts/guard.ts';
import { accountQuery } from '#web/features/accounts/queries.ts';
import { SettingsPage } from '#web/features/accounts/settings/settings-page.tsx';
import { GuardLoading } from '#web/shell/guard-loading.tsx';

export const Route = createFileRoute('/settings')({
  beforeLoad: requireSession,
  loader: async ({ context }) => void (await context.queryClient.ensureQueryData(accountQuery(context.call))),
  head: () => ({ meta: [{ title: 'Settings' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: GuardLoading,
  component: SettingsPage,
});
