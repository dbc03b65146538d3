import { Button } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { PasswordField, TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';

/** Email and password; a two-factor member goes on to the second step. */
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
  const form = useForm('POST /auth/sign-in', {
    onSent: ({ status }) => (status === 'two_factor' ? onSecondFactor() : onDone()),
  });
  return (
    <form className="grid gap-4" method="post" {...form.formProps}>
      <noscript>
        <p className="font-semibold">
          Signing in needs JavaScript. Allow it for this site, then reload the page: nothing is sent without it.
        </p>
      </noscript>
      <TextField
        {...form.field('email')}
        autoComplete="username"
        autoFocus
        defaultValue={email}
        label="Email"
        type="email"
      />
      <PasswordField {...form.field('password')} autoComplete="current-password" label="Password" />
      <Button busy={form.busy} type="submit" variant="primary">
        Sign In
      </Button>
      <Button onClick={onEmailCode} variant="ghost">
        Sign in with a code by email
      </Button>
      <p className="text-center text-sm text-soft">
        Not verified yet?{' '}
        <AppLink className="link" to="/auth?mode=sent">
          Send the link again
        </AppLink>
      </p>
    </form>
  );
}
