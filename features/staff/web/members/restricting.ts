import { type DecisionWords, useDecision } from '#features/staff/web/actions.ts';
import { numberOf } from '#platform/web/ui/controls/form/number.ts';

/** Restrictions of a member by staff. */
export type RestrictionKind = 'warning' | 'silence' | 'suspension';

const DAY_MS = 86_400_000;

/** Ends of a restriction, in days from now. */
export const ends = [
  { value: '1', label: 'For a day' },
  { value: '7', label: 'For a week' },
  { value: '30', label: 'For 30 days' },
  { value: '365', label: 'For a year' },
  { value: '', label: 'Without end' },
] as const;

/** The timestamp of a choice of `ends`; null for none. */
export function endOf(choice: string): string | null {
  const days = numberOf(choice);
  return days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
}

const doneTexts = { warning: 'Member warned', silence: 'Member silenced', suspension: 'Member suspended' } as const;

/** Warns, silences or suspends a member, and gives `refuse` the fields that were refused. @returns whether it was done */
export function useRestrict(): (
  profileId: string,
  kind: RestrictionKind,
  reason: string,
  until: string | null,
  refuse?: DecisionWords['refuse'],
) => Promise<boolean> {
  const run = useDecision();
  return (profileId, kind, reason, until, refuse) => {
    const params = { profileId };
    return run(
      (call) =>
        kind === 'warning'
          ? call('POST /staff/members/:profileId/warnings', { params, body: { reason } })
          : call(`PUT /staff/members/:profileId/${kind}`, { params, body: { reason, until } }),
      {
        done: { title: doneTexts[kind], description: 'The member is notified with the reason.' },
        ...(refuse && { refuse }),
      },
    );
  };
}
