import type { Product } from '#people/ledger/contract/limits.ts';

/** A subscription in the terms of this site. */
export interface ProviderSubscription {
  readonly id: string;
  /** Null for a price that this site does not sell. */
  readonly product: Product | null;
  /** `past_due`: the renewal has failed so far. `incomplete`: nothing was paid yet. */
  readonly status: 'active' | 'past_due' | 'incomplete' | 'ended';
  readonly periodStart: Date;
  readonly periodEnd: Date;
  /** When it ends by a cancellation; null while it renews. */
  readonly endsAt: Date | null;
  /** Its newest payment was refunded whole, or one of its payments is disputed, or was lost in a dispute. */
  readonly isReversed: boolean;
}

/** A one-time payment. */
export interface ProviderPayment {
  readonly id: string;
  readonly product: Product | null;
  readonly cents: number;
  /** Lower case, `usd`. */
  readonly currency: string;
  /** `refunded`: whole. `disputed`: until the dispute is won. */
  readonly state: 'paid' | 'refunded' | 'disputed';
  readonly paidAt: Date;
}

export interface ProviderInvoice {
  readonly id: string;
  readonly number: string | null;
  /** What it is for, in words. */
  readonly title: string;
  readonly status: 'open' | 'paid' | 'void';
  readonly totalCents: number;
  readonly taxCents: number;
  readonly refundedCents: number;
  readonly currency: string;
  /** The provider's page of it. */
  readonly url: string | null;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
}

/** The current state of a customer at the provider. */
export interface ProviderState {
  readonly subscriptions: readonly ProviderSubscription[];
  readonly payments: readonly ProviderPayment[];
  readonly invoices: readonly ProviderInvoice[];
}

/** A checkout at the provider. */
export interface ProviderSession {
  readonly id: string;
  /** `expired`: nobody can pay it any more. */
  readonly state: 'open' | 'paid' | 'expired';
  readonly url: string | null;
}

/** An event whose signature was checked. It is a hint that something of the customer may have changed. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** The provider's id of the customer; null where the event names none. */
  readonly customerId: string | null;
  /** Of events that name a charge alone, such as those of disputes: whose it is must be asked. */
  readonly chargeId: string | null;
}

/** The request of a checkout. */
export interface CheckoutRequest {
  /** Names the request: the provider answers a repeated one with the same checkout. */
  readonly reference: string;
  readonly customerId: string;
  readonly profileId: string;
  readonly product: Product;
  /** With `{CHECKOUT_SESSION_ID}` where the provider puts the session's id. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** A payment provider. Every call asks it; each may fail or take long, and is never made inside a transaction. */
export interface PaymentProvider {
  readonly name: 'stripe' | 'test';
  sells(product: Product): boolean;
  /** @returns the customer's id, the same for the same profile. */
  createCustomer(member: { profileId: string; email: string; name: string }): Promise<string>;
  createSession(request: CheckoutRequest): Promise<ProviderSession>;
  /** Null for one that the provider does not know. */
  session(id: string): Promise<ProviderSession | null>;
  /** Ends a checkout that nobody has paid. @returns how it is then */
  expireSession(id: string): Promise<ProviderSession | null>;
  state(customerId: string): Promise<ProviderState>;
  /** Address where a customer manages their subscription. @param change the plan to change to, if that is what they want */
  portalUrl(customer: {
    id: string;
    returnUrl: string;
    change: { subscriptionId: string; product: Product } | null;
  }): Promise<string>;
  /** Ends a subscription at once. @param unused what becomes of the days that are paid for: `credited` to the customer, or lost */
  endSubscription(id: string, unused: 'credited' | 'lost'): Promise<void>;
  /**
   * Checks the signature of an event over its unchanged bytes, and its age (at most 300 seconds).
   * @throws {BadEvent}
   */
  readEvent(bytes: Buffer, signature: string, now: Date): ProviderEvent;
  /** The customer of a charge; null where it has none. */
  customerOfCharge(chargeId: string): Promise<string | null>;
  /** Compares the site's prices with the provider's. @returns a sentence for each that does not fit */
  check(): Promise<string[]>;
}

/** An event that is not of the provider, too old, or damaged. */
export class BadEvent extends Error {
  override name = 'BadEvent';
}

/** The provider cannot be reached, refuses, or answers nonsense. */
export class ProviderFailed extends Error {
  override name = 'ProviderFailed';
}
