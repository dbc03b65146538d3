import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#people/accounts/web/guard.ts';
import { CustomizePage } from '#features/customization/web/customize-page.tsx';
import { profileSettingsQuery } from '#features/customization/web/queries.ts';
import { SectionFailure } from '#features/customization/web/section-failure.tsx';
import { GuardLoading } from '#site/web/shell/guard-loading.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/customize')({
  beforeLoad: requireSession,
  loader: async ({ context: { queryClient, call } }) =>
    void (await queryClient.ensureQueryData(profileSettingsQuery(call))),
  head: privateHead('Customize'),
  pendingComponent: GuardLoading,
  errorComponent: ({ error }) => (
    <Page>
      <h1 className="sr-only">Customize</h1>
      <SectionFailure error={error} />
    </Page>
  ),
  component: CustomizePage,
});
