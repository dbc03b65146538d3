import { useSuspenseQuery } from '@tanstack/react-query';
import { useCall } from '#platform/web/lib/api.ts';
import { profileSettingsQuery } from './queries.ts';
import { type FileSlot, useFileSlot } from './use-file-slot.ts';

/** The member's picture, chosen and saved as soon as it is up. */
export function useAvatarSlot(): FileSlot {
  const call = useCall();
  const { data } = useSuspenseQuery(profileSettingsQuery(call));
  return useFileSlot({
    purpose: 'avatar',
    name: 'avatar',
    savedUrl: data.files.avatar?.url ?? null,
    claim: (fileId) => call('PUT /profile-settings/avatar', { body: { fileId } }),
    failure: { title: 'Error', description: 'Failed to upload file' },
    success: { title: 'Success', description: 'Avatar updated successfully' },
    removed: { title: 'Success', description: 'Avatar removed successfully' },
  });
}
