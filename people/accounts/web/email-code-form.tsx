import { useState } from 'react';
import { codePattern, fieldErrors } from '#platform/contract/field-errors.ts';
import { account } from '#people/accounts/contract/limits.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';

/** Sign-in without a password: a code by email, then the code. */
export function EmailCodeForm({
  onDone,
  onSecondFactor,
  onBack,
}: {
  onDone: () => void;
  onSecondFactor: () => void;
  onBack: () => void;
}) {
  const [email, setEmail] = useState<string | null>(null);
  const ask = useForm('POST /auth/email-code', {
    onSent(_, { body }) {
      setEmail(body.email);
      toast({
        title: 'Code sent',
        description: 'If the address has an account, a code is on its way.',
        kind: 'success',
      });
    },
  });
  const enter = useForm('POST /auth/email-code/sign-in', {
    body: { email: email ?? '' },
    onSent: ({ status }) => (status === 'two_factor' ? onSecondFactor() : onDone()),
  });
  return (
    <div className="grid gap-4">
      <h2 className="heading text-lg">Sign in with a code</h2>
      {email === null ? (
        <form className="grid gap-4" key="ask" method="post" {...ask.formProps}>
          <TextField {...ask.field('email')} autoComplete="username" autoFocus label="Email" type="email" />
          <Button busy={ask.busy} type="submit" variant="primary">
            Send code
          </Button>
        </form>
      ) : (
        <form className="grid gap-4" key="enter" method="post" {...enter.formProps}>
          <p className="text-soft">
            Enter the six digits that we sent to {email}. They are good for {account.emailCodeMinutes} minutes.
          </p>
          <TextField
            {...enter.field('code')}
            autoComplete="one-time-code"
            autoFocus
            inputMode="numeric"
            label="Code"
            maxLength={6}
            mono
            data-rule={fieldErrors.code}
            pattern={codePattern}
          />
          <Button busy={enter.busy} type="submit" variant="primary">
            Sign In
          </Button>
        </form>
      )}
      <Button onClick={onBack} variant="ghost">
        Back
      </Button>
    </div>
  );
}
