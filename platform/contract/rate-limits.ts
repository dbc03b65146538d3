/** A fixed-window rate limit: at most `max` calls in `windowSeconds`, counted by `by`. */
export interface Rate {
  readonly max: number;
  readonly windowSeconds: number;
  /** `address`: the caller's network, an IPv4 address or the /64 of an IPv6 one. `caller`: the signed-in member, else the network. */
  readonly by: 'address' | 'caller';
}

/**
 * Request rates by name, where the operator sets no other (`RATES`). They keep machines away; the product's own cooldowns
 * are in `spam`.
 */
export const rates = {
  read: { max: 1200, windowSeconds: 60, by: 'caller' },
  write: { max: 240, windowSeconds: 60, by: 'caller' },
  preview: { max: 240, windowSeconds: 60, by: 'caller' },
  /** Milliseconds of a core that previews take, not calls. */
  rendering: { max: 4000, windowSeconds: 60, by: 'caller' },
  signIn: { max: 20, windowSeconds: 300, by: 'address' },
  signUp: { max: 10, windowSeconds: 3600, by: 'address' },
  mailRequest: { max: 10, windowSeconds: 3600, by: 'address' },
  /** Copyright complaints: each sends a mail. */
  takedown: { max: 10, windowSeconds: 3600, by: 'address' },
  codeEntry: { max: 30, windowSeconds: 900, by: 'address' },
  friendRequest: { max: 60, windowSeconds: 3600, by: 'caller' },
  /** Searches, also while typing. */
  search: { max: 300, windowSeconds: 60, by: 'caller' },
  /** Trials of a banned word: each reads the latest 10,000 texts. */
  wordTrial: { max: 60, windowSeconds: 600, by: 'caller' },
  /** Each change of an artist may ask another server. */
  showcase: { max: 30, windowSeconds: 3600, by: 'caller' },
  /** Requests for files: players ask often. */
  file: { max: 12_000, windowSeconds: 60, by: 'address' },
  /** Pictures that are drawn when they are asked for: each takes a tenth of a second of a core. */
  drawing: { max: 60, windowSeconds: 60, by: 'address' },
  transfer: { max: 120, windowSeconds: 600, by: 'caller' },
  transferChunk: { max: 1200, windowSeconds: 60, by: 'caller' },
  heavy: { max: 6, windowSeconds: 3600, by: 'caller' },
  /** Calls that ask the payment provider. */
  checkout: { max: 30, windowSeconds: 600, by: 'caller' },
  /** Events of the payment provider: bursts after an outage. */
  paymentEvent: { max: 3000, windowSeconds: 60, by: 'address' },
  /** Bounces and complaints that a mail provider reports. */
  mailEvent: { max: 3000, windowSeconds: 60, by: 'address' },
  pay: { max: 30, windowSeconds: 60, by: 'caller' },
  /** Secret links that are opened: nobody tries many. */
  secretLink: { max: 60, windowSeconds: 60, by: 'address' },
  /** Messages of a chat. */
  chat: { max: 60, windowSeconds: 60, by: 'caller' },
  /** Signs of presence, typing and reactions of a room. */
  presence: { max: 240, windowSeconds: 60, by: 'caller' },
  /** Plays that begin or have been heard: what a listener who skips a lot does. */
  play: { max: 240, windowSeconds: 60, by: 'address' },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof rates;

/** A GCRA limit on attempts: a burst of `max`, then one each `windowSeconds / max`. */
export interface AttemptRate {
  readonly max: number;
  readonly windowSeconds: number;
}

/**
 * Limits on attempts at one account, stored in the database, where the operator sets no other (`RATES`). What succeeds
 * does not count. Limits whose name ends with `Account` count all unknown devices of all networks together.
 */
export const attemptRates = {
  /** Wrong passwords of one network, or of one known device. */
  password: { max: 10, windowSeconds: 900 },
  passwordAccount: { max: 30, windowSeconds: 300 },
  /** Wrong codes of one network, or of one known device. */
  code: { max: 5, windowSeconds: 900 },
  codeAccount: { max: 10, windowSeconds: 1800 },
  /** Mails to one address that one network, or one known device, asks for. */
  mail: { max: 5, windowSeconds: 3600 },
  /** Mails of one purpose to one address: beyond, the mail of before still counts, and no other is sent. */
  mailAccount: { max: 3, windowSeconds: 1800 },
  /** Accounts that one network makes, on all processes together. */
  signUpNetwork: { max: 20, windowSeconds: 3600 },
  /** Reports of one account in its first day: whoever is new does not fill the queue. */
  reportNew: { max: 10, windowSeconds: 3600 },
  /** Accounts with addresses of one mail host; of a large provider, ten times as many. Beyond, their first texts wait for staff. */
  signUpHost: { max: 30, windowSeconds: 3600 },
} as const satisfies Record<string, AttemptRate>;

export type AttemptRateName = keyof typeof attemptRates;

/** Bytes of a request body where the endpoint does not say otherwise. */
export const defaultMaxBodyBytes = 64 * 1024;
