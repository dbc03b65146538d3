import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '#platform/web/lib/api.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { type ToastTexts, toast } from '#platform/web/ui/overlays/toast.ts';
import { readRelationsAgain } from './relation-queries.ts';

const accepted: ToastTexts = {
  title: 'Friend request accepted',
  description: 'You are now friends!',
  kind: 'success',
};

/** The actions on another member. Each shows the toast of the specification. */
export function useRelationActions(profileId: string) {
  const call = useCall();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const params = { profileId };

  const action = async (work: () => Promise<ToastTexts>, everything = false) => {
    setBusy(true);
    try {
      toast(await work());
      // A block changes what every list shows.
      await (everything ? client.invalidateQueries() : readRelationsAgain(client));
    } catch (error) {
      failureToast(error);
      await readRelationsAgain(client);
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    /** @param sent the toast of the page that asks. */
    ask: (sent: ToastTexts) =>
      action(async () => ((await call('POST /friends', { body: params })).relation === 'friends' ? accepted : sent)),
    accept: () =>
      action(async () => {
        await call('POST /friends/:profileId/accept', { params });
        return accepted;
      }),
    decline: () =>
      action(async () => {
        await call('POST /friends/:profileId/decline', { params });
        return {
          title: 'Friend request declined',
          description: 'The friend request has been declined',
          kind: 'success',
        };
      }),
    cancel: () =>
      action(async () => {
        await call('POST /friends/:profileId/cancel', { params });
        return {
          title: 'Friend request canceled',
          description: 'Your friend request was taken back',
          kind: 'success',
        };
      }),
    unfriend: () =>
      action(async () => {
        await call('DELETE /friends/:profileId', { params });
        return { title: 'Friend removed', description: 'You are no longer friends', kind: 'success' };
      }),
    block: () =>
      action(async () => {
        await call('PUT /blocks/:profileId', { params });
        return { title: 'Member blocked', description: 'Neither of you reaches the other any more', kind: 'success' };
      }, true),
    unblock: () =>
      action(async () => {
        await call('DELETE /blocks/:profileId', { params });
        return { title: 'Member unblocked', description: 'You can see each other again', kind: 'success' };
      }, true),
  };
}

export type RelationActions = ReturnType<typeof useRelationActions>;
