import { useQueryClient } from '@tanstack/react-query';
import type { Reply } from '#site/contract/contract.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { PasswordField, TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { AccountName } from './account-name.tsx';
import { SettingsCard } from './settings-card.tsx';

/** The address: what it is, and its change by a mailed link. */
export function EmailSection({ settings }: { settings: Reply<'GET /account'> }) {
  const queries = useQueryClient();
  const form = useForm('POST /account/email', {
    async onSent() {
      await queries.invalidateQueries({ queryKey: ['account'] });
      toast({
        title: 'Link sent',
        description: 'Open the link in the mail to the new address to confirm it.',
        kind: 'success',
      });
    },
  });
  return (
    <SettingsCard title="Email">
      <p className="mb-4 wrap-anywhere">
        {settings.email} <span className="text-soft">{settings.emailVerified ? '(verified)' : '(not verified)'}</span>
        {settings.pendingEmail !== null && (
          <span className="block text-soft">Waiting for confirmation: {settings.pendingEmail}</span>
        )}
      </p>
      {settings.mailRefused !== null && <Refused refusal={settings.mailRefused} />}
      {settings.hasPassword && (
        <form className="grid gap-4" method="post" {...form.formProps}>
          <AccountName email={settings.email} />
          <TextField {...form.field('email')} autoComplete="email" label="New email" type="email" />
          <PasswordField {...form.field('password')} autoComplete="current-password" label="Current password" />
          <div>
            <Button busy={form.busy} type="submit">
              Change email
            </Button>
          </div>
        </form>
      )}
    </SettingsCard>
  );
}

/** Mails come back: why, and how to go on. */
function Refused({ refusal }: { refusal: NonNullable<Reply<'GET /account'>['mailRefused']> }) {
  const call = useCall();
  const { busy, run } = useAction();
  const sendTest = () =>
    run(async () => {
      await call('POST /account/email/test');
      toast({ title: 'Mail sent', description: 'If it comes, all mails come again.', kind: 'success' });
    });
  return (
    <div className="mb-4 grid gap-2 rounded-control border border-danger p-3 text-sm" role="note">
      <p>
        This address has refused a mail of ours <RelativeTime date={refusal.at} />. No others are sent to it, but for
        links and codes that you ask for. Correct the address, or send a mail to see whether it works again.
      </p>
      <p className="font-mono text-xs wrap-anywhere text-soft">{refusal.answer}</p>
      <div>
        <Button busy={busy} onClick={() => void sendTest()} size="sm">
          Send a mail
        </Button>
      </div>
    </div>
  );
}
