import { type Product, productNames, tiers, upgrade } from '#people/ledger/contract/limits.ts';
import { payments as limits } from '#features/payments/contract/limits.ts';
import { payments } from '#features/payments/contract/endpoints.ts';
import { routes } from '#platform/server/http/route.ts';
import { readTimeCursor, timeCursor } from '#platform/server/paging.ts';
import { buyWithCredits, ownPayments, portalUrl, startCheckout, verifySession } from './checkout.ts';
import { providerOf } from './providers.ts';
import { invoicePage } from './store.ts';
import { tip } from './tips.ts';

export const paymentRoutes = routes(payments, {
  async 'GET /payments/offers'(ctx) {
    const provider = await providerOf(ctx);
    const { cents, upgradeCredits } = ctx.config.payments;
    const offer = <P extends Product>(product: P) => ({
      product,
      name: productNames[product],
      cents: cents[product],
      available: provider?.sells(product) ?? false,
    });
    return {
      isTest: provider?.name === 'test',
      tiers: tiers.map((tier) => offer(tier.key)),
      lifetime: offer('premium_lifetime'),
      upgrade: { ...offer(upgrade.key), credits: upgradeCredits },
    };
  },
  'GET /payments/mine': (ctx, { viewer }) => ownPayments(ctx, viewer),
  async 'POST /payments/checkout'(ctx, { viewer, body }) {
    return { url: await startCheckout(ctx, viewer, body.product) };
  },
  'POST /payments/verify': (ctx, { viewer, body }) => verifySession(ctx, viewer, body.sessionId),
  async 'POST /payments/portal'(ctx, { viewer }) {
    return { url: await portalUrl(ctx, viewer) };
  },
  async 'POST /payments/upgrades/:product'(ctx, { viewer }) {
    return { credits: await buyWithCredits(ctx, viewer) };
  },
  async 'GET /payments/invoices'(ctx, { viewer, query }) {
    const rows = await invoicePage(ctx.db, viewer.profileId, readTimeCursor(query.after), limits.invoicesPerPage + 1);
    const page = rows.slice(0, limits.invoicesPerPage);
    const last = rows.length > page.length ? page.at(-1) : undefined;
    return {
      items: page.map((row) => ({
        id: row.id,
        number: row.number,
        title: row.title,
        status:
          row.status === 'paid' && row.refunded_cents >= row.total_cents && row.total_cents > 0
            ? ('refunded' as const)
            : row.status,
        totalCents: row.total_cents,
        taxCents: row.tax_cents,
        refundedCents: row.refunded_cents,
        currency: row.currency,
        url: row.url,
        at: row.created_at.toISOString(),
      })),
      next: last ? timeCursor(last.created_at, last.id) : null,
    };
  },
  async 'POST /tips/:kind/:contentId'(ctx, { viewer, params, body }) {
    return { credits: await tip(ctx, viewer, params, body) };
  },
});
