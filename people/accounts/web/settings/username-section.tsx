import { fieldErrors } from '#platform/contract/field-errors.ts';
import { account } from '#people/accounts/contract/limits.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { useAuth } from '../auth-context.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { SettingsCard } from './settings-card.tsx';

/** The name in the member's address. */
export function UsernameSection() {
  const { viewer, announce } = useAuth();
  const form = useForm('PUT /account/username', {
    async onSent() {
      await announce('user updated');
      toast({ title: 'Username changed', kind: 'success' });
    },
  });
  return (
    <SettingsCard
      about="The name in your address. When you change it, the old address leads here for a year."
      title="Username"
    >
      <form className="grid gap-4" key={viewer?.username} method="post" {...form.formProps}>
        <TextField
          {...form.field('username')}
          autoComplete="off"
          defaultValue={viewer?.username}
          hint="3 to 24 characters: a to z, 0 to 9 and _."
          label={<span className="sr-only">Username</span>}
          maxLength={account.usernameMax}
          data-rule={fieldErrors.username}
        />
        <div>
          <Button busy={form.busy} type="submit">
            Save
          </Button>
        </div>
      </form>
    </SettingsCard>
  );
}
