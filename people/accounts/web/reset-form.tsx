import { Button } from '#platform/web/ui/controls/button.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';

/** Asks for a link to set a new password. */
export function ResetForm() {
  const form = useForm('POST /auth/reset-request', {
    onSent: () =>
      toast({
        title: 'Password reset email sent',
        description: 'Check your email for password reset instructions',
        kind: 'success',
      }),
  });
  return (
    <form className="grid gap-4" method="post" {...form.formProps}>
      <TextField {...form.field('email')} autoComplete="username" autoFocus label="Email" type="email" />
      <Button busy={form.busy} type="submit" variant="primary">
        Reset Password
      </Button>
    </form>
  );
}
