import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { Page } from '#platform/web/ui/page.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { TabPanel, Tabs } from '#platform/web/ui/controls/tabs.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { WaveStrip } from '#platform/web/ui/graphics/wave-strip.tsx';
import { type AuthEvent, useAuth } from './auth-context.tsx';
import { EmailCodeForm } from './email-code-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { Providers } from './providers.tsx';
import { ResetForm } from './reset-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { LinkSent } from './link-sent.tsx';
import { SetupForm } from './setup-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { VerifyLink } from './verify-link.tsx';
import { partyLink } from './party-link.ts';

/** What the address says: a mailed link's kind and token, the owner's link, or the step after an outside sign-in. */
export interface AuthSearch {
  readonly mode?: 'verify' | 'reset' | 'undo-email' | 'sign-up' | 'sent' | undefined;
  readonly token?: string | undefined;
  readonly setup?: string | undefined;
  readonly invitation?: string | undefined;
  readonly step?: 'two-factor' | undefined;
  readonly error?: string | undefined;
  /** Id of the party that a visitor wants to enter. */
  readonly party?: string | undefined;
}

/** What the page is for, over its card. */
function titleOf({ setup, mode, token }: AuthSearch, tab: string, site: string): string {
  if (setup !== undefined) return `Welcome to ${site}`;
  if (mode === 'verify' && token !== undefined) return 'Your email address';
  if (mode === 'undo-email' && token !== undefined) return 'Restore your email address';
  if (tab === 'sent') return 'Check your mail';
  if (tab === 'reset') return 'Reset your password';
  return tab === 'sign-up' ? `Join ${site}` : `Sign in to ${site}`;
}

/** The tab that an address begins with. */
function firstTab(search: AuthSearch): string {
  if (search.mode === 'reset' || search.mode === 'sent') return search.mode;
  return search.mode === 'sign-up' || search.invitation !== undefined ? 'sign-up' : 'sign-in';
}

const tabs = [
  { value: 'sign-in', label: 'Sign In' },
  { value: 'sign-up', label: 'Sign Up' },
  { value: 'reset', label: 'Reset Password' },
];

/** The party that a visitor wants to enter. */
interface Invites {
  readonly name: string;
  readonly host: string;
}

/** `/auth`: Sign In, Sign Up, Reset Password, and what the links of our mails lead to. */
export function AuthPage({ search, invites }: { search: AuthSearch; invites: Invites | null }) {
  const auth = useAuth();
  const navigate = useNavigate();
  const [step, setStep] = useState<'tabs' | 'two-factor' | 'email-code'>(
    search.step === 'two-factor' ? 'two-factor' : 'tabs',
  );
  const [tab, setTab] = useState(firstTab(search));
  // Who has just signed up, and verified the address on another device.
  const [signedUp, setSignedUp] = useState('');

  const askSecondFactor = useCallback(() => setStep('two-factor'), []);

  const title = titleOf(search, step === 'tabs' ? tab : 'sign-in', auth.site.name);

  const signedIn = async (event: AuthEvent = 'signed in') => {
    await auth.announce(event);
    toast({ title: 'Welcome back!', description: "You've been signed in successfully.", kind: 'success' });
    // Who verified the address on another device has not seen the welcome.
    await navigate(signedUp === '' || search.party !== undefined ? partyLink(search.party) : { to: '/welcome' });
  };

  const content = () => {
    if (search.setup !== undefined) return <SetupForm onDone={() => void signedIn()} token={search.setup} />;
    if (search.mode === 'verify' && search.token !== undefined && step === 'tabs')
      return <VerifyLink onSecondFactor={askSecondFactor} token={search.token} />;
    if ((search.mode === 'reset' || search.mode === 'undo-email') && search.token !== undefined && step === 'tabs')
      return (
        <NewPasswordForm onSecondFactor={askSecondFactor} token={search.token} undo={search.mode === 'undo-email'} />
      );
    if (tab === 'sent' && step === 'tabs')
      return (
        <LinkSent
          onVerified={(email) => {
            setSignedUp(email);
            setTab('sign-in');
          }}
        />
      );
    if (step === 'two-factor')
      return (
        <SecondFactorForm
          onBack={() => setStep('tabs')}
          onDone={() => void signedIn('multi-factor challenge verified')}
        />
      );
    if (step === 'email-code') {
      return (
        <EmailCodeForm
          onBack={() => setStep('tabs')}
          onDone={() => void signedIn()}
          onSecondFactor={() => setStep('two-factor')}
        />
      );
    }
    return (
      <Tabs
        label="Account"
        onValueChange={setTab}
        tabs={auth.site.signUp === 'closed' ? tabs.filter((of) => of.value !== 'sign-up') : tabs}
        value={tab}
      >
        <TabPanel value="sign-in">
          <SignInForm
            email={signedUp}
            onDone={() => void signedIn()}
            onEmailCode={() => setStep('email-code')}
            onSecondFactor={() => setStep('two-factor')}
          />
          <Providers party={search.party} />
        </TabPanel>
        <TabPanel value="sign-up">
          <SignUpForm
            invitation={search.invitation}
            onDone={() => void navigate({ to: '/auth', search: { mode: 'sent', party: search.party } })}
          />
          {auth.site.signUp === 'open' && <Providers party={search.party} />}
        </TabPanel>
        <TabPanel value="reset">
          <ResetForm />
        </TabPanel>
      </Tabs>
    );
  };

  return (
    <Page width="narrow">
      <div className="mb-5 grid justify-items-center gap-4 pt-2 text-center md:pt-8">
        <WaveStrip className="max-w-72" />
        <h1 className="heading-widest text-2xl">{title}</h1>
        {invites && (
          <p className="max-w-full text-soft break-words">
            Then you enter <bdi className="font-semibold">{invites.name}</bdi>, a listening party hosted by{' '}
            <bdi>{invites.host}</bdi>.
          </p>
        )}
      </div>
      <Card className="px-4 py-4 sm:px-5">{content()}</Card>
    </Page>
  );
}
