import { account } from '#people/accounts/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { textOf, useForm } from '#platform/web/ui/controls/form/use-form.ts';

/** Asks for a link to set a new password. */
export function ResetForm() {
  const call = useCall();
  const form = useForm(async (values) => {
    await call('POST /auth/reset-request', { body: { email: textOf(values, 'email') } });
    toast({
      title: 'Password reset email sent',
      description: 'Check your email for password reset instructions',
      kind: 'success',
    });
  });
  return (
    <form className="grid gap-4" method="post" {...form.formProps}>
      <TextField
        autoComplete="username"
        error={form.fields['email']}
        label="Email"
        maxLength={account.emailMax}
        name="email"
        required
        type="email"
      />
      <Button busy={form.busy} type="submit" variant="primary">
        Reset Password
      </Button>
    </form>
  );
}
