import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Product, productNames, upgrade } from '#people/ledger/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';

/**
 * Opens the tab that an address will be shown in. It must be opened by the press itself: browsers block tabs that are
 * opened after an answer. @returns shows the address there, or here where the tab was blocked; null closes it again
 */
function nextTab(): (url: string | null) => void {
  const tab = window.open('about:blank', '_blank');
  if (tab) tab.opener = null;
  return (url) => {
    if (url === null) tab?.close();
    else if (tab && !tab.closed) tab.location.replace(url);
    else window.location.assign(url);
  };
}

/** Begins checkouts. `busy` names the product whose checkout is being made. */
export function useCheckout(): { busy: Product | null; buy(product: Product): Promise<void> } {
  const call = useCall();
  const [busy, setBusy] = useState<Product | null>(null);
  return {
    busy,
    async buy(product) {
      // Tiers open in a new tab; the upgrade store goes there in this one (part 2 §7).
      const show =
        product === upgrade.key ? (url: string | null) => url !== null && window.location.assign(url) : nextTab();
      setBusy(product);
      try {
        const { url } = await call('POST /payments/checkout', { body: { product } });
        show(url);
      } catch (error) {
        show(null);
        failureToast(error);
      } finally {
        setBusy(null);
      }
    },
  };
}

/** Opens the page where the subscription is managed. */
export function usePortal(): { busy: boolean; open(): Promise<void> } {
  const call = useCall();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async open() {
      const show = nextTab();
      setBusy(true);
      try {
        show((await call('POST /payments/portal')).url);
      } catch (error) {
        show(null);
        failureToast(error);
      } finally {
        setBusy(false);
      }
    },
  };
}

/** Buys the upgrade with credits. */
export function useCreditPurchase(): { busy: boolean; buy(): Promise<void> } {
  const call = useCall();
  const client = useQueryClient();
  const { announce } = useAuth();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async buy() {
      setBusy(true);
      try {
        await call('POST /payments/upgrades/:product', { params: { product: upgrade.key } });
        toast({
          title: 'Purchase Successful!',
          description: `You now own ${productNames[upgrade.key]}!`,
          kind: 'success',
        });
      } catch (error) {
        failureToast(error);
      } finally {
        setBusy(false);
        void client.invalidateQueries({ queryKey: ['payments'] });
        void client.invalidateQueries({ queryKey: ['ledger'] });
        void announce('user updated').catch(() => {});
      }
    },
  };
}
