import { fullName } from '#web/features/profiles/full-name.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Post } from '#contract/forum.ts';
import { prices } from '#contract/limits/ledger.ts';
import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { useCall } from '#web/lib/api.ts';
import { CallError } from '#web/lib/call.ts';
import { countText } from '#web/lib/format.ts';
import { failureToast } from '#web/ui/overlays/failure-toast.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { forumKeys } from './queries.ts';
import { creditsText } from './texts.ts';

/** Fetches the member's balance again, here and in their other tabs. A failed network leaves the number as it was. */
function useReadCredits(): () => void {
  const { announce } = useAuth();
  return () => void announce('user updated').catch(() => {});
}

/** Tips a post's author: nothing is shown as paid before the server has said so. */
export function useTip(post: Post): { busy: boolean; tip(): Promise<void> } {
  const call = useCall();
  const readCredits = useReadCredits();
  const [busy, setBusy] = useState(false);
  // Kept until the answer is known: a retry after a failed network pays no second time.
  const submitId = useRef<string | null>(null);
  return {
    busy,
    async tip() {
      setBusy(true);
      submitId.current ??= crypto.randomUUID();
      try {
        const left = (
          await call('POST /forum/posts/:postId/tip', {
            params: { postId: post.id },
            body: { submitId: submitId.current },
          })
        ).credits;
        submitId.current = null;
        readCredits();
        toast({
          title: 'Tip sent',
          description: `${creditsText(prices.tip)} went to ${fullName(post.author)}. You have ${countText(left)} left.`,
          kind: 'success',
        });
      } catch (error) {
        // After a failure of the server or the network nobody knows whether it was paid.
        if (error instanceof CallError && error.status >= 400 && error.status < 500) {
          submitId.current = null;
          readCredits();
        }
        failureToast(error);
      } finally {
        setBusy(false);
      }
    },
  };
}

/** Unlocks a post: its text comes with the answer. @returns whether it is open now. */
export function useUnlock(post: Post): { busy: boolean; unlock(): Promise<boolean> } {
  const call = useCall();
  const client = useQueryClient();
  const readCredits = useReadCredits();
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
