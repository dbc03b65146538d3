import type { Reply } from '#site/contract/contract.ts';
import type { QueueItem } from '#content/moderation/contract/endpoints.ts';
import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import type { Person } from '#platform/contract/shapes.ts';
import type { Context } from '#platform/server/context.ts';
import { unknownPerson } from '#people/profiles/server/rules.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import type { Decider, NearAnswer, WholeContent } from '#platform/server/content-kind.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { isId } from '#platform/server/ids.ts';
import {
  type EntryRow,
  type QueueFilter,
  type QueueKey,
  authorCounts,
  authorFactsOf,
  earlierItems,
  newestReports,
  otherEntries,
  queuePage,
} from './queue-lists.ts';
import { type QueueRow, queueItem } from './queue-store.ts';
import { allowedFor } from './allowed.ts';
import { marksIn } from './marks.ts';
import { loadContents } from '#content/moderation/server/subjects.ts';
import { leasedSince } from './taking.ts';
import { versionOf } from './item-version.ts';

const PAGE = 30;
/** Reports that an item of the list shows. */
const NEWEST = 3;
/** Reports that an item by itself shows, and other lines of its history. */
const REPORTS = 20;
const LINES = 50;
/** Answers before and after an item, each. */
const NEAR = 4;
/** Earlier items of the same subject. */
const EARLIER = 10;
/** So many of an author's items and restrictions are counted. */
const COUNTED = 200;

/** Reads the place of a cursor. @throws {Refusal} `invalid` when it is not one of this list. */
function readKey(state: QueueFilter['state'], cursor: string | undefined): QueueKey | null {
  if (cursor === undefined) return null;
  const [first = '', at = '', id = ''] = decodeCursor(cursor, 3) ?? [];
  const priority = state === 'open' ? Number(first) : null;
  const isKey = state === 'open' ? /^\d$/.test(first) : first === 'decided';
  if (!isKey || !/^\d{1,15}$/.test(at) || !isId(id))
    throw new Refusal('invalid', { fields: { after: 'Not a cursor of this list.' } });
  return { priority, at: new Date(Number(at)), id };
}

const cursorOf = (row: QueueRow): string =>
  row.state === 'open'
    ? encodeCursor([row.priority, row.created_at.getTime(), row.id])
    : encodeCursor(['decided', row.decided_at!.getTime(), row.id]);

/** Who is who among the ids of some rows, in one query. */
type PersonOf = (id: string | null) => Person | null;

async function peopleOf(ctx: Context, rows: readonly QueueRow[], entries: readonly EntryRow[]): Promise<PersonOf> {
  const ids = [
    ...rows.flatMap((row) => [row.author_id, row.editor_id, row.decided_by, row.opened_by]),
    ...entries.map((entry) => entry.actor_id),
  ];
  const people = await peopleById(
    ctx.db,
    ids.filter((id) => id !== null),
  );
  return (id) => (id === null ? null : (people.get(id) ?? unknownPerson));
}

function endOf(row: QueueRow, personOf: PersonOf): QueueItem['decision'] {
  if (row.decision === null || row.decided_at === null) return null;
  const { decision, decision_reason: reason } = row;
  return { decision, by: personOf(row.decided_by), reason, at: row.decided_at.toISOString() };
}

/** All of the contents of some rows, by kind and id with a space between: one or two queries a kind. */
async function wholeContents(ctx: Context, rows: readonly QueueRow[]): Promise<Map<string, WholeContent>> {
  const byKind = Map.groupBy(rows, (row) => row.content_kind);
  const found = await Promise.all(
    [...byKind].map(async ([kind, group]) => {
      const ids = group.map((row) => row.content_id);
      const shown = (await ctx.kinds.get(kind)?.show?.(ctx, ids)) ?? [];
      return shown.map((whole) => [`${kind} ${whole.id}`, whole] as const);
    }),
  );
  return new Map(found.flat());
}

/** Who has an item open: nobody once the lease has ended. */
const takerOf = (ctx: Context, row: QueueRow): string | null =>
  row.state === 'open' && row.opened_at && row.opened_at > leasedSince(ctx) ? row.opened_by : null;

