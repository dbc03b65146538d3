import type { Context } from '#platform/server/context.ts';
import type { PaymentProvider } from './provider.ts';
import { testProvider } from './test-provider.ts';

/** By database, as hooks: one provider for each site in this process. */
const providers = new WeakMap<object, Promise<PaymentProvider>>();

/**
 * The provider of this site: Stripe where its keys are set, the test checkout outside production, else none. The
 * provider's library is loaded with its first use alone, because it takes memory and time.
 */
export async function providerOf(ctx: Context): Promise<PaymentProvider | null> {
  const { stripe } = ctx.config.payments;
  if (!stripe) return ctx.config.production ? null : testProvider(ctx);
  let provider = providers.get(ctx.db);
  if (!provider) {
    provider = import('./stripe-provider.ts').then((loaded) => loaded.stripeProvider(stripe, ctx));
    providers.set(ctx.db, provider);
  }
  return await provider;
}

/** The name of this site's provider, without loading it. */
export function providerName(ctx: Context): PaymentProvider['name'] | null {
  if (ctx.config.payments.stripe) return 'stripe';
  return ctx.config.production ? null : 'test';
}
