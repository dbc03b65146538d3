import type { Reply } from '#site/contract/contract.ts';
import type { useDecision } from '#features/staff/web/actions.ts';

type Run = (...decision: Parameters<ReturnType<typeof useDecision>>) => Promise<boolean>;
type ReadItem = Reply<'GET /staff/queue/:itemId'>;
type ManyResults = Reply<'POST /staff/queue/decisions'>['items'];
type SpamResults = Reply<'POST /staff/spammers'>['items'];

/** What staff do with several items that they have read. */
export interface ManyActions {
  /** Decides several that were read. @returns whether at least one was decided */
  decideMany(items: readonly ReadItem[], decision: 'pass' | 'remove', reason: string): Promise<boolean>;
  /** Removes what the authors of items made in the last days, and suspends their accounts. */
  markSpammers(items: readonly ReadItem[], days: number, reason: string): Promise<boolean>;
}

/** What became of several things, in words: "3 items removed", and why others were not. */
function outcomeOf(
  results: readonly { readonly refusal: { readonly detail: string } | null }[],
  done: string,
  noun: string,
): { title: string; description: string } {
  const refused = results.flatMap(({ refusal }) => refusal?.detail ?? []);
  const count = results.length - refused.length;
  return {
    title: `${count} ${count === 1 ? noun : `${noun}s`} ${done}`,
    description:
      refused.length === 0 ? 'You can undo it. Key: z' : `${refused.length} not: ${[...new Set(refused)].join(' ')}`,
  };
}

/**
 * Decisions about several items at once, and about spammers.
 * @param last what takes the last decision of the page back
 */
export function manyActions(run: Run, last: { current: (() => Promise<void>) | null }, goOn: () => void): ManyActions {
  return {
    async decideMany(items, decision, reason) {
      let results: ManyResults = [];
      const undoAll = async () => {
        const taken = results.flatMap(({ id, version }) => (version === null ? [] : [{ id, version }]));
        await run((call) => call('POST /staff/queue/decisions/undo', { body: { items: taken } }), {
          done: { title: 'Decisions taken back', description: 'The items are open again.' },
        });
      };
      return await run(
        async (call) => {
          const body = {
            items: items.map((item) => ({
              id: item.id,
              version: item.version,
              decision: decision === 'remove' ? decision : item.can.approve ? ('approve' as const) : ('keep' as const),
            })),
            reason,
          };
          results = (await call('POST /staff/queue/decisions', { body })).items;
        },
        {
          done: () => ({
            ...outcomeOf(results, decision === 'remove' ? 'removed' : 'kept or approved', 'item'),
            action: { label: 'Undo', onAct: () => void undoAll() },
          }),
          onDone() {
            last.current = undoAll;
            goOn();
          },
        },
      );
    },
    async markSpammers(items, days, reason) {
      const profileIds = [...new Set(items.flatMap((item) => item.author.id ?? []))];
      let results: SpamResults = [];
      const undoAll = async () => {
        const taken = results.flatMap(({ profileId, refusal }) => (refusal === null ? [profileId] : []));
        await run((call) => call('POST /staff/spammers/undo', { body: { profileIds: taken } }), {
          done: { title: 'Decision taken back', description: 'What it removed is being restored.' },
        });
      };
      return await run(
        async (call) => {
          results = (await call('POST /staff/spammers', { body: { profileIds, days, reason } })).items;
        },
        {
          done: () => ({
            ...outcomeOf(results, 'suspended', 'account'),
            action: { label: 'Undo', onAct: () => void undoAll() },
          }),
          onDone() {
            last.current = undoAll;
            goOn();
          },
        },
      );
    },
  };
}
