import { payments as limits } from '#features/payments/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { RawRoute } from '#platform/server/http/raw-route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { findCustomerJob, syncJob } from './jobs.ts';
import { BadEvent, type PaymentProvider, type ProviderEvent } from './provider.ts';
import { providerOf } from './providers.ts';
import { profileOfCustomer, takeEvent } from './store.ts';

/**
 * Takes an event whose signature was checked, once. It is a hint: a job reads the customer's state from the provider, so
 * that neither order nor repetition of events matters.
 */
export async function takeProviderEvent(
  ctx: Context,
  provider: PaymentProvider['name'],
  event: ProviderEvent,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const profileId = event.customerId === null ? null : await profileOfCustomer(tx, provider, event.customerId);
    const at = ctx.clock.now();
    if (!(await takeEvent(tx, provider, { id: event.id, type: event.type, profileId, at }))) return;
    if (profileId !== null)
      await ctx.jobs.enqueue(tx, syncJob, { profileId, reason: 'event' }, { singletonKey: profileId });
    else if (event.chargeId !== null) await ctx.jobs.enqueue(tx, findCustomerJob, { chargeId: event.chargeId });
  });
}

/** Reads the raw body: the signature is over its bytes. @throws {Refusal} `too_large` */
async function bytesOf(request: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > limits.eventMaxBytes) throw new Refusal('too_large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Where the provider sends its events. */
export const eventRoute: RawRoute = {
  methods: ['POST'],
  path: '/api/v1/payments/events',
  access: 'public',
  limit: 'paymentEvent',
  summary: 'Takes the signed events of the payment provider.',
  async handle(ctx, { request, response }) {
    const provider = await providerOf(ctx);
    if (!provider) throw new Refusal('not_found');
    const bytes = await bytesOf(request);
    const signature = request.headers['stripe-signature'];
    let event: ProviderEvent;
    try {
      event = provider.readEvent(bytes, typeof signature === 'string' ? signature : '', ctx.clock.now());
    } catch (error) {
      if (!(error instanceof BadEvent)) throw error;
      ctx.log.warn({ reason: error.message }, 'an event of the payment provider was refused');
      throw new Refusal('bad_event');
    }
    await takeProviderEvent(ctx, provider.name, event);
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end('{"received":true}');
  },
};
