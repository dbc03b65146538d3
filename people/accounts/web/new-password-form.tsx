import { useNavigate } from '@tanstack/react-router';
import { account } from '#people/accounts/contract/limits.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { PasswordField } from '#platform/web/ui/controls/form/text-field.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { useAuth } from './auth-context.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';

/** What stands after a new password, by what its link has opened. */
const passwordTexts = {
  opened: "You've been signed in successfully.",
  two_factor: 'Enter the code of your authenticator app to sign in.',
  none: 'Sign in with your new password.',
} as const;

/**
 * Sets a new password by a mailed link; every session ends, and this browser is signed in. `undo`: the link gives the
 * account its former address back, and signs nobody in.
 */
export function NewPasswordForm({
  token,
  undo,
  onSecondFactor,
}: {
  token: string;
  undo: boolean;
  onSecondFactor: () => void;
}) {
  const auth = useAuth();
  const navigate = useNavigate();
  const form = useForm(undo ? 'POST /auth/undo-email' : 'POST /auth/reset', {
    body: { token },
    async onSent(answer) {
      const session = 'session' in answer ? answer.session : 'none';
      await auth.announce('password recovery');
      if (session === 'opened') await auth.announce('signed in');
      toast({
        title: undo ? 'Address restored' : 'Password changed',
        description: passwordTexts[session],
        kind: 'success',
      });
      if (session === 'two_factor') onSecondFactor();
      else await navigate(session === 'opened' ? { to: '/' } : { to: '/auth', search: {} });
    },
  });
  return (
    <form className="grid gap-4" method="post" {...form.formProps}>
      <h2 className="heading text-lg">Choose a new password</h2>
      <p className="text-soft">
        {undo && 'Your account gets this email address back. '}You will be signed out{' '}
        {undo ? 'everywhere' : 'everywhere else'}.
      </p>
      <PasswordField
        {...form.field('password')}
        autoComplete="new-password"
        hint={`At least ${account.passwordMin} characters, and not easy to guess.`}
        label="New password"
      />
      <Button busy={form.busy} type="submit" variant="primary">
        Save password
      </Button>
    </form>
  );
}
