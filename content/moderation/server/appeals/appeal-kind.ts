import type { Context } from '#platform/server/context.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { nameInWords } from '#people/profiles/server/rules.ts';
import type { Approved, PersonalData } from '#platform/server/content-kind.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';
import { appealableKind } from '#content/moderation/server/rules/appeals.ts';
import { APPEAL, checkDecider, decideAppeal } from './appeals.ts';
import { type AppealRow, type DecisionRow, appealsById, decisionsById } from './appeals-store.ts';
import { loadContents } from '#content/moderation/server/subjects.ts';

const EXCERPT_CHARS = 300;

/** Appeals with the decisions they are about. */
async function withDecisions(db: Executor, ids: readonly string[]): Promise<[AppealRow, DecisionRow][]> {
  const appeals = await appealsById(db, ids);
  const decisions = new Map(
    (
      await decisionsById(
        db,
        appeals.map((one) => one.decision_id),
      )
    ).map((one) => [one.id, one]),
  );
  return appeals.flatMap((one) => {
    const decision = decisions.get(one.decision_id);
    return decision ? [[one, decision] as [AppealRow, DecisionRow]] : [];
  });
}

/** Appeals, as the queue knows them: to approve one is to take the decision back, to reject it is to uphold it. */
export const appealKind: Approved<Context> & PersonalData<Context> = {
  kind: APPEAL,
  async load(ctx, ids) {
    const pairs = await withDecisions(ctx.db, ids);
    const contents = await loadContents(
      ctx,
      pairs.map(([, decision]) => ({ kind: decision.target_kind, id: decision.target_id })),
    );
    return pairs.map(([one, decision]) => {
      const content = contents.get(`${decision.target_kind} ${decision.target_id}`);
      const isAbout = decision.target_kind === 'profile' ? '' : ` of "${content?.title ?? 'something deleted'}"`;
      return {
        kind: APPEAL,
        id: one.id,
        authorId: one.profile_id,
        title: `Appeal: ${appealableKind(decision.action) ?? 'decision'}${isAbout}`,
        excerpt: one.statement.slice(0, EXCERPT_CHARS),
        url: decision.target_kind === 'profile' ? `/admin/users/${decision.target_id}` : (content?.url ?? '/'),
        visibility: one.state === 'open' ? 'held' : 'removed',
        isAdult: content?.isAdult ?? false,
      };
    });
  },
  async show(ctx, ids, db = ctx.db) {
    const pairs = await withDecisions(db, ids);
    const people = await peopleById(
      db,
      pairs.flatMap(([, decision]) => decision.actor_id ?? []),
    );
    return pairs.map(([one, decision]) => {
      const by = decision.actor_id === null ? undefined : people.get(decision.actor_id);
      return {
        id: one.id,
        text: [
          `The decision: ${appealableKind(decision.action) ?? 'decision'} by ${by ? nameInWords(by) : 'the system'}, ${decision.created_at.toISOString().slice(0, 10)}.`,
          `Its reason: ${decision.reason === '' ? 'none was given.' : decision.reason}`,
          `The appeal: ${one.statement}`,
        ].join('\n\n'),
        files: [],
      };
    });
  },
  async lock(tx, id) {
    const [row] = await appealsById(tx, [id], true);
    // What was decided about an appeal stays: there is one for each decision.
    return row?.state === 'open' ? 'held' : null;
  },
  // Decided in one way or the other alone.
  remove: async () => false,
  release: async () => false,
  restore: async () => false,
  async checkMayDecide(ctx, tx, decider, id) {
    const [row] = await appealsById(tx, [id]);
    if (row) await checkDecider(ctx, tx, decider, row);
  },
  approve: (ctx, tx, decider, id, answer) => decideAppeal(ctx, tx, decider, id, { reverses: true, answer }),
  reject: (ctx, tx, decider, id, answer) => decideAppeal(ctx, tx, decider, id, { reverses: false, answer }),
  exportOf: async (ctx, profileId) => ({
    appeals: await ctx.db.rows(
      sql`SELECT decision_id, statement, state, answer, created_at, decided_at FROM appeals WHERE profile_id = ${profileId} ORDER BY created_at`,
    ),
  }),
  // That there was an appeal, and what was decided, is the site's; the words are their writer's.
  async erase(_ctx, tx, profileId) {
    await tx.rows(sql`UPDATE appeals SET statement = '' WHERE profile_id = ${profileId}`);
  },
};
