import { Button } from '#platform/web/ui/controls/button.tsx';
import { PasswordField, TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';

/** The owner's first account, by the one-time link of the log. */
export function SetupForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm('POST /setup', { body: { token }, onSent: onDone });
  return (
    <form className="grid gap-4" method="post" {...form.formProps}>
      <h2 className="heading text-lg">Create the owner&apos;s account</h2>
      <p className="text-soft">This account is admin. The link works once.</p>
      <TextField {...form.field('displayName')} autoComplete="nickname" label="Display name" />
      <TextField {...form.field('email')} autoComplete="username" label="Email" type="email" />
      <PasswordField {...form.field('password')} autoComplete="new-password" label="Password" />
      <Button busy={form.busy} type="submit" variant="primary">
        Create account
      </Button>
    </form>
  );
}
