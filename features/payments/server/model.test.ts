import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Product } from '#people/ledger/contract/limits.ts';
import { highestTier } from '#people/ledger/server/rules.ts';
import { type PaidGrant, grantChanges, grantsFor } from './rules.ts';
import type { TestAccount } from './test-provider.ts';
import {
  type ProviderStep,
  afterStep,
  emptyAccount,
  graceDays,
  mustOwn,
  mustShow,
  providerStep,
} from './testing/lives.ts';

/**
 * The functions that decide about rights, with a site in memory around them: events come shuffled, doubled, late or
 * never, and reads of the provider overlap and are applied in any order. `sequences.test.ts` runs the same lives through
 * the jobs and the database, fewer of them. `PAYMENT_SEQUENCES` and `PAYMENT_SEED` choose others.
 */
const RUNS = Number(process.env['PAYMENT_SEQUENCES'] ?? 10_000);
const SEED = Number(process.env['PAYMENT_SEED'] ?? 7);
const DAY = 86_400_000;
const NOBODY = '00000000-0000-7000-8000-000000000000';

type Step =
  | { readonly do: 'provider'; readonly step: ProviderStep }
  /** An event that is on its way arrives; `again`: it stays on its way, and comes once more. */
  | { readonly do: 'deliver'; readonly of: number; readonly again: boolean }
  | { readonly do: 'lose'; readonly of: number }
  /** A job reads the provider's state; a read that was begun is applied. */
  | { readonly do: 'read' | 'apply'; readonly of: number }
  | { readonly do: 'wait'; readonly days: number };

const of = fc.nat({ max: 9 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: providerStep.map((one): Step => ({ do: 'provider', step: one })) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deliver' as const), of, again: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), of }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('read', 'apply'), of }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.nat({ max: 45 }) }) },
);

/** One of the rules that keep order; a run without it must fail. */
type Rule = 'later read wins' | 'events are taken once' | 'the reconciliation reads';

/** What is stored for a member, and how a read of the provider changes it: `sync.ts` without a database. */
class Site {
  readonly grants = new Map<string, PaidGrant>();
  readonly #taken = new Set<number>();
  readonly #without: Rule | null;
  #started = 0;
  #applied = 0;
  jobs = 0;

  constructor(without: Rule | null) {
    this.#without = without;
  }

  takeEvent(id: number): void {
    if (this.#taken.has(id) && this.#without !== 'events are taken once') return;
    this.#taken.add(id);
    this.jobs++;
  }

  begin(state: TestAccount): { number: number; state: TestAccount } {
    return { number: ++this.#started, state };
  }

  /** @returns how many grants changed */
  apply({ number, state }: { number: number; state: TestAccount }, now: Date): number {
    if (number <= this.#applied && this.#without !== 'later read wins') return 0;
    this.#applied = number;
    const held = [...this.grants].map(([source, { product, expiresAt }]) => ({
      source,
      name: product,
      expires_at: expiresAt,
    }));
    const { revoked, granted } = grantChanges(held, grantsFor(state, now, graceDays));
    for (const row of revoked) this.grants.delete(row.source);
    for (const [source, grant] of granted) this.grants.set(source, grant);
    return revoked.length + granted.size;
  }
}

/** Lives through the steps, reconciles, and lets what was begun before come to its end. @returns what is wrong */
function wrongAfter(steps: readonly Step[], without: Rule | null = null): string | null {
  const site = new Site(without);
  let account = emptyAccount(NOBODY);
  let now = new Date('2026-03-01T12:00:00Z');
  let events = 0;
  const way: number[] = [];
  const reads: { number: number; state: TestAccount }[] = [];
  const take = <T>(list: T[], at: number): T | undefined => list.splice(at % Math.max(1, list.length), 1)[0];
  for (const [number, one] of steps.entries()) {
    if (one.do === 'provider') {
      account = afterStep(account, one.step, now, String(number));
      way.push(++events);
    }
    if (one.do === 'deliver') {
      const event = take(way, one.of);
      if (event !== undefined) site.takeEvent(event);
      if (event !== undefined && one.again) way.push(event);
    }
    if (one.do === 'lose') take(way, one.of);
    if (one.do === 'read' && site.jobs > 0) {
      site.jobs--;
      reads.push(site.begin(account));
    }
    const read = one.do === 'apply' ? take(reads, one.of) : undefined;
    if (read) site.apply(read, now);
    if (one.do === 'wait') now = new Date(now.getTime() + one.days * DAY);
  }
  if (without !== 'the reconciliation reads') site.apply(site.begin(account), now);
  // Reads that began before the reconciliation know less, and end after it.
  for (const read of reads) site.apply(read, now);

  const found = [...site.grants]
    .map(([source, { product, expiresAt }]) => ({ source, product, until: expiresAt?.getTime() ?? null }))
    .toSorted((a, b) => (a.source < b.source ? -1 : 1));
  const wanted = mustOwn(account, now);
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    return `found ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`;
  const products = new Set<Product>(found.map((grant) => grant.product));
  if ((highestTier(products) ?? 'wanderer') !== mustShow(products)) return `the badge of ${[...products].join()}`;
  return site.apply(site.begin(account), now) === 0 ? null : 'the same state changed something again';
}

const sequences = fc.array(step, { maxLength: 40, size: 'max' });
const settings = { seed: SEED, numRuns: RUNS, endOnFailure: false };

test(`after any of ${RUNS.toLocaleString('en')} sequences of events the rights are those of the provider’s last state`, () => {
  const length = { steps: 0, grants: 0 };
  fc.assert(
    fc.property(sequences, (steps) => {
      length.steps += steps.length;
      expect(wrongAfter(steps)).toBeNull();
    }),
    settings,
  );
  // Long enough for events to overtake one another.
  expect(length.steps / RUNS).toBeGreaterThan(10);
});

test.each<[Rule, number]>([
  ['later read wins', 6],
  ['the reconciliation reads', 1],
])('without the rule "%s" a sequence fails, and is shrunk to the least steps', (rule, least) => {
  const outcome = fc.check(
    fc.property(sequences, (steps) => wrongAfter(steps, rule) === null),
    settings,
  );
  expect(outcome.failed).toBe(true);
  expect(outcome.counterexample![0].length).toBeLessThanOrEqual(least);
});
