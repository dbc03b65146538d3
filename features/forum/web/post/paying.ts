import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Post } from '#features/forum/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useTip } from '#content/core/web/use-tip.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { forumKeys } from '#features/forum/web/queries.ts';
import { creditsText } from '#features/forum/web/texts.ts';

/** Tips a post's author. */
export function usePostTip(post: Post): ReturnType<typeof useTip> {
  const call = useCall();
  return useTip(post.author, (submitId) =>
    call('POST /forum/posts/:postId/tip', { params: { postId: post.id }, body: { submitId } }),
  );
}

/** Unlocks a post: its text comes with the answer. @returns whether it is open now. */
export function useUnlock(post: Post): { busy: boolean; unlock(): Promise<boolean> } {
  const call = useCall();
  const client = useQueryClient();
  const { announce } = useAuth();
  // The member's balance, here and in their other tabs. A failed network leaves the number as it was.
  const readCredits = () => void announce('user updated').catch(() => {});
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async unlock() {
      setBusy(true);
      try {
        const answer = await call('POST /forum/posts/:postId/unlock', { params: { postId: post.id } });
        client.setQueryData(forumKeys.post(post.id), answer.post);
        readCredits();
        toast({
          title: 'Post unlocked',
          description: `It stays open to you. You have ${creditsText(answer.credits)} left.`,
          kind: 'success',
        });
        return true;
      } catch (error) {
        failureToast(error);
        // Somebody may have opened or removed it meanwhile, or spent the credits in another tab.
        if (error instanceof CallError && error.code !== 'network') {
          readCredits();
          void client.invalidateQueries({ queryKey: forumKeys.post(post.id) });
        }
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
