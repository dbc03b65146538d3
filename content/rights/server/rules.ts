import type { ComplaintState } from '#content/rights/contract/endpoints.ts';

const DAY_MS = 86_400_000;

/**
 * The end of the n-th business day after a timestamp, Monday to Friday in UTC. Holidays are not known: they differ by
 * country, and the range of days that the law gives has room for them.
 */
export function afterBusinessDays(from: Date, days: number): Date {
  let at = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  for (let left = days; left > 0;) {
    at += DAY_MS;
    const day = new Date(at).getUTCDay();
    if (day !== 0 && day !== 6) left--;
  }
  return new Date(at + DAY_MS - 1);
}

/** How mails and pages name a complaint. */
export const referenceOf = (id: string): string => `C-${id.slice(-8).toUpperCase()}`;

/** Whether somebody signed with the name that stands above, any case and spacing. */
export function isSignedBy(name: string, signature: string): boolean {
  const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return plain(name) === plain(signature);
}

/** The states in which a content is hidden because of a complaint. They count against its uploader. */
export const hidingStates = ['hidden', 'countered', 'in_court'] as const satisfies readonly ComplaintState[];

/** Whether a complaint hides its content now. */
export const isHiding = (state: string): boolean => (hidingStates as readonly string[]).includes(state);

/** A day, as mails and refusals name it. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
