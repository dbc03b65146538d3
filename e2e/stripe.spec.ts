import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { readConfig } from '#platform/server/config.ts';
import { makeMember } from '#people/accounts/server/fixtures.ts';
import { startStripeStandIn } from '#features/payments/server/testing/stripe-stand-in.ts';
import { openSite } from '#site/server/site.ts';
import { freePort } from '#platform/server/free-port.ts';
import { hydrated } from './hydrated.ts';
import { expect, test } from './world.ts';

test('a tier is bought at the provider, granted by its signed event, managed there, and gone when it ends', async ({
  open,
}) => {
  test.setTimeout(180_000);
  const stripe = await startStripeStandIn();
  const folder = await mkdtemp(path.join(tmpdir(), 'looproom-stripe-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const config = readConfig({ PORT: String(port), DATA_DIR: folder, SITE_URL: url, ...stripe.environment });
  const shop = await openSite(config, pino({ level: 'silent' }), { rateLimits: false });
  /** Sends an event as the provider does. @returns the status of the answer */
  const deliver = async (customer: string, type: string, secret?: string): Promise<number> => {
    const object = { object: 'subscription', customer };
    const { bytes, signature } = stripe.event({ type, object, at: new Date(), ...(secret && { secret }) });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return (await fetch(`${url}/api/v1/payments/events`, { method: 'POST', headers, body: bytes })).status;
  };
  try {
    await shop.listen();
    const member = await makeMember(shop.ctx);
    const page = await open(null, { baseURL: url });
    const [name, ...value] = member.cookie.split('=');
    await page.context().addCookies([{ name: name!, value: value.join('='), url, httpOnly: true, sameSite: 'Lax' }]);
    // The pages of the provider: what they do is done by the stand-in.
    await page.context().route(`${stripe.url}/**`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>Provider</title><h1>At the provider</h1>',
      }),
    );

    await page.goto('/ranks');
    await hydrated(page);
    const [checkout] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Subscribe to VIP' }).click(),
    ]);
    await checkout.waitForURL(`${stripe.url}/pay/**`);
    const session = new URL(checkout.url()).pathname.split('/').at(-1)!;

    // An event that somebody else has signed grants nothing.
    const customer = stripe.pay(session, new Date());
    expect(await deliver(customer, 'checkout.session.completed', 'whsec_somebody')).toBe(400);
    await expect(page.getByText('VIP renews on', { exact: false })).toHaveCount(0);
    expect(await deliver(customer, 'checkout.session.completed')).toBe(200);
    await expect(page.getByText('VIP renews on', { exact: false })).toBeVisible();

    await checkout.goto(stripe.lastCheckout['success_url']!.replace('{CHECKOUT_SESSION_ID}', session));
    await expect(checkout.getByRole('heading', { name: 'Payment successful' })).toBeVisible();
    await expect(checkout.getByText('You now have VIP.', { exact: false })).toBeVisible();

    await checkout.goto('/settings/premium');
    await hydrated(checkout);
    const [portal] = await Promise.all([
      checkout.waitForEvent('popup'),
      checkout.getByRole('button', { name: 'Manage subscription' }).click(),
    ]);
    await portal.waitForURL(`${stripe.url}/portal?**`);

    stripe.subscription(customer, () => ({ status: 'canceled', ended_at: Math.floor(Date.now() / 1000) }));
    expect(await deliver(customer, 'customer.subscription.deleted')).toBe(200);
    await expect(page.getByRole('button', { name: 'Subscribe to VIP' })).toBeVisible();
    // Open pages would ask the site that closes.
    await page.context().close();
  } finally {
    await shop.close();
    await stripe.close();
    await rm(folder, { recursive: true, force: true });
  }
});
