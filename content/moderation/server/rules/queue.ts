import type { Input } from '#site/contract/contract.ts';
import type { ContentItem } from '#platform/server/content-kind.ts';
import { Refusal } from '#platform/server/http/refusal.ts';

/** Why members report something. */
export type ReportReason = Input<'POST /reports'>['body']['reason'];

/** What staff decide about an item of the queue. */
export type Decision = Input<'POST /staff/queue/:itemId/decide'>['body']['decision'];

/** What is hidden until staff decide harms nobody while it waits. */
export const waitingPriority = 4;

/** What waits for its author, whom staff asked to change it. */
export const askedPriority = 5;

/** What everybody reads, and nobody has complained about: like a report of spam. */
export const markedPriority = 3;

const priorities: Readonly<Record<ReportReason, number>> = {
  private_information: 1,
  abuse: 1,
  adult: 2,
  copyright: 2,
  spam: 3,
  other: 3,
};

/**
 * How urgent a report is: 1 comes first. An item has the priority of its worst reason; how many have reported it does not
 * count, so that no crowd decides what staff see first.
 */
export const reportPriority = (reason: ReportReason): number => priorities[reason];

/**
 * Refuses a decision that makes no sense: what waits for review is approved or removed, and its author reads why not; all
 * else is kept or removed.
 * @param visibility null for what is gone for good
 * @throws {Refusal} `invalid`
 */
export function checkDecision(
  visibility: ContentItem['visibility'] | null,
  { decision, reason }: { readonly decision: Decision; readonly reason: string },
): void {
  const waits = visibility === 'held';
  if (waits && decision === 'keep')
    throw new Refusal('invalid', { fields: { decision: 'It waits for review. Approve or remove it.' } });
  if (!waits && decision === 'approve')
    throw new Refusal('invalid', { fields: { decision: 'It does not wait for review. Keep or remove it.' } });
  if (waits && decision === 'remove' && reason === '')
    throw new Refusal('invalid', { fields: { reason: 'Say why: its author reads it.' } });
}
