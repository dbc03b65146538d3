import type { Reply } from '#site/contract/contract.ts';
import type { StaffComplaint } from '#content/rights/contract/endpoints.ts';
import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import type { Context } from '#platform/server/context.ts';
import { unknownPerson } from '#people/profiles/server/rules.ts';
import { readContents } from '#content/moderation/server/actions.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import type { ContentItem } from '#platform/server/content-kind.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { whyNotUndo } from '#content/moderation/server/rules/staff.ts';
import { decidedFacts } from '#content/moderation/server/rules/undoing.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { isId } from '#platform/server/ids.ts';
import { complaintVersion, strikesSince } from './decide.ts';
import { isHiding, referenceOf } from './rules.ts';
import {
  type ComplaintFilter,
  type ComplaintRow,
  complaintCounts,
  complaintPage,
  complaintsAbout,
  complaintsById,
  strikesOf,
} from './store.ts';

const PAGE = 30;
/** Complaints that a member's own list shows. */
const OWN = 50;

type Shown = Reply<'GET /legal/complaints/:complaintId'>;

const stamp = (at: Date | null): string | null => at?.toISOString() ?? null;

/** A complaint as both sides see it. The row is confirmed. */
function presentComplaint(row: ComplaintRow): Shown {
  const { counter_at: at, restore_from: from, restore_by: by } = row;
  return {
    id: row.id,
    reference: referenceOf(row.id),
    state: row.state as Shown['state'],
    subject: { kind: row.content_kind, id: row.content_id, title: row.content_title, url: row.content_url },
    claimantName: row.claimant_name,
    onBehalfOf: row.on_behalf_of,
    work: row.work,
    workUrl: row.work_url,
    receivedAt: (row.confirmed_at ?? row.created_at).toISOString(),
    decidedAt: stamp(row.decided_at),
    decisionReason: row.decision_reason,
    counterUntil: stamp(row.counter_until),
    counter:
      at && from && by
        ? {
            statement: row.counter_statement ?? '',
            at: at.toISOString(),
            restoreFrom: from.toISOString(),
            restoreBy: by.toISOString(),
          }
        : null,
    restoredAt: stamp(row.restored_at),
  };
}

/** Complaints as staff see them: one query for people, strikes and settings each, and one for each kind of content. */
async function presentForStaff(ctx: Context, viewer: Viewer, rows: readonly ComplaintRow[]): Promise<StaffComplaint[]> {
  const authors = [...new Set(rows.flatMap((row) => row.author_id ?? []))];
  const { infringerStrikes: of, infringerMonths: months } = await siteSettings(ctx.db);
  const byKind = Map.groupBy(rows, (row) => row.content_kind);
  const idsOf = (group: readonly ComplaintRow[]): string[] => [...new Set(group.map((row) => row.content_id))];
  const [decided, people, strikes, readings, contents] = await Promise.all([
    decidedFacts(
      ctx,
      ctx.db,
      rows.map((row) => ({ id: row.content_id, authorId: row.author_id, decidedBy: row.decided_by })),
    ),
    peopleById(ctx.db, [...authors, ...rows.flatMap((row) => row.decided_by ?? [])]),
    strikesOf(ctx.db, authors, strikesSince(ctx.clock.now(), months)),
    Promise.all([...byKind].map(([kind, group]) => readContents(ctx, ctx.db, kind, idsOf(group)))),
    Promise.all(
      [...byKind].map(
        async ([kind, group]): Promise<ContentItem[]> => (await ctx.kinds.get(kind)?.load?.(ctx, idsOf(group))) ?? [],
      ),
    ),
  ]);
  const read = new Map(readings.flatMap((reading) => [...reading]));
  const visible = new Map(contents.flat().map((item) => [item.id, item.visibility]));
  return rows.map((row, at) => {
    const isOwn = row.author_id === viewer.profileId;
    const isHidden = isHiding(row.state);
    return {
      ...presentComplaint(row),
      version: complaintVersion(row, read.get(row.content_id)),
      claimant: {
        email: row.claimant_email,
        postalAddress: row.claimant_address,
        phone: row.claimant_phone,
        signature: row.claimant_signature,
      },
      counterBy:
        row.counter_at === null
          ? null
          : {
              name: row.counter_name ?? '',
              postalAddress: row.counter_address ?? '',
              phone: row.counter_phone ?? '',
              signature: row.counter_signature ?? '',
            },
      uploader: row.author_id === null ? null : (people.get(row.author_id) ?? unknownPerson),
      strikes: { count: strikes.get(row.author_id ?? '') ?? 0, of, months },
      decidedBy: row.decided_by === null ? null : (people.get(row.decided_by) ?? unknownPerson),
      visibility: visible.get(row.content_id) ?? 'deleted',
      courtNote: row.court_note,
      can: {
        accept: !isOwn && row.state === 'open',
        dismiss: !isOwn && row.state === 'open',
        restore: !isOwn && isHidden && whyNotUndo({ ...decided[at]!, hasComplaint: false }, viewer) === null,
        court: !isOwn && (row.state === 'countered' || row.state === 'hidden'),
      },
    };
  });
}

/** The place of a cursor. @throws {Refusal} `invalid` when it is not one of this list */
function keyOf(cursor: string | undefined): { at: Date; id: string } | null {
  if (cursor === undefined) return null;
  const [at = '', id = ''] = decodeCursor(cursor, 2) ?? [];
  if (!/^\d{1,15}$/.test(at) || !isId(id))
    throw new Refusal('invalid', { fields: { after: 'Not a cursor of this list.' } });
  return { at: new Date(Number(at)), id };
}

/** A page of complaints for staff. @throws {Refusal} `invalid` for a cursor of another list */
export async function listComplaints(
  ctx: Context,
  viewer: Viewer,
  query: { readonly state: ComplaintFilter; readonly after?: string | undefined },
): Promise<Reply<'GET /staff/complaints'>> {
  const [rows, counts] = await Promise.all([
    complaintPage(ctx.db, query.state, keyOf(query.after), PAGE + 1),
    complaintCounts(ctx.db),
  ]);
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  const next = last ? encodeCursor([last.created_at.getTime(), last.id]) : null;
  return { items: await presentForStaff(ctx, viewer, shown), next, counts };
}

/** One complaint for staff. @throws {Refusal} `not_found` */
export async function readForStaff(ctx: Context, viewer: Viewer, id: string): Promise<StaffComplaint> {
  const rows = (await complaintsById(ctx.db, [id])).filter((row) => row.state !== 'unconfirmed');
  const [shown] = await presentForStaff(ctx, viewer, rows);
  if (!shown) throw new Refusal('not_found');
  return shown;
}

const toldStates: ReadonlySet<string> = new Set(['hidden', 'countered', 'in_court', 'restored']);

/** One complaint for who uploaded what it is about, once it was accepted. @throws {Refusal} `not_found` */
export async function readOwnComplaint(ctx: Context, profileId: string, id: string): Promise<Shown> {
  const [row] = await complaintsById(ctx.db, [id]);
  if (!row || row.author_id !== profileId || !toldStates.has(row.state)) throw new Refusal('not_found');
  return presentComplaint(row);
}

/** Accepted complaints about what a member made, newest first. */
export async function listOwnComplaints(ctx: Context, profileId: string): Promise<Reply<'GET /legal/complaints'>> {
  return { items: (await complaintsAbout(ctx.db, profileId, OWN)).map(presentComplaint) };
}
