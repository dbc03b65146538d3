import { account } from '#contract/limits.ts';
import { useCall } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeading } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useAuth } from '../auth-context.tsx';
import { textOf, useForm } from '../use-form.ts';

/** The name in the member's address. */
export function UsernameSection() {
  const call = useCall();
  const { viewer, announce } = useAuth();
  const form = useForm(async (values) => {
    await call('PUT /account/username', { body: { username: textOf(values, 'username') } });
    await announce('user updated');
    toast({ title: 'Username changed', kind: 'success' });
  });
  return (
    <Card>
      <CardHeading as="h3">Username</CardHeading>
      <form className="grid gap-4" key={viewer?.username} onSubmit={form.onSubmit}>
        <TextField
          autoComplete="off"
          defaultValue={viewer?.username}
          error={form.fields['username']}
          hint="3 to 24 of a to z, 0 to 9 and _."
          label="Username"
          maxLength={account.usernameMax}
          minLength={account.usernameMin}
          name="username"
          pattern={account.usernamePattern}
          required
        />
        <div>
          <Button busy={form.busy} type="submit">
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}
