import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PictureCard } from '#features/customization/web/parts/picture-card.tsx';
import { profileSettingsQuery } from '#features/customization/web/queries.ts';
import { useAvatarSlot } from '#features/customization/web/use-avatar-slot.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { StepButtons } from './step-buttons.tsx';

/** Picture, which is saved as soon as it is up, and name. */
export function ProfileStep({ onSaved, skip }: { onSaved: () => Promise<void>; skip: ReactNode }) {
  const call = useCall();
  const client = useQueryClient();
  const { announce } = useAuth();
  const { profile, files } = useSuspenseQuery(profileSettingsQuery(call)).data;
  const avatar = useAvatarSlot();
  const { displayName, ...rest } = profile;
  const form = useForm('PUT /profile-settings/profile', {
    // A name that stays is not sent: nobody is asked to accept anything for looking at the page.
    async send({ body, request }) {
      if (body.displayName !== displayName) {
        await request();
        await client.invalidateQueries({ queryKey: profileSettingsQuery(call).queryKey });
        await announce('user updated');
      }
      await onSaved();
    },
    body: rest,
  });
  return (
    <>
      <PictureCard shape="avatar" slot={avatar} url={avatar.previewUrl ?? files.avatar?.url ?? null} />
      <form className="mt-4" method="post" {...form.formProps}>
        <TextField
          {...form.field('displayName')}
          autoComplete="nickname"
          defaultValue={displayName}
          label="Display name"
        />
        <StepButtons skip={skip}>
          <Button busy={form.busy} disabled={avatar.busy} type="submit" variant="primary">
            Save and go on
          </Button>
        </StepButtons>
      </form>
    </>
  );
}
