import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { CopyButton } from '#platform/web/ui/controls/copy-button.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { invitationsQuery } from '../queries.ts';

/**
 * Makes an invitation, mailed or not, and shows its link: the only time that anybody can read it here.
 * @param isEnded whether the list shows that the link works no more
 */
export function InvitationForm({ isEnded }: { isEnded: (id: string) => boolean }) {
  const call = useCall();
  const queries = useQueryClient();
  const [made, setMade] = useState<Reply<'POST /invitations'> | null>(null);
  const form = useForm('POST /invitations', {
    async onSent(invitation, { body: { email }, element }) {
      setMade(invitation);
      element.reset();
      toast(
        email === undefined
          ? { title: 'Invitation made', description: 'Copy the link and send it to one person.', kind: 'success' }
          : { title: 'Invitation sent', description: `The link was mailed to ${email}.`, kind: 'success' },
      );
      await queries.invalidateQueries({ queryKey: invitationsQuery(call).queryKey });
    },
  });
  return (
    <Card>
      <form className="grid gap-3" {...form.formProps}>
        <TextField
          {...form.field('email')}
          autoComplete="off"
          hint="The link is mailed there. Leave it empty for a link that you pass on yourself."
          label="Email (optional)"
          type="email"
        />
        <div>
          <Button busy={form.busy} type="submit" variant="primary">
            Make invitation
          </Button>
        </div>
      </form>
      {made && !isEnded(made.id) && (
        <div className="mt-4 grid gap-2 border-t border-hairline pt-4">
          <p className="text-sm text-soft">
            <span id="invitation-link">The link of the new invitation</span>, shown only this once
          </p>
          <div className="flex flex-wrap items-center gap-2">
            <output
              aria-labelledby="invitation-link"
              className="tape min-w-0 flex-1 basis-60 text-sm break-all select-all"
            >
              {made.url}
            </output>
            <CopyButton label="Copy link" size="sm" value={made.url} />
          </div>
        </div>
      )}
    </Card>
  );
}
