import { fullName } from '#people/profiles/web/full-name.ts';
import type { Post } from '#features/forum/contract/endpoints.ts';
import { prices } from '#people/ledger/contract/limits.ts';
import { countText } from '#platform/web/lib/format.ts';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { useUnlock } from './paying.ts';
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
