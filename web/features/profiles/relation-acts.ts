import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '#web/lib/api.ts';
import { failureToast } from '#web/ui/failure-toast.ts';
import { type ToastTexts, toast } from '#web/ui/toast.ts';
import { readRelationsAgain } from './relation-queries.ts';

const accepted: ToastTexts = {
  title: 'Friend request accepted',
  description: 'You are now friends!',
  kind: 'success',
};

/** The actions on another member. Each shows the toast of the specification. */
export function useRelationActs(profileId: string) {
  const call = useCall();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const params = { profileId };

  const act = async (work: () => Promise<ToastTexts>, everything = false) => {
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
      act(async () => ((await call('POST /friends', { body: params })).relation === 'friends' ? accepted : sent)),
    accept: () =>
      act(async () => {
        await call('POST /friends/:profileId/accept', { params });
        return accepted;
      }),
    decline: () =>
      act(async () => {
        await call('POST /friends/:profileId/decline', { params });
        return {
          title: 'Friend request declined',
          description: 'The friend request has been declined',
          kind: 'success',
        };
      }),
    cancel: () =>
      act(async () => {
        await call('POST /friends/:profileId/cancel', { params });
        return {
          title: 'Friend request cancelled',
          description: 'Your friend request was taken back',
          kind: 'success',
        };
      }),
    unfriend: () =>
      act(async () => {
        await call('DELETE /friends/:profileId', { params });
        return { title: 'Friend removed', description: 'You are no longer friends', kind: 'success' };
      }),
    block: () =>
      act(async () => {
        await call('PUT /blocks/:profileId', { params });
        return { title: 'Member blocked', description: 'Neither of you reaches the other any more', kind: 'success' };
      }, true),
    unblock: () =>
      act(async () => {
        await call('DELETE /blocks/:profileId', { params });
        return { title: 'Member unblocked', description: 'You can see each other again', kind: 'success' };
      }, true),
  };
}

export type RelationActs = ReturnType<typeof useRelationActs>;
