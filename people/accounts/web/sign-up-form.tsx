import { account } from '#people/accounts/contract/limits.ts';
import { shownErrors } from '#platform/contract/shown-errors.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { PasswordField, TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { Agreement } from './agreement.tsx';
import { keepSignUp } from './link-sent.tsx';
import { useAuth } from './auth-context.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';

/** A new account; the same answer whether or not the address has one already. */
export function SignUpForm({ invitation, onDone }: { invitation?: string | undefined; onDone: () => void }) {
  const { site } = useAuth();
  const form = useForm('POST /auth/sign-up', {
    body: { invitation },
    onSent({ ticket }, { body }) {
      keepSignUp({ email: body.email, ticket });
      toast({
        title: 'Account created!',
        description: 'Please check your email to verify your account.',
        kind: 'success',
      });
      onDone();
    },
  });
  if (site.signUp === 'invitation' && invitation === undefined) return <p>{shownErrors.invitation_required.text}</p>;
  return (
    <form className="grid gap-4" method="post" {...form.formProps}>
      <TextField
        {...form.field('displayName')}
        autoComplete="nickname"
        autoFocus
        hint="Optional. You can change it later."
        label="Display name"
      />
      <TextField {...form.field('email')} autoComplete="username" label="Email" type="email" />
      <PasswordField
        {...form.field('password')}
        autoComplete="new-password"
        hint={`At least ${account.passwordMin} characters, and not easy to guess.`}
        label="Password"
      />
      <Agreement />
      <Button busy={form.busy} type="submit" variant="primary">
        Sign Up
      </Button>
    </form>
  );
}
