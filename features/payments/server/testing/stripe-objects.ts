/** Fields of an object of the API. */
export type Fields = Record<string, unknown>;

/** What the stand-in for Stripe has stored. */
export interface StripeObjects {
  /** Address of its pages, without a trailing slash. */
  origin: string;
  /** Fields of the last checkout that was created, flat, as they were sent. */
  lastCheckout: Readonly<Record<string, string>>;
  readonly customers: Map<string, Fields>;
  readonly sessions: Map<string, Fields>;
  readonly prices: Map<string, Fields>;
  readonly subscriptions: Fields[];
  readonly intents: Fields[];
  readonly invoices: Fields[];
  readonly disputes: Fields[];
  /** An id that no other object has: `cus_00000001`. */
  newId(prefix: string): string;
}

/** A call of the API. */
export interface StripeCall {
  readonly method: string;
  readonly path: string;
  readonly form: URLSearchParams;
  readonly query: URLSearchParams;
}

/** Seconds of a paid month. */
const MONTH = 30 * 86_400;

/** The price of each product, by its key. */
export const priceIds = {
  vip: 'price_vip',
  premium: 'price_premium',
  omega_premium: 'price_omega',
  premium_lifetime: 'price_lifetime',
  'ultimate-package': 'price_ultimate',
} as const;

const list = (path: string, data: readonly Fields[]): Fields => ({ object: 'list', url: path, has_more: false, data });

const chargeOf = (intent: Fields): Fields => intent['latest_charge'] as Fields;

/** A store with the prices of every product and nothing else. */
export function makeStripeObjects(): StripeObjects {
  let objectCount = 0;
  const month = { interval: 'month', interval_count: 1 };
  const price = (id: string, cents: number, recurring: Fields | null) =>
    [id, { id, object: 'price', active: true, currency: 'usd', unit_amount: cents, recurring }] as const;
  return {
    origin: '',
    lastCheckout: {},
    customers: new Map(),
    sessions: new Map(),
    prices: new Map<string, Fields>([
      price(priceIds.vip, 500, month),
      price(priceIds.premium, 1000, month),
      price(priceIds.omega_premium, 1500, month),
      price(priceIds.premium_lifetime, 800, null),
      price(priceIds['ultimate-package'], 999, null),
    ]),
    subscriptions: [],
    intents: [],
    invoices: [],
    disputes: [],
    newId: (prefix) => `${prefix}_${(objectCount += 1).toString().padStart(8, '0')}`,
  };
}

function metadataOf(form: URLSearchParams, prefix: string): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([key, value]) =>
      key.startsWith(`${prefix}[`) ? [[key.slice(prefix.length + 1, -1), value]] : [],
    ),
  );
}

function createSession(objects: StripeObjects, form: URLSearchParams): Fields {
  objects.lastCheckout = Object.fromEntries(form);
  const id = objects.newId('cs_test');
  const mode = form.get('mode');
  const session: Fields = {
    id,
    object: 'checkout.session',
    customer: form.get('customer'),
    mode,
    status: 'open',
    payment_status: 'unpaid',
    url: `${objects.origin}/pay/${id}`,
    price: form.get('line_items[0][price]'),
    data: metadataOf(form, mode === 'subscription' ? 'subscription_data[metadata]' : 'payment_intent_data[metadata]'),
  };
  objects.sessions.set(id, session);
  return session;
}

function createCustomer({ customers, newId }: StripeObjects, form: URLSearchParams): Fields {
  const customer = { id: newId('cus'), object: 'customer', email: form.get('email') };
  customers.set(customer.id, customer);
  return customer;
}

function expireSession(session: Fields): Fields {
  if (session['status'] !== 'open') return { refused: 'This session is not open.' };
  return Object.assign(session, { status: 'expired', url: null });
}

/** Answers a list or a creation, by its whole path. */
function answerCollection(objects: StripeObjects, { method, path, form, query }: StripeCall): Fields | undefined {
  const having = (all: readonly Fields[], field: string): Fields =>
    list(
      path,
      all.filter((one) => one[field] === query.get(field)),
    );
  switch (`${method} ${path}`) {
    case 'POST /v1/customers':
      return createCustomer(objects, form);
    case 'POST /v1/checkout/sessions':
      return createSession(objects, form);
    case 'POST /v1/billing_portal/sessions': {
      const url = `${objects.origin}/portal?${form.toString()}`;
      return { id: objects.newId('bps'), object: 'billing_portal.session', url };
    }
    case 'GET /v1/subscriptions':
      return having(objects.subscriptions, 'customer');
    case 'GET /v1/payment_intents':
      return having(objects.intents, 'customer');
    case 'GET /v1/invoices':
      return having(objects.invoices, 'customer');
    case 'GET /v1/disputes':
      return having(objects.disputes, 'payment_intent');
    default:
      return undefined;
  }
}

