import { useState } from 'react';
import { codePattern, fieldErrors } from '#platform/contract/field-errors.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';

/** Second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const [kind, setKind] = useState<'totp' | 'recovery'>('totp');
  const form = useForm('POST /auth/two-factor', { body: { kind }, onSent: onDone });
  return (
    <form className="grid gap-4" method="post" {...form.formProps}>
      <h2 className="heading text-lg">Two-factor sign-in</h2>
      {kind === 'totp' ? (
        <TextField
          autoComplete="one-time-code"
          autoFocus
          error={form.fields['code']}
          hint="Six digits from your authenticator app."
          inputMode="numeric"
          key="totp"
          label="Code"
          maxLength={6}
          mono
          name="code"
          data-rule={fieldErrors.code}
          pattern={codePattern}
          required
        />
      ) : (
        <TextField
          autoComplete="off"
          autoFocus
          error={form.fields['code']}
          hint="Each recovery code works once."
          key="recovery"
          label="Recovery code"
          maxLength={40}
          mono
          name="code"
          required
        />
      )}
      <Button busy={form.busy} type="submit" variant="primary">
        Continue
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button onClick={onBack} variant="ghost">
          Back
        </Button>
        <Button onClick={() => setKind(kind === 'totp' ? 'recovery' : 'totp')} variant="ghost">
          {kind === 'totp' ? 'Use a recovery code' : 'Use the authenticator app'}
        </Button>
      </div>
    </form>
  );
}
