import { createHmac } from 'node:crypto';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fields = Record<string, unknown>;

/** A local server that plays Stripe: the API that this site calls, in its shapes, and events signed like its own. */
export interface StripeStandIn {
  /** For `STRIPE_STAND_IN_URL`. */
  readonly url: string;
  /** Environment of a site that uses it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Calls that came in, `METHOD /path`, oldest first. */
  readonly asked: string[];
  /** Fields of the last checkout that was created, flat, as they were sent. */
  lastCheckout: Readonly<Record<string, string>>;
  /** What every answer is instead; null for what is right. While it is slow no answer comes: they come with its end. */
  trouble: 'down' | 'nonsense' | 'slow' | null;
  /** Prices, by id. */
  readonly prices: Map<string, Fields>;
  /** Pays an open checkout: what a customer does at the provider. @returns the customer's id */
  pay(sessionId: string, at: Date): string;
  /** Changes every subscription of a customer. */
  subscription(customerId: string, change: (one: Fields) => Fields): void;
  /** Refunds the customer's payments whole. */
  refund(customerId: string): void;
  /** Opens a dispute about the customer's payments, or sets its status. @returns the charge's id */
  dispute(customerId: string, status: string): string;
  /** An event as it is sent: its bytes, and the header with its signature. */
  event(event: { id?: string; type: string; object: Fields; at: Date; secret?: string }): {
    bytes: string;
    signature: string;
  };
  close(): Promise<void>;
}

const MONTH = 30 * 86_400;
const SECRET = 'whsec_standin';

/** The product of a test price: `price_vip`. */
const priceIds = {
  vip: 'price_vip',
  premium: 'price_premium',
  omega_premium: 'price_omega',
  premium_lifetime: 'price_lifetime',
  'ultimate-package': 'price_ultimate',
} as const;

const list = (path: string, data: readonly Fields[]) => ({ object: 'list', url: path, has_more: false, data });

