import { useQueryClient } from '@tanstack/react-query';
import type { Reply } from '#site/contract/contract.ts';
import { account } from '#people/accounts/contract/limits.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { PasswordField } from '#platform/web/ui/controls/form/text-field.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { AccountName } from './account-name.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Changes the password; a member of an outside provider gets a link to set the first one. */
export function PasswordSection({ settings }: { settings: Reply<'GET /account'> }) {
  const queries = useQueryClient();
  const form = useForm('PUT /account/password', {
    async onSent(_, { element }) {
      element.reset();
      await queries.invalidateQueries({ queryKey: ['account', 'sessions'] });
      toast({ title: 'Password changed', description: 'Your other sessions were signed out.', kind: 'success' });
    },
  });
  const ask = useForm('POST /auth/reset-request', {
    body: { email: settings.email },
    onSent: () =>
      toast({
        title: 'Password reset email sent',
        description: 'Check your email for password reset instructions',
        kind: 'success',
      }),
  });
  return (
    <SettingsCard title="Password">
      {settings.hasPassword ? (
        <form className="grid gap-4" method="post" {...form.formProps}>
          <AccountName email={settings.email} />
          <PasswordField {...form.field('current')} autoComplete="current-password" label="Current password" />
          <PasswordField
            {...form.field('password')}
            autoComplete="new-password"
            hint={`At least ${account.passwordMin} characters, and not easy to guess.`}
            label="New password"
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
