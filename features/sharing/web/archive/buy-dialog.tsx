import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { fullName } from '#people/profiles/web/full-name.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { putItem } from '../cache.ts';
import { at } from '../endpoints.ts';
import { creditsText } from './words.ts';

/** Props of {@link BuyDialog}. */
export interface BuyDialogProps {
  item: SharedItem;
  onClose: () => void;
}

/** Asks before credits are paid for an archive. */
export default function BuyDialog({ item, onClose }: BuyDialogProps) {
  const call = useCall();
  const client = useQueryClient();
  const { announce } = useAuth();
  const [busy, setBusy] = useState(false);
  const price = item.price ?? 0;
  const buy = async () => {
    setBusy(true);
    const params = { itemId: item.id };
    try {
      const answer = await call(at(item.kind, 'POST /drumkits/:itemId/buy'), { params, body: { price } });
      putItem(client, answer.item);
      toast({
        title: 'Purchase Successful!',
        description: `You now own ${item.title}! You have ${creditsText(answer.credits)} left.`,
        kind: 'success',
      });
    } catch (error) {
      failureToast(error);
      // It may cost something else now, or be bought in another tab.
      if (error instanceof CallError && error.code !== 'network')
        await call(at(item.kind, 'GET /songs/:itemId'), { params }).then(
          (fresh) => putItem(client, fresh),
          () => {},
        );
    } finally {
      void announce('user updated').catch(() => {});
      setBusy(false);
      onClose();
    }
  };
  return (
    <ConfirmDialog
      busy={busy}
      confirmLabel={`Buy for ${creditsText(price)}`}
      description={`${creditsText(price)} go to ${fullName(item.author)}. The archive with all its versions then stays open to you, whatever its author does. If staff remove it, you get your credits back.`}
      onConfirm={() => void buy()}
      onOpenChange={(open) => !open && !busy && onClose()}
      open
      title={`Buy “${item.title}”?`}
    />
  );
}
