import { account } from '#people/accounts/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { PasswordField, TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { textOf, useForm } from '#platform/web/ui/controls/form/use-form.ts';

/** The owner's first account, by the one-time link of the log. */
export function SetupForm({ token, onDone }: { token: string; onDone: () => void }) {
  const call = useCall();
  const form = useForm(async (values) => {
    const displayName = textOf(values, 'displayName').trim();
    await call('POST /setup', {
      body: {
        token,
        email: textOf(values, 'email'),
        password: textOf(values, 'password'),
        ...(displayName !== '' && { displayName }),
      },
    });
    onDone();
  });
  return (
    <form className="grid gap-4" method="post" {...form.formProps}>
      <h2 className="heading text-lg">Create the owner&apos;s account</h2>
      <p className="text-soft">This account is admin. The link works once.</p>
      <TextField
        autoComplete="nickname"
        error={form.fields['displayName']}
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
        label="Password"
        maxLength={account.passwordMax}
        minLength={account.passwordMin}
        name="password"
        required
      />
      <Button busy={form.busy} type="submit" variant="primary">
        Create account
      </Button>
    </form>
  );
}
