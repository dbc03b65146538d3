import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import { account } from '#people/accounts/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { PasswordField } from '#platform/web/ui/controls/form/text-field.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { AccountName } from './account-name.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Asks to delete the account, and takes it back while there is time. */
export function DeletionSection({ settings }: { settings: Reply<'GET /account'> }) {
  const call = useCall();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const form = useForm('POST /account/deletion', {
    async onSent() {
      await queries.invalidateQueries({ queryKey: ['account'] });
      setOpen(false);
      toast({
        title: 'Your account will be deleted',
        description: 'Until then you can take it back here.',
        kind: 'info',
      });
    },
  });
  const keep = async () => {
    try {
      await call('DELETE /account/deletion');
      await queries.invalidateQueries({ queryKey: ['account'] });
      toast({ title: 'Your account stays', kind: 'success' });
    } catch (error) {
      failureToast(error);
    }
  };
  return (
    <SettingsCard title="Delete account">
      {settings.deletionAt !== null && (
        <div className="grid justify-items-start gap-3">
          <p>
            Your account will be deleted <RelativeTime date={settings.deletionAt} />.
          </p>
          <Button onClick={() => void keep()} variant="primary">
            Keep my account
          </Button>
        </div>
      )}
      {settings.deletionAt === null && !open && (
        <div className="grid justify-items-start gap-3">
          <p className="text-soft">
            Your profile, settings and messages go within {account.deletionHours} hours. Posts that others have answered
            stay, without your name.
          </p>
          <Button onClick={() => setOpen(true)} variant="danger">
            Delete my account
          </Button>
        </div>
      )}
      {settings.deletionAt === null && open && (
        <form className="grid gap-4" method="post" {...form.formProps}>
          <AccountName email={settings.email} />
          <PasswordField
            {...form.field('password')}
            autoComplete="current-password"
            autoFocus
            label="Your password, to confirm"
          />
          <div className="flex gap-2">
            <Button busy={form.busy} type="submit" variant="danger">
              Delete my account
            </Button>
            <Button onClick={() => setOpen(false)} variant="ghost">
              Cancel
            </Button>
          </div>
        </form>
      )}
    </SettingsCard>
  );
}
