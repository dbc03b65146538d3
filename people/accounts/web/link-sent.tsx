import { useEffect, useState, useSyncExternalStore } from 'react';
import { account } from '#people/accounts/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';

/** A sign-up that waits for its link, kept for this tab: the page is the same after a reload. */
interface WaitingSignUp {
  readonly email: string;
  readonly ticket: string;
}

const KEY = 'sign-up';
/** Milliseconds between two questions whether the link was opened. */
const ASK_MS = 5000;

/** Remembers a sign-up in this tab. */
export function keepSignUp(signUp: WaitingSignUp): void {
  sessionStorage.setItem(KEY, JSON.stringify(signUp));
}

function readSignUp(text: string | null): WaitingSignUp | null {
  try {
    const { email, ticket } = JSON.parse(text ?? '{}') as Partial<WaitingSignUp>;
    return typeof email === 'string' && typeof ticket === 'string' ? { email, ticket } : null;
  } catch {
    return null;
  }
}

/** The sign-up of this tab; null for none, and until the page's code runs. */
const useSignUp = (): WaitingSignUp | null =>
  readSignUp(
    useSyncExternalStore(
      () => () => {},
      () => sessionStorage.getItem(KEY),
      () => null,
    ),
  );

/** Seconds until something may be done again, counted down from `from`. */
function useCountdown(): readonly [left: number, start: (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}

/** Asks every few seconds whether the link was opened, while somebody sees the page. */
function useVerified(signUp: WaitingSignUp | null, onVerified: (email: string) => void): void {
  const call = useCall();
  const email = signUp?.email;
  const ticket = signUp?.ticket;
  useEffect(() => {
    if (email === undefined || ticket === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.hidden) return;
      call('POST /auth/sign-up/state', { body: { ticket } }).then(
        ({ verified }) => {
          if (!verified) return;
          clearInterval(timer);
          sessionStorage.removeItem(KEY);
          toast({ title: 'Email verified', description: 'Sign in with your password.', kind: 'success' });
          onVerified(email);
        },
        // The next question makes up for a failed one.
        () => {},
      );
    }, ASK_MS);
    return () => clearInterval(timer);
  }, [call, email, onVerified, ticket]);
}

/**
 * After a sign-up: where the link was sent, and what to do if it does not come. A link that is opened in this browser signs
 * in, and its event takes the page on; one that was opened on another device is learned of by asking.
 */
export function LinkSent({ onVerified }: { onVerified: (email: string) => void }) {
  const signUp = useSignUp();
  const [left, wait] = useCountdown();
  useVerified(signUp, onVerified);
  const form = useForm('POST /auth/sign-up/mail', {
    onSent() {
      wait(account.resendSeconds);
      toast({ title: 'Link sent', description: 'It can take a few minutes.', kind: 'success' });
    },
  });
  return (
    <div className="grid gap-4">
      <p className="text-lg" role="status">
        {signUp ? (
          <>
            We sent a link to <strong className="break-words">{signUp.email}</strong>. Open it to finish: this page
            moves on by itself.
          </>
        ) : (
          'Open the link that we mailed you. Has none come? We send it again.'
        )}
      </p>
      <ul className="grid list-disc gap-1.5 ps-5 text-soft">
        <li>Look among spam and advertising, too.</li>
        <li>The link works for a day, on any device.</li>
        <li>
          Is the address wrong?{' '}
          <AppLink className="link" to="/auth?mode=sign-up">
            Sign up with the right one
          </AppLink>
          .
        </li>
        <li>If nothing comes at all, another address may take our mail where this one refuses it.</li>
      </ul>
      <form className="grid gap-3" method="post" {...form.formProps}>
        <TextField
          {...form.field('email')}
          key={signUp?.email}
          autoComplete="username"
          autoFocus={signUp === null}
          defaultValue={signUp?.email}
          label="Email"
          type="email"
        />
        <Button busy={form.busy} disabled={left > 0} type="submit" variant={signUp ? 'secondary' : 'primary'}>
          {left > 0 ? `Send again in ${left} s` : signUp ? 'Send again' : 'Send the link'}
        </Button>
      </form>
      <p className="text-center text-sm text-soft">
        Verified already?{' '}
        <AppLink className="link" to="/auth">
          Sign In
        </AppLink>
      </p>
    </div>
  );
}