/** Rows with their subjects, authors and newest reports: one query for each of these, and one for each kind. */
async function present(
  ctx: Context,
  rows: readonly QueueRow[],
  reports: readonly EntryRow[],
  personOf: PersonOf,
  isFull = false,
): Promise<QueueItem[]> {
  const [contents, counts, wholes] = await Promise.all([
    loadContents(
      ctx,
      rows.map((row) => ({ kind: row.content_kind, id: row.content_id })),
    ),
    authorCounts(ctx.db, [...new Set(rows.flatMap((row) => row.author_id ?? []))], COUNTED),
    isFull ? wholeContents(ctx, rows) : null,
  ]);
  const authors = new Map(counts.map((row) => [row.author_id, row]));
  const reportsOf = Map.groupBy(reports, (entry) => entry.item_id);
  return rows.map((row) => {
    const content = contents.get(`${row.content_kind} ${row.content_id}`);
    const whole = wholes?.get(`${row.content_kind} ${row.content_id}`);
    const author = authors.get(row.author_id ?? '');
    return {
      id: row.id,
      version: isFull ? versionOf(row, whole ?? content) : null,
      state: row.state,
      priority: row.priority,
      subject: {
        kind: row.content_kind,
        id: row.content_id,
        title: content?.title ?? 'Deleted',
        excerpt: content?.excerpt ?? '',
        url: content?.url ?? '/',
        visibility: content?.visibility ?? 'deleted',
        isAdult: content?.isAdult ?? false,
        threadId: content?.threadId ?? row.content_id,
      },
      content: whole ? { text: whole.text, files: [...whole.files] } : null,
      author: personOf(row.author_id) ?? unknownPerson,
      authorHistory: {
        open: author?.open ?? 0,
        removed: author?.removed ?? 0,
        kept: author?.kept ?? 0,
        restrictions: author?.restrictions ?? 0,
      },
      reports: {
        count: row.report_count,
        reasons: row.report_reasons,
        newest: (reportsOf.get(row.id) ?? []).map((entry) => ({
          id: entry.id,
          reporter: personOf(entry.actor_id) ?? unknownPerson,
          reason: entry.reasons[0] ?? 'other',
          note: entry.note,
          createdAt: entry.created_at.toISOString(),
        })),
      },
      hold: row.hold_reasons && { reasons: row.hold_reasons, editor: personOf(row.editor_id) },
      markedWords: row.marked_words ?? [],
      needsApproval: row.needs_approval,
      isEscalated: row.escalated_at !== null,
      request: row.asked_at && { isAnswered: row.answered_at !== null },
      takenBy: personOf(takerOf(ctx, row)),
      decision: endOf(row, personOf),
      createdAt: row.created_at.toISOString(),
    };
  });
}

/** A page of the queue. @throws {Refusal} `invalid` for a cursor of another list */
export async function listQueue(
  ctx: Context,
  query: QueueFilter & { readonly after?: string | undefined; readonly content?: 'excerpt' | 'full' },
): Promise<Reply<'GET /staff/queue'>> {
  const rows = await queuePage(ctx.db, query, readKey(query.state, query.after), PAGE + 1);
  const shown = rows.slice(0, PAGE);
  const reported = shown.filter((row) => row.report_count > 0).map((row) => row.id);
  const reports = await newestReports(ctx.db, reported, NEWEST);
  const items = await present(ctx, shown, reports, await peopleOf(ctx, shown, reports), query.content === 'full');
  return { items, next: rows.length > PAGE ? cursorOf(shown.at(-1)!) : null };
}

type Around = Reply<'GET /staff/queue/:itemId'>['around'];

/** What an item stands among, with who wrote it. */
async function aroundOf(ctx: Context, row: QueueRow): Promise<Around> {
  const around = await ctx.kinds.get(row.content_kind)?.around?.(ctx, row.content_id, NEAR);
  if (!around) return null;
  const { above, before, after } = around;
  const people = await peopleById(
    ctx.db,
    [above, ...before, ...after].map((one) => one.authorId),
  );
  const line = (one: NearAnswer) => ({
    id: one.id,
    author: people.get(one.authorId) ?? unknownPerson,
    text: one.text,
    createdAt: one.createdAt.toISOString(),
  });
  return {
    above: { author: people.get(above.authorId) ?? unknownPerson, text: above.text },
    before: before.map(line),
    after: after.map(line),
  };
}

/** One item with its history and all that staff need to decide about it. @throws {Refusal} `not_found` */
export async function readQueueItem(
  ctx: Context,
  decider: Decider,
  id: string,
): Promise<Reply<'GET /staff/queue/:itemId'>> {
  const row = await queueItem(ctx.db, id);
  if (!row) throw new Refusal('not_found');
  const [reports, others, earlier] = await Promise.all([
    newestReports(ctx.db, [id], REPORTS),
    otherEntries(ctx.db, id, LINES),
    earlierItems(ctx.db, row, EARLIER),
  ]);
  const history = [...reports, ...others].toSorted(
    (one, other) => other.created_at.getTime() - one.created_at.getTime() || (one.id < other.id ? 1 : -1),
  );
  const personOf = await peopleOf(ctx, [row, ...earlier], history);
  const [[item], around, authorFacts] = await Promise.all([
    present(ctx, [row], reports, personOf, true),
    aroundOf(ctx, row),
    authorFactsOf(ctx.db, row.author_id),
  ]);
  const { visibility } = item!.subject;
  return {
    ...item!,
    version: item!.version!,
    can: await allowedFor(ctx, decider, row, visibility === 'deleted' ? null : visibility),
    marks: item!.content ? await marksIn(ctx, item!.content.text) : [],
    around,
    authorFacts,
    history: history.map((entry) => ({
      id: entry.id,
      kind: entry.kind,
      actor: personOf(entry.actor_id),
      reasons: entry.reasons,
      note: entry.note,
      source: entry.source,
      decision: entry.decision,
      createdAt: entry.created_at.toISOString(),
    })),
    earlier: earlier.map((one) => ({
      id: one.id,
      createdAt: one.created_at.toISOString(),
      decision: endOf(one, personOf),
    })),
  };
}
