import { account } from '#people/accounts/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { PasswordField, TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { textOf, useForm } from '#platform/web/ui/controls/form/use-form.ts';

/** E-mail and password; a two-factor member goes on to the second step. */
export function SignInForm({
  email,
  onDone,
  onSecondFactor,
  onEmailCode,
}: {
  /** Stands in the field from the start. */
  email: string;
  onDone: () => void;
  onSecondFactor: () => void;
  onEmailCode: () => void;
}) {
  const call = useCall();
  const form = useForm(async (values) => {
    const answer = await call('POST /auth/sign-in', {
      body: { email: textOf(values, 'email'), password: textOf(values, 'password') },
    });
    if (answer.status === 'two_factor') onSecondFactor();
    else onDone();
  });
  return (
    <form className="grid gap-4" method="post" {...form.formProps}>
      <noscript>
        <p className="font-semibold">
          Signing in needs JavaScript. Allow it for this site, then reload the page: nothing is sent without it.
        </p>
      </noscript>
      <TextField
        autoComplete="username"
        defaultValue={email}
        error={form.fields['email']}
        label="Email"
        maxLength={account.emailMax}
        name="email"
        required
        type="email"
      />
      <PasswordField
        autoComplete="current-password"
        error={form.fields['password']}
        label="Password"
        maxLength={account.passwordMax}
        name="password"
        required
      />
      <Button busy={form.busy} type="submit" variant="primary">
        Sign In
      </Button>
      <Button onClick={onEmailCode} variant="ghost">
        Sign in with a code by email
      </Button>
    </form>
  );
}
