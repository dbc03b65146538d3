import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fullName } from '#people/profiles/web/full-name.ts';
import type { Post } from '#features/forum/contract/endpoints.ts';
import { prices } from '#people/ledger/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { forumKeys } from '#features/forum/web/queries.ts';
import { countText } from '#platform/web/lib/format.ts';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { creditsText } from '#features/forum/web/texts.ts';

/** Asks before credits are paid for a post. */
export default function UnlockDialog({
  post,
  credits,
  open,
  onOpenChange,
}: {
  post: Post;
  /** What the reader has. */
  credits: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { busy, unlock } = useUnlock(post);
  const confirm = async () => {
    await unlock();
    onOpenChange(false);
  };
  return (
    <ConfirmDialog
      busy={busy}
      confirmLabel="Unlock ($1)"
      description={`${creditsText(prices.unlock)} go to ${fullName(post.author)}; you keep ${countText(Math.max(0, credits - prices.unlock))}. The post then stays open to you, whatever its author does. If staff remove it, you get your credits back.`}
      onConfirm={() => void confirm()}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      open={open}
      title="Unlock this post?"
    />
  );
}

/** Unlocks a post: its text comes with the answer. @returns whether it is open now. */
function useUnlock(post: Post): { busy: boolean; unlock(): Promise<boolean> } {
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
