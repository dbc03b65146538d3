import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import { codePattern, fieldErrors } from '#platform/contract/field-errors.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { PasswordField, TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { AccountName } from './account-name.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SettingsCard } from './settings-card.tsx';

const Qr = latePart(async () => ({ default: (await import('#platform/web/ui/graphics/qr.tsx')).Qr }), {
  name: 'The picture of the key',
  notice: 'place',
  reassurance: 'The key below does the same.',
  waiting: () => <div className="size-48" />,
});

type Step =
  | { kind: 'rest' }
  | { kind: 'confirm'; uri: string; secret: string }
  | { kind: 'codes'; codes: readonly string[] };

/** Two-factor sign-in: set up by scanning and a first code, recovery codes shown once, and off again. */
export function TwoFactorSection({ settings }: { settings: Reply<'GET /account'> }) {
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>({ kind: 'rest' });
  const refresh = () => queries.invalidateQueries({ queryKey: ['account'] });
  return (
    <SettingsCard about="A code from an app on your phone, asked for at every sign-in." title="Two-factor sign-in">
      {step.kind === 'codes' && <RecoveryCodes codes={step.codes} onDone={() => setStep({ kind: 'rest' })} />}
      {step.kind === 'confirm' && (
        <ConfirmForm onRefresh={refresh} onStep={setStep} secret={step.secret} uri={step.uri} />
      )}
      {step.kind === 'rest' && !settings.twoFactor && <StartForm onStep={setStep} settings={settings} />}
      {step.kind === 'rest' && settings.twoFactor && (
        <ChangeForm onRefresh={refresh} onStep={setStep} settings={settings} />
      )}
    </SettingsCard>
  );
}

/** Asks for the password before the key is shown. */
function StartForm({ settings, onStep }: { settings: Reply<'GET /account'>; onStep: (step: Step) => void }) {
  const form = useForm('POST /account/two-factor/start', { onSent: (key) => onStep({ kind: 'confirm', ...key }) });
  return (
    <form className="grid gap-4" method="post" {...form.formProps}>
      {settings.hasPassword ? (
        <>
          <AccountName email={settings.email} />
          <PasswordField
            {...form.field('password')}
            autoComplete="current-password"
            label="Your password, to set up two-factor sign-in"
          />
          <div>
            <Button busy={form.busy} type="submit">
              Set up
            </Button>
          </div>
        </>
      ) : (
        <p>Set a password first.</p>
      )}
    </form>
  );
}

/** Shows the key, and asks for a first code of it. */
function ConfirmForm(props: {
  uri: string;
  secret: string;
  onStep: (step: Step) => void;
  onRefresh: () => Promise<void>;
}) {
  const form = useForm('POST /account/two-factor/confirm', {
    async onSent({ recoveryCodes }) {
      props.onStep({ kind: 'codes', codes: recoveryCodes });
      await props.onRefresh();
      toast({ title: 'Two-factor sign-in is on', kind: 'success' });
    },
  });
  return (
    <form className="grid gap-4" method="post" {...form.formProps}>
      <p>Scan this with your authenticator app, or type the key, then enter the code that it shows.</p>
      <Qr label="Key for the authenticator app" value={props.uri} />
      <Key secret={props.secret} />
      <TextField
        {...form.field('code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        label="Code"
        maxLength={6}
        mono
        data-rule={fieldErrors.code}
        pattern={codePattern}
      />
      <div className="flex gap-2">
        <Button busy={form.busy} type="submit" variant="primary">
          Turn on
        </Button>
        <Button onClick={() => props.onStep({ kind: 'rest' })} variant="ghost">
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** New recovery codes, or off. */
function ChangeForm(props: {
  settings: Reply<'GET /account'>;
  onStep: (step: Step) => void;
  onRefresh: () => Promise<void>;
}) {
  const { settings, onStep, onRefresh } = props;
  const call = useCall();
  const form = useForm('POST /account/two-factor/off', {
    async send({ body: { password }, element, request }) {
      if (new FormData(element).get('what') === 'off') {
        await request();
        onStep({ kind: 'rest' });
        toast({ title: 'Two-factor sign-in is off', kind: 'success' });
      } else {
        const { recoveryCodes } = await call('POST /account/two-factor/recovery-codes', { body: { password } });
        onStep({ kind: 'codes', codes: recoveryCodes });
      }
      await onRefresh();
    },
  });
  return (
    <form className="grid gap-4" method="post" {...form.formProps}>
      <p>
        On. <span className="text-soft">{settings.recoveryCodesLeft} recovery codes left.</span>
      </p>
      <AccountName email={settings.email} />
      <PasswordField
        {...form.field('password')}
        autoComplete="current-password"
        label="Your password, to change two-factor sign-in"
      />
      <fieldset className="grid gap-1">
        <legend className="sr-only">What to change</legend>
        <label className="flex min-h-9 items-center gap-3">
          <input className="radio" defaultChecked name="what" type="radio" value="codes" /> New recovery codes
        </label>
        <label className="flex min-h-9 items-center gap-3">
          <input className="radio" name="what" type="radio" value="off" /> Turn two-factor sign-in off
        </label>
      </fieldset>
      <div>
        <Button busy={form.busy} type="submit">
          Continue
        </Button>
      </div>
    </form>
  );
}

/** In groups of four, to be typed; copied it is one word. */
function Key({ secret }: { secret: string }) {
  return (
    <p className="tape select-all">
      {[...secret.matchAll(/.{1,4}/g)].map(({ 0: group, index }) => (
        <span key={index} className="me-2 inline-block">
          {group}
        </span>
      ))}
    </p>
  );
}