/** Starts the stand-in on a free port of the loopback. */
export async function startStripeStandIn(): Promise<StripeStandIn> {
  let made = 0;
  const newId = (prefix: string): string => `${prefix}_${(made += 1).toString().padStart(8, '0')}`;
  const customers = new Map<string, Fields>();
  const sessions = new Map<string, Fields>();
  const subscriptions: Fields[] = [];
  const intents: Fields[] = [];
  const invoices: Fields[] = [];
  const disputes: Fields[] = [];
  const repeated = new Map<string, unknown>();
  const held: (() => void)[] = [];
  const month = { interval: 'month', interval_count: 1 };
  const priceOf = (id: string, cents: number, recurring: Fields | null) =>
    [id, { id, object: 'price', active: true, currency: 'usd', unit_amount: cents, recurring }] as const;
  const prices = new Map<string, Fields>([
    priceOf(priceIds.vip, 500, month),
    priceOf(priceIds.premium, 1000, month),
    priceOf(priceIds.omega_premium, 1500, month),
    priceOf(priceIds.premium_lifetime, 800, null),
    priceOf(priceIds['ultimate-package'], 999, null),
  ]);

  const state = {
    lastCheckout: {} as Readonly<Record<string, string>>,
    trouble: null as StripeStandIn['trouble'],
  };
  const metadataOf = (form: URLSearchParams, prefix: string): Record<string, string> =>
    Object.fromEntries(
      [...form].flatMap(([key, value]) => {
        const name = key.startsWith(`${prefix}[`) ? key.slice(prefix.length + 1, -1) : null;
        return name === null ? [] : [[name, value]];
      }),
    );

  const createSession = (form: URLSearchParams): Fields => {
    state.lastCheckout = Object.fromEntries(form);
    const id = newId('cs_test');
    const mode = form.get('mode');
    const session: Fields = {
      id,
      object: 'checkout.session',
      customer: form.get('customer'),
      mode,
      status: 'open',
      payment_status: 'unpaid',
      url: `${origin}/pay/${id}`,
      price: form.get('line_items[0][price]'),
      data: metadataOf(form, mode === 'subscription' ? 'subscription_data[metadata]' : 'payment_intent_data[metadata]'),
    };
    sessions.set(id, session);
    return session;
  };

  const answer = (method: string, path: string, form: URLSearchParams, query: URLSearchParams): unknown => {
    const ofCustomer = (all: readonly Fields[]) =>
      list(
        path,
        all.filter((one) => one['customer'] === query.get('customer')),
      );
    if (method === 'POST' && path === '/v1/customers') {
      const customer = { id: newId('cus'), object: 'customer', email: form.get('email') };
      customers.set(customer.id, customer);
      return customer;
    }
    if (method === 'POST' && path === '/v1/checkout/sessions') return createSession(form);
    const [, sessionId, expire] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(path) ?? [];
    if (sessionId !== undefined) {
      const session = sessions.get(sessionId);
      if (!session) return undefined;
      if (expire === undefined) return session;
      if (session['status'] !== 'open') return { refused: 'This session is not open.' };
      Object.assign(session, { status: 'expired', url: null });
      return session;
    }
    if (path === '/v1/subscriptions') return ofCustomer(subscriptions);
    const [, subscriptionId] = /^\/v1\/subscriptions\/(\w+)$/.exec(path) ?? [];
    if (subscriptionId !== undefined) {
      const found = subscriptions.find((one) => one['id'] === subscriptionId);
      if (found && method === 'DELETE')
        Object.assign(found, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) });
      return found;
    }
    if (path === '/v1/payment_intents') return ofCustomer(intents);
    if (path === '/v1/invoices') return ofCustomer(invoices);
    if (path === '/v1/disputes')
      return list(
        path,
        disputes.filter((one) => one['payment_intent'] === query.get('payment_intent')),
      );
    const [, chargeId] = /^\/v1\/charges\/(\w+)$/.exec(path) ?? [];
    if (chargeId !== undefined) {
      const intent = intents.find((one) => (one['latest_charge'] as Fields)['id'] === chargeId);
      return intent && { ...(intent['latest_charge'] as Fields), customer: intent['customer'] };
    }
    if (method === 'POST' && path === '/v1/billing_portal/sessions')
      return { id: newId('bps'), object: 'billing_portal.session', url: `${origin}/portal?${form.toString()}` };
    const [, priceId] = /^\/v1\/prices\/(\w+)$/.exec(path) ?? [];
    return priceId === undefined ? undefined : prices.get(priceId);
  };

  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', origin);
      const method = request.method ?? 'GET';
      asked.push(`${method} ${url.pathname}`);
      const send = (status: number, body: string): void =>
        void response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') }).end(body);
      const error = (status: number, message: string): void =>
        send(status, JSON.stringify({ error: { type: 'invalid_request_error', message } }));
      if (state.trouble === 'down') return void request.socket.destroy();
      if (state.trouble === 'nonsense')
        return send(200, '{"object":"list","data":[{"id":7}],"has_more":false,"url":"/"}');
      if (request.headers.authorization !== 'Bearer sk_test_standin') return error(401, 'Invalid API Key.');
      const key = request.headers['idempotency-key'];
      const before = typeof key === 'string' && method === 'POST' ? repeated.get(key) : undefined;
      const found =
        before ??
        answer(method, url.pathname, new URLSearchParams(Buffer.concat(parts).toString('utf8')), url.searchParams);
      if (typeof key === 'string' && method === 'POST') repeated.set(key, found);
      if (found === undefined) return error(404, 'No such object.');
      if (typeof found === 'object' && found !== null && 'refused' in found) return error(400, String(found.refused));
      const done = (): void => send(200, JSON.stringify(found));
      if (state.trouble === 'slow') held.push(done);
      else setTimeout(done, 0);
    });
  });
  const asked: string[] = [];
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: origin,
    environment: {
      STRIPE_SECRET_KEY: 'sk_test_standin',
      STRIPE_WEBHOOK_SECRET: SECRET,
      STRIPE_STAND_IN_URL: origin,
      STRIPE_PRICES: Object.entries(priceIds)
        .map(([product, price]) => `${product}=${price}`)
        .join(','),
    },
    asked,
    prices,
    get lastCheckout() {
      return state.lastCheckout;
    },
    set lastCheckout(value) {
      state.lastCheckout = value;
    },
    get trouble() {
      return state.trouble;
    },
    set trouble(value) {
      state.trouble = value;
      if (value !== 'slow') for (const done of held.splice(0)) done();
    },
    pay(sessionId, at) {
      const session = sessions.get(sessionId)!;
      const created = Math.floor(at.getTime() / 1000);
      const customer = session['customer'] as string;
      const cents = prices.get(session['price'] as string)!['unit_amount'] as number;
      const isMonthly = session['mode'] === 'subscription';
      Object.assign(session, { status: 'complete', payment_status: 'paid', url: null });
      const charge = { id: newId('ch'), amount: cents, amount_refunded: 0, refunded: false, disputed: false, created };
      const intent = {
        id: newId('pi'),
        object: 'payment_intent',
        customer,
        status: 'succeeded',
        amount: cents,
        currency: 'usd',
        created,
        metadata: isMonthly ? {} : session['data'],
        latest_charge: charge,
      };
      intents.push(intent);
      const subscription = newId('sub');
      if (isMonthly)
        subscriptions.push({
          id: subscription,
          object: 'subscription',
          customer,
          status: 'active',
          cancel_at: null,
          cancel_at_period_end: false,
          ended_at: null,
          metadata: session['data'],
          items: list('/v1/subscription_items', [
            {
              id: newId('si'),
              price: { id: session['price'] },
              current_period_start: created,
              current_period_end: created + MONTH,
            },
          ]),
        });
      invoices.push({
        id: newId('in'),
        object: 'invoice',
        customer,
        number: newId('R'),
        status: 'paid',
        total: cents,
        currency: 'usd',
        created,
        hosted_invoice_url: `${origin}/invoice`,
        total_taxes: [],
        status_transitions: { paid_at: created },
        lines: list('/lines', [{ id: newId('il'), description: 'What was bought' }]),
        parent: isMonthly ? { subscription_details: { subscription } } : null,
        payments: list('/payments', [{ payment: { payment_intent: intent.id } }]),
      });
      return customer;
    },
    subscription(customerId, change) {
      for (const one of subscriptions) if (one['customer'] === customerId) Object.assign(one, change(one));
    },
    refund(customerId) {
      for (const one of intents)
        if (one['customer'] === customerId) {
          const charge = one['latest_charge'] as Fields;
          Object.assign(charge, { amount_refunded: charge['amount'], refunded: true });
        }
    },
    dispute(customerId, status) {
      let id = '';
      for (const one of intents.filter((intent) => intent['customer'] === customerId)) {
        const charge = one['latest_charge'] as Fields;
        charge['disputed'] = true;
        id = charge['id'] as string;
        const known = disputes.find((each) => each['payment_intent'] === one['id']);
        if (known) known['status'] = status;
        else disputes.push({ id: newId('dp'), object: 'dispute', payment_intent: one['id'], charge: id, status });
      }
      return id;
    },
    event({ id, type, object, at, secret }) {
      const bytes = JSON.stringify({ id: id ?? newId('evt'), object: 'event', type, data: { object } });
      const timestamp = Math.floor(at.getTime() / 1000);
      const hash = createHmac('sha256', secret ?? SECRET)
        .update(`${timestamp}.${bytes}`)
        .digest('hex');
      return { bytes, signature: `t=${timestamp},v1=${hash}` };
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
