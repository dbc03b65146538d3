import type { Context } from '#platform/server/context.ts';
import { countStatistics } from '#people/community/server/store.ts';
import {
  countsOf,
  noticeCounts,
  recount as recountOne,
  wrongCounts,
} from '#content/core/server/maintenance/recount.ts';
import { oldTexts, startRerender } from '#content/core/server/maintenance/rerender.ts';
import { contentTypes } from '#content/core/server/type.ts';
import { recountPlays, recountPoll, wrongPlayCounts, wrongPolls } from '#features/feed/server/plays/recount-store.ts';
import { rejudgePlays } from '#features/feed/server/plays/rejudge.ts';
import { recountBalances } from '#people/ledger/server/actions.ts';
import { recountPeriods, wrongBalances, wrongPeriods } from '#people/ledger/server/store.ts';
import { audit } from '#content/moderation/server/store.ts';
import { RENDERER_VERSION } from '#platform/server/markdown/render.ts';
import { type Command, siteCommand } from './command.ts';
import { table } from './output.ts';
import { flag } from './values.ts';

/** A stored count that differs from the rows. */
interface Difference {
  readonly what: string;
  readonly id: string;
  readonly name: string;
  readonly stored: number;
  readonly counted: number;
}

/** Rows that one query compares. */
const BATCH = 2000;
/** Below every id. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Walks a table by key and repairs what is wrong, row by row. */
async function walk<T extends { readonly id: string }>(
  ctx: Context,
  check: boolean,
  part: {
    check(after: string, limit: number): Promise<{ wrong: T[]; last: string | null }>;
    repair(tx: Parameters<Parameters<Context['db']['tx']>[0]>[0], id: string): Promise<unknown>;
    differences(row: T): Difference[];
  },
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (let after: string | null = FIRST; after !== null;) {
    const { wrong, last } = await part.check(after, BATCH);
    for (const row of wrong) {
      differences.push(...part.differences(row));
      if (!check) await ctx.db.tx((tx) => part.repair(tx, row.id));
    }
    after = last;
  }
  return differences;
}

const recount = siteCommand({
  name: 'recount',
  about:
    'Counts balances, posts, replies, likes, comments, plays, votes and replies in notifications again from their rows, repairs them and reports each difference.',
  parameters: {},
  options: { check: flag('Only reports; changes nothing.') },
  async run(ctx, input) {
    const contents: Difference[] = [];
    for (const counted of [...contentTypes().flatMap(countsOf), noticeCounts(contentTypes())]) {
      contents.push(
        ...(await walk(ctx, input.check, {
          check: (after, limit) => wrongCounts(ctx.db, counted, after, limit),
          repair: (tx, id) => recountOne(tx, counted, id),
          differences: (row) => [
            { what: counted.what, id: row.id, name: row.name, stored: row.stored, counted: row.actual },
          ],
        })),
      );
    }
    const differences = [
      ...(await walk(ctx, input.check, {
        check: (after, limit) => wrongBalances(ctx.db, after, limit),
        repair: recountBalances,
        differences: (row) =>
          [
            { what: 'xp', id: row.id, name: row.username, stored: row.xp, counted: row.true_xp },
            { what: 'credits', id: row.id, name: row.username, stored: row.credits, counted: row.true_credits },
          ].filter((count) => count.stored !== count.counted),
      })),
      ...contents,
      ...(await walk(ctx, input.check, {
        check: (after, limit) => wrongPlayCounts(ctx.db, after, limit),
        repair: recountPlays,
        differences: (row) => [
          { what: 'plays', id: row.id, name: row.title, stored: row.play_count, counted: row.true_count },
        ],
      })),
      ...(await walk(ctx, input.check, {
        check: (after, limit) => wrongPolls(ctx.db, after, limit),
        repair: recountPoll,
        differences: (row) => [
          { what: 'votes', id: row.id, name: row.question, stored: row.stored, counted: row.counted },
        ],
      })),
    ];
    const at = ctx.clock.now();
    const periods = await wrongPeriods(ctx.db, at);
    for (const row of periods)
      differences.push({
        what: `xp of the ${row.period}`,
        id: row.id,
        name: row.username,
        stored: row.xp,
        counted: row.true_xp,
      });
    if (!input.check && periods.length > 0) await ctx.db.tx((tx) => recountPeriods(tx, at));
    if (!input.check) {
      await countStatistics(ctx.db, ctx.clock.now());
      if (differences.length > 0) {
        await ctx.db.tx((tx) =>
          audit(ctx, tx, null, {
            action: 'site.recount',
            targetKind: 'site',
            targetId: 'site',
            details: { before: { differences: differences.length }, after: { differences: 0 } },
          }),
        );
      }
      ctx.pages.drop();
    }
    const rows = differences.map((row) => [row.what, row.name, row.stored, row.counted, row.id]);
    const said = input.check ? 'Nothing was changed.' : 'They are repaired.';
    return {
      data: { repaired: !input.check, differences },
      text:
        rows.length === 0
          ? 'Everything adds up.'
          : `${table(['what', 'of', 'stored', 'counted', 'id'], rows)}\n\n${rows.length} differences. ${said}`,
    };
  },
});

const rejudge = siteCommand({
  name: 'recount-plays',
  about:
    'Applies the current rule for plays to the stored plays of the last 90 days, and counts tracks again. For after an update that changes the rule; plays from before their evidence was stored stay as they are.',
  parameters: {},
  options: { check: flag('Only reports; changes nothing.') },
  async run(ctx, input) {
    const rejudged = await rejudgePlays(ctx, input.check);
    const { events, added, taken } = rejudged;
    if (!input.check && added + taken > 0) {
      await ctx.db.tx((tx) =>
        audit(ctx, tx, null, {
          action: 'site.recount_plays',
          targetKind: 'site',
          targetId: 'site',
          details: { events, before: null, after: { added, taken } },
        }),
      );
    }
    const said = input.check ? 'Nothing was changed.' : 'The tracks are counted again.';
    return {
      data: { changed: !input.check, ...rejudged },
      text: `${events} plays: ${added} more count, ${taken} no longer count. ${said}`,
    };
  },
});

const rerender = siteCommand({
  name: 'rerender',
  about: 'Starts the job that renders texts of an older renderer again. Every start of the site does it too.',
  parameters: {},
  options: {},
  async run(ctx) {
    const old = await oldTexts(ctx.db);
    const texts = Object.fromEntries(old.map(({ kind, count }) => [kind, count]));
    if (!(await startRerender(ctx)))
      return { data: { texts, started: false }, text: `Every text is of renderer ${RENDERER_VERSION}.` };
    const when = 'A running site begins within seconds; otherwise it begins when the site starts.';
    const counts = old.map(({ noun, count }) => `${count} ${noun}`).join(', ');
    return {
      data: { texts, started: true },
      text: `Texts of an older renderer: ${counts}. ${when} What is done stays done if it is interrupted.`,
    };
  },
});

/** Keeping what is derived true. */
export const maintenanceCommands: readonly Command[] = [recount, rejudge, rerender];
