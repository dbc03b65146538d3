import { account } from '#people/accounts/contract/limits.ts';
import { shownErrors } from '#platform/contract/shown-errors.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { PasswordField, TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { Agreement } from './agreement.tsx';
import { useAuth } from './auth-context.tsx';
import { textOf, useForm } from '#platform/web/ui/controls/form/use-form.ts';

/** A new account; the same answer whether or not the address has one already. */
export function SignUpForm({
  invitation,
  onDone,
}: {
  invitation?: string | undefined;
  onDone: (email: string) => void;
}) {
  const call = useCall();
  const { site } = useAuth();
  const form = useForm(async (values) => {
    const displayName = textOf(values, 'displayName').trim();
    await call('POST /auth/sign-up', {
      body: {
        email: textOf(values, 'email'),
        password: textOf(values, 'password'),
        ...(displayName !== '' && { displayName }),
        ...(invitation !== undefined && { invitation }),
      },
    });
    toast({
      title: 'Account created!',
      description: 'Please check your email to verify your account.',
      kind: 'success',
    });
    onDone(textOf(values, 'email'));
  });
  if (site.signUp === 'invitation' && invitation === undefined) return <p>{shownErrors.invitation_required.text}</p>;
  return (
    <form className="grid gap-4" method="post" {...form.formProps}>
      <TextField
        autoComplete="nickname"
        error={form.fields['displayName']}
        hint="Optional. You can change it later."
        label="Display name"
        maxLength={account.displayNameMax}
        name="displayName"
      />
      <TextField
        autoComplete="username"
        error={form.fields['email']}
        label="Email"
        maxLength={account.emailMax}
        name="email"
        required
        type="email"
      />
      <PasswordField
        autoComplete="new-password"
        error={form.fields['password']}
        hint={`At least ${account.passwordMin} characters, and not easy to guess.`}
        label="Password"
        maxLength={account.passwordMax}
        minLength={account.passwordMin}
        name="password"
        required
      />
      <Agreement />
      <Button busy={form.busy} type="submit" variant="primary">
        Sign Up
      </Button>
    </form>
  );
}
