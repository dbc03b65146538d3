import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#people/accounts/web/guard.ts';
import { profileSettingsQuery } from '#features/customization/web/queries.ts';
import { SectionFailure } from '#features/customization/web/section-failure.tsx';
import { type WelcomeStep, welcomeSteps } from '#features/welcome/contract/limits.ts';
import { suggestionsQuery, welcomeQuery } from '#features/welcome/web/queries.ts';
import { WelcomePage } from '#features/welcome/web/welcome-page.tsx';
import { GuardLoading } from '#site/web/shell/guard-loading.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/welcome')({
  validateSearch: (search: Record<string, unknown>): { step?: WelcomeStep } => {
    const step = welcomeSteps.find((each) => each === search['step']);
    return step === undefined ? {} : { step };
  },
  beforeLoad: ({ context }) => requireSession({ context }),
  loaderDeps: ({ search: { step } }) => ({ step: step ?? 'profile' }),
  loader: async ({ context: { queryClient, call }, deps: { step } }) => {
    await Promise.all([
      queryClient.ensureQueryData(welcomeQuery(call)),
      step === 'profile' && queryClient.ensureQueryData(profileSettingsQuery(call)),
      step === 'follow' && queryClient.ensureQueryData(suggestionsQuery(call)),
    ]);
  },
  head: privateHead('Welcome'),
  pendingComponent: GuardLoading,
  errorComponent: ({ error }) => (
    <Page>
      <h1 className="sr-only">Welcome</h1>
      <SectionFailure error={error} />
    </Page>
  ),
  component: function Welcome() {
    const { step } = Route.useLoaderDeps();
    return <WelcomePage key={step} step={step} />;
  },
});
