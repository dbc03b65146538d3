import { prices } from '#people/ledger/contract/limits.ts';

/** Credits of one tip. */
export const tips = { min: 1, max: 10_000, default: prices.tip } as const;

export const payments = {
  invoicesPerPage: 20,
  /** Bytes of an event of the provider. */
  eventMaxBytes: 512 * 1024,
  /** Seconds for which an event's signature counts. */
  eventMaxAgeSeconds: 300,
  /** Days for which taken events are remembered. */
  keepEventsDays: 90,
} as const;
