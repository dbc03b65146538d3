import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { type WelcomeStep, welcome as limits, welcomeSteps } from '#features/welcome/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { FollowStep } from './follow-step.tsx';
import { introductionAddress } from './introduction.ts';
import { MakesStep } from './makes-step.tsx';
import { ProfileStep } from './profile-step.tsx';
import { welcomeQuery } from './queries.ts';
import { StepButtons } from './step-buttons.tsx';

const labels: Readonly<Record<WelcomeStep, string>> = {
  profile: 'Picture and name',
  makes: 'What you make',
  follow: 'Whom to follow',
};

const about: Readonly<Record<WelcomeStep, string>> = {
  profile: 'How others see you. You can change both at any time.',
  makes: `Choose up to ${limits.makesMax}. Your profile shows them, and the next step names who makes the same.`,
  follow: 'What is going on here now. You are notified of releases and new posts.',
};

const stepAddress = (step: WelcomeStep): string => `/welcome?step=${step}`;

/** `/welcome`: three steps after a first sign-in, each at an address of its own, each saved by itself. */
export function WelcomePage({ step }: { step: WelcomeStep }) {
  const call = useCall();
  const client = useQueryClient();
  const router = useRouter();
  const { site } = useAuth();
  const { data } = useSuspenseQuery(welcomeQuery(call));
  const { busy, run } = useAction();
  const next = welcomeSteps[welcomeSteps.indexOf(step) + 1];

  /** Notes the step, after what it holds was saved, and goes on. */
  const goOn = async (to = next === undefined ? '/' : stepAddress(next)) => {
    await call('PUT /welcome/steps/:step', { params: { step } });
    if (next === undefined) await call('PUT /welcome/finished');
    await client.invalidateQueries({ queryKey: welcomeQuery(call).queryKey });
    await router.navigate({ href: to });
  };
  const skip = (
    <ButtonLink to={next === undefined ? '/' : stepAddress(next)} variant="ghost">
      {next === undefined ? 'Later' : 'Skip this step'}
    </ButtonLink>
  );
  return (
    <Page width="narrow">
      <PageHeading lead={data.text} title={`Welcome to ${site.name}`} />
      <nav aria-label="Steps" className="my-4">
        <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(6rem,100%),1fr))] gap-2">
          {welcomeSteps.map((each, at) => (
            <Step done={data.done.includes(each)} isCurrent={each === step} key={each} number={at + 1} step={each} />
          ))}
        </ol>
      </nav>
      <Card className="p-4 sm:p-5">
        <h2 className="heading text-lg">{labels[step]}</h2>
        <p className="mt-1 mb-4 text-sm text-soft">{about[step]}</p>
        {step === 'profile' && <ProfileStep onSaved={goOn} skip={skip} />}
        {step === 'makes' && <MakesStep onSaved={goOn} skip={skip} state={data} />}
        {step === 'follow' && (
          <>
            <FollowStep />
            {!data.hasPosted && <p className="mt-5 text-sm text-soft">{data.introduction.text}</p>}
            <StepButtons skip={skip}>
              <Button
                busy={busy}
                onClick={() =>
                  void run(() => goOn(data.hasPosted ? '/' : introductionAddress(data.introduction.category)))
                }
                variant="primary"
              >
                {data.hasPosted ? 'Finish' : 'Finish and introduce yourself'}
              </Button>
            </StepButtons>
          </>
        )}
      </Card>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-faint">
        <p>
          You find this page again in{' '}
          <AppLink className="link" to="/settings/profile">
            your settings
          </AppLink>
          .
        </p>
        <ButtonLink size="sm" to="/" variant="ghost">
          Skip the welcome
        </ButtonLink>
      </div>
    </Page>
  );
}

function Step({
  step,
  number,
  done,
  isCurrent,
}: {
  step: WelcomeStep;
  number: number;
  done: boolean;
  isCurrent: boolean;
}) {
  return (
    <li>
      <AppLink
        className={classes(
          'flex min-h-11 items-center gap-2 rounded-control border px-3 py-1.5 text-sm font-semibold hover:bg-hover',
          isCurrent ? 'border-mark text-text' : 'border-hairline text-soft',
        )}
        current={isCurrent}
        keepScroll
        to={stepAddress(step)}
      >
        <span className="tape text-faint">{number}</span>
        <span className="min-w-0 flex-1 wrap-anywhere">{labels[step]}</span>
        {done && <Check aria-label="done" className="shrink-0 text-primary-text" size={16} />}
      </AppLink>
    </li>
  );
}
