import { useNavigate } from '@tanstack/react-router';
import { account } from '#contract/limits/accounts.ts';
import { useCall } from '#web/lib/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PasswordField } from '#web/ui/controls/text-field.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { useAuth } from './auth-context.tsx';
import { textOf, useForm } from '#web/ui/controls/use-form.ts';

/** Sets a new password by a mailed link; every session ends. `undo`: the link also gives the account its former address back. */
export function NewPasswordForm({ token, undo = false }: { token: string; undo?: boolean }) {
  const call = useCall();
  const auth = useAuth();
  const navigate = useNavigate();
  const form = useForm(async (values) => {
    await call(undo ? 'POST /auth/undo-email' : 'POST /auth/reset', {
      body: { token, password: textOf(values, 'password') },
    });
    await auth.announce('password recovery');
    toast({
      title: undo ? 'Address restored' : 'Password changed',
      description: 'Sign in with your new password.',
      kind: 'success',
    });
    await navigate({ to: '/auth', search: {} });
  });
  return (
    <form className="grid gap-4" method="post" onSubmit={form.onSubmit}>
      <h2 className="heading text-lg">Choose a new password</h2>
      <p className="text-soft">
        {undo && 'Your account gets this email address back. '}You will be signed out everywhere.
      </p>
      <PasswordField
        autoComplete="new-password"
        error={form.fields['password']}
        hint={`At least ${account.passwordMin} characters, and not easy to guess.`}
        label="New password"
        maxLength={account.passwordMax}
        minLength={account.passwordMin}
        name="password"
        required
      />
      <Button busy={form.busy} type="submit" variant="primary">
        Save password
      </Button>
    </form>
  );
}