/** Answers about one object, by its id. */
function answerObject(objects: StripeObjects, { method, path }: StripeCall): Fields | undefined {
  const [, kind, id, action] = /^\/v1\/([a-z/]+)\/(\w+?)(\/expire)?$/.exec(path) ?? [];
  if (kind === undefined || id === undefined) return undefined;
  if (kind === 'checkout/sessions') {
    const session = objects.sessions.get(id);
    return session && action !== undefined ? expireSession(session) : session;
  }
  if (kind === 'subscriptions') {
    const subscription = objects.subscriptions.find((candidate) => candidate['id'] === id);
    if (subscription && method === 'DELETE')
      Object.assign(subscription, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) });
    return subscription;
  }
  if (kind === 'charges') {
    const intent = objects.intents.find((candidate) => chargeOf(candidate)['id'] === id);
    return intent && { ...chargeOf(intent), customer: intent['customer'] };
  }
  return kind === 'prices' ? objects.prices.get(id) : undefined;
}

/** The answer to a call: an object, `{ refused }` with the reason, or undefined where there is no such object. */
export function answerStripe(objects: StripeObjects, call: StripeCall): Fields | undefined {
  return answerCollection(objects, call) ?? answerObject(objects, call);
}

function addSubscription(objects: StripeObjects, session: Fields, created: number): string {
  const id = objects.newId('sub');
  objects.subscriptions.push({
    id,
    object: 'subscription',
    customer: session['customer'],
    status: 'active',
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    metadata: session['data'],
    items: list('/v1/subscription_items', [
      {
        id: objects.newId('si'),
        price: { id: session['price'] },
        current_period_start: created,
        current_period_end: created + MONTH,
      },
    ]),
  });
  return id;
}

function addInvoice(objects: StripeObjects, intent: Fields, subscription: string | null): void {
  const { newId } = objects;
  objects.invoices.push({
    id: newId('in'),
    object: 'invoice',
    customer: intent['customer'],
    number: newId('R'),
    status: 'paid',
    total: intent['amount'],
    currency: 'usd',
    created: intent['created'],
    hosted_invoice_url: `${objects.origin}/invoice`,
    total_taxes: [],
    status_transitions: { paid_at: intent['created'] },
    lines: list('/lines', [{ id: newId('il'), description: 'What was bought' }]),
    parent: subscription === null ? null : { subscription_details: { subscription } },
    payments: list('/payments', [{ payment: { payment_intent: intent['id'] } }]),
  });
}

/** Pays an open checkout: the payment, its subscription where it has one, and its invoice. @returns the customer's id */
export function paySession(objects: StripeObjects, sessionId: string, at: Date): string {
  const session = objects.sessions.get(sessionId)!;
  const created = Math.floor(at.getTime() / 1000);
  const customer = session['customer'] as string;
  const cents = objects.prices.get(session['price'] as string)!['unit_amount'] as number;
  const isMonthly = session['mode'] === 'subscription';
  Object.assign(session, { status: 'complete', payment_status: 'paid', url: null });
  const charge = { amount: cents, amount_refunded: 0, refunded: false, disputed: false, created };
  const intent: Fields = {
    id: objects.newId('pi'),
    object: 'payment_intent',
    customer,
    status: 'succeeded',
    amount: cents,
    currency: 'usd',
    created,
    metadata: isMonthly ? {} : session['data'],
    latest_charge: { id: objects.newId('ch'), ...charge },
  };
  objects.intents.push(intent);
  addInvoice(objects, intent, isMonthly ? addSubscription(objects, session, created) : null);
  return customer;
}

/** Refunds a customer's payments whole. */
export function refundCustomer({ intents }: StripeObjects, customerId: string): void {
  for (const intent of intents.filter((candidate) => candidate['customer'] === customerId)) {
    const charge = chargeOf(intent);
    Object.assign(charge, { amount_refunded: charge['amount'], refunded: true });
  }
}

/** Opens a dispute about a customer's payments, or sets its status. @returns the charge's id */
export function disputeCustomer(
  { intents, disputes, newId }: StripeObjects,
  customerId: string,
  status: string,
): string {
  let id = '';
  for (const intent of intents.filter((candidate) => candidate['customer'] === customerId)) {
    const charge = chargeOf(intent);
    charge['disputed'] = true;
    id = charge['id'] as string;
    const known = disputes.find((dispute) => dispute['payment_intent'] === intent['id']);
    if (known) known['status'] = status;
    else disputes.push({ id: newId('dp'), object: 'dispute', payment_intent: intent['id'], charge: id, status });
  }
  return id;
}
