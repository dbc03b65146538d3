import { createHmac } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Fields,
  answerStripe,
  disputeCustomer,
  makeStripeObjects,
  paySession,
  priceIds,
  refundCustomer,
} from './stripe-objects.ts';

/** A local server that plays Stripe: the API that this site calls, in its shapes, and events signed like its own. */
export interface StripeStandIn {
  /** For `STRIPE_STAND_IN_URL`. */
  readonly url: string;
  /** Environment of a site that uses it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Calls that came in, `METHOD /path`, oldest first. */
  readonly asked: string[];
  /** Fields of the last checkout that was created, flat, as they were sent. */
  readonly lastCheckout: Readonly<Record<string, string>>;
  /** What every answer is instead; null for what is right. While it is slow no answer comes: they come with its end. */
  failure: 'down' | 'nonsense' | 'slow' | null;
  /** Prices, by id. */
  readonly prices: Map<string, Fields>;
  /** Pays an open checkout: what a customer does at the provider. @returns the customer's id */
  pay(sessionId: string, at: Date): string;
  /** Changes every subscription of a customer. */
  subscription(customerId: string, change: (subscription: Fields) => Fields): void;
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

const SECRET = 'whsec_standin';

/** An event as Stripe signs it. */
function signedEvent(newId: (prefix: string) => string): StripeStandIn['event'] {
  return ({ id, type, object, at, secret }) => {
    const bytes = JSON.stringify({ id: id ?? newId('evt'), object: 'event', type, data: { object } });
    const timestamp = Math.floor(at.getTime() / 1000);
    const hash = createHmac('sha256', secret ?? SECRET)
      .update(`${timestamp}.${bytes}`)
      .digest('hex');
    return { bytes, signature: `t=${timestamp},v1=${hash}` };
  };
}

const bodyOf = async (request: IncomingMessage): Promise<string> =>
  Buffer.concat((await request.toArray()) as Buffer[]).toString('utf8');

/** Starts the stand-in on a free port of the loopback. */
export async function startStripeStandIn(): Promise<StripeStandIn> {
  const objects = makeStripeObjects();
  const { newId } = objects;
  const asked: string[] = [];
  /** Answers by idempotency key. */
  const repeated = new Map<string, Fields | undefined>();
  const held: (() => void)[] = [];
  let failure: StripeStandIn['failure'] = null;

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', objects.origin);
    const method = request.method ?? 'GET';
    const form = new URLSearchParams(await bodyOf(request));
    asked.push(`${method} ${url.pathname}${method === 'DELETE' ? url.search : ''}`);
    const send = (status: number, body: string): void =>
      void response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') }).end(body);
    const error = (status: number, message: string): void =>
      send(status, JSON.stringify({ error: { type: 'invalid_request_error', message } }));
    if (failure === 'down') return void request.socket.destroy();
    if (failure === 'nonsense') return send(200, '{"object":"list","data":[{"id":7}],"has_more":false,"url":"/"}');
    if (request.headers.authorization !== 'Bearer sk_test_standin') return error(401, 'Invalid API Key.');
    const key = method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const before = typeof key === 'string' ? repeated.get(key) : undefined;
    const answer = before ?? answerStripe(objects, { method, path: url.pathname, form, query: url.searchParams });
    if (typeof key === 'string') repeated.set(key, answer);
    if (answer === undefined) return error(404, 'No such object.');
    if ('refused' in answer) return error(400, String(answer['refused']));
    const done = (): void => send(200, JSON.stringify(answer));
    if (failure === 'slow') held.push(done);
    else done();
  };

  const server: Server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  objects.origin = origin;

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
    prices: objects.prices,
    get lastCheckout() {
      return objects.lastCheckout;
    },
    get failure() {
      return failure;
    },
    set failure(value) {
      failure = value;
      if (value !== 'slow') for (const done of held.splice(0)) done();
    },
    pay: (sessionId, at) => paySession(objects, sessionId, at),
    subscription(customerId, change) {
      for (const subscription of objects.subscriptions)
        if (subscription['customer'] === customerId) Object.assign(subscription, change(subscription));
    },
    refund: (customerId) => refundCustomer(objects, customerId),
    dispute: (customerId, status) => disputeCustomer(objects, customerId, status),
    event: signedEvent(newId),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
