import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import { account } from '#people/accounts/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { PasswordField } from '#platform/web/ui/controls/form/text-field.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { textOf, useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { AccountName } from './account-name.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Changes the password; a member of an outside provider gets a link to set the first one. */
export function PasswordSection({ settings }: { settings: Reply<'GET /account'> }) {
  const call = useCall();
  const queries = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm(async (values) => {
    await call('PUT /account/password', {
      body: { current: textOf(values, 'current'), password: textOf(values, 'password') },
    });
    element.current?.reset();
    await queries.invalidateQueries({ queryKey: ['account', 'sessions'] });
    toast({ title: 'Password changed', description: 'Your other sessions were signed out.', kind: 'success' });
  });
  const ask = useForm(async () => {
    await call('POST /auth/reset-request', { body: { email: settings.email } });
    toast({
      title: 'Password reset email sent',
      description: 'Check your email for password reset instructions',
      kind: 'success',
    });
  });
  return (
    <SettingsCard title="Password">
      {settings.hasPassword ? (
        <form className="grid gap-4" method="post" {...form.formProps} ref={element}>
          <AccountName email={settings.email} />
          <PasswordField
            autoComplete="current-password"
            error={form.fields['current']}
            label="Current password"
            maxLength={account.passwordMax}
            name="current"
            required
          />
          <PasswordField
            autoComplete="new-password"
            error={form.fields['password']}
            hint={`At least ${account.passwordMin} characters, and not easy to guess.`}
            label="New password"
            maxLength={account.passwordMax}
            minLength={account.passwordMin}
            name="password"
            required
          />
          <div>
            <Button busy={form.busy} type="submit">
              Change password
            </Button>
          </div>
        </form>
      ) : (
        <form className="grid justify-items-start gap-3" method="post" {...ask.formProps}>
          <p className="text-soft">You sign in with an outside account and have no password yet.</p>
          <Button busy={ask.busy} type="submit">
            Mail me a link to set one
          </Button>
        </form>
      )}
    </SettingsCard>
  );
}
