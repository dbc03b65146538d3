import type { ErrorCode } from '#platform/contract/errors.ts';
import { blockedAmong, isSubjectToBlocks } from '#people/friends/server/store.ts';
import { mayModerate, whyNot, whyNotUndo } from '#content/moderation/server/rules/staff.ts';
import { decidedFacts } from '#content/moderation/server/rules/undoing.ts';
import type { Decider, FileReaders } from '#platform/server/content-kind.ts';
import type { Executor, Tx } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import type { Context } from '#platform/server/context.ts';
import { contentFacts, contentFactsOf } from './facts.ts';
import { opensByLink } from './links.ts';
import { boughtAt, isTakenDown } from './purchases/purchases.ts';
import type { ContentFacts, ContentState, ContentType } from './type.ts';

/** What decides who may do what with a content; `ContentFacts` has all of it. */
export type Ownership = Pick<ContentFacts, 'authorId' | 'authorIsAdmin' | 'state' | 'removedBy'> &
  Partial<Pick<ContentFacts, 'isRejected'>>;

const isAuthor = (content: { readonly authorId: string }, viewer: Viewer | null): boolean =>
  viewer?.profileId === content.authorId;

/** Verified and not suspended: likes, votes, reports, payments. */
export function isActiveMember(viewer: Viewer | null): viewer is Viewer {
  return viewer !== null && viewer.verified && !viewer.suspendedUntil;
}

/** May write what others read: verified, neither suspended nor silenced. */
export function canSpeak(viewer: Viewer | null): viewer is Viewer {
  return isActiveMember(viewer) && !viewer.silencedUntil;
}

/** 18+ is for members who have said that they are adults. */
export function canSeeAdult(viewer: Viewer | null): boolean {
  return viewer?.adult ?? false;
}

/** Published: everybody. Everything else: its author and staff. */
export function canSee(content: Pick<Ownership, 'authorId' | 'state'>, viewer: Viewer | null): boolean {
  return content.state === 'published' || isStaff(viewer) || isAuthor(content, viewer);
}

/** The author edits what is not removed, and so do staff who may moderate it. */
export function canEdit(content: Ownership, viewer: Viewer | null): boolean {
  return canSpeak(viewer) && content.state !== 'removed' && (isAuthor(content, viewer) || mayModerate(content, viewer));
}

/**
 * The author, staff who may moderate it, and its parent's author remove what is not removed; the author also what staff
 * rejected.
 * @param parentAuthorId of who may remove answers below their own content; null where that is nobody's right
 */
export function canRemove(content: Ownership, viewer: Viewer | null, parentAuthorId: string | null = null): boolean {
  if (!isActiveMember(viewer)) return false;
  if (content.state === 'removed') return (content.isRejected ?? false) && isAuthor(content, viewer);
  return isAuthor(content, viewer) || mayModerate(content, viewer) || viewer.profileId === parentAuthorId;
}

/** Whether a removal is no decision of staff: its author, or the author of what it stands below, took it away. */
const isTheirs = (type: ContentType, facts: ContentFacts, by: Decider): boolean =>
  by !== null &&
  facts.removedBy === by.profileId &&
  [facts.authorId, moderatingParent(type, facts)].includes(by.profileId);

/**
 * Why somebody may not undo the removals of some contents, in their order; null where they may. They may undo their own
 * removal unless a copyright complaint stands; any other is a decision of staff (`whyNotUndo`).
 */
async function whyNotRestore(
  ctx: Context,
  db: Executor,
  type: ContentType,
  removed: readonly ContentFacts[],
  by: Decider,
): Promise<(ErrorCode | null)[]> {
  const decided = await decidedFacts(
    ctx,
    db,
    removed.map(({ id, authorId, removedBy: decidedBy }) => ({ id, authorId, decidedBy })),
  );
  return removed.map((facts, at) => {
    const code = whyNotUndo(decided[at]!, by);
    return code !== 'complaint_stands' && isTheirs(type, facts, by) ? null : code;
  });
}

/** Asks the policy before a removal is undone. @throws {Refusal} `complaint_stands`, `own_content`, `staff_protected` */
export async function checkMayRestore(
  ctx: Context,
  tx: Tx,
  type: ContentType,
  facts: ContentFacts,
  by: Decider,
): Promise<void> {
  const [code] = await whyNotRestore(ctx, tx, type, [facts], by);
  if (code) throw new Refusal(code);
}

/** Whether restoring is this viewer's at all: staff what they may moderate, its author and the parent's what they removed. */
export function maySeekRestore(type: ContentType, facts: ContentFacts, viewer: Viewer | null): viewer is Viewer {
  if (!isActiveMember(viewer) || facts.state !== 'removed') return false;
  return mayModerate(facts, viewer) || isTheirs(type, facts, viewer);
}

/** Ids of the contents that this viewer may restore. Runs no query when none of them is removed. */
export async function restorableAmong(
  ctx: Context,
  type: ContentType,
  contents: readonly { readonly id: string; readonly state: ContentState }[],
  viewer: Viewer | null,
): Promise<ReadonlySet<string>> {
  const removed = contents.filter(({ state }) => state === 'removed').map(({ id }) => id);
  if (removed.length === 0 || !isActiveMember(viewer)) return new Set();
  const sought = (await contentFactsOf(ctx.db, type, removed)).filter((facts) => maySeekRestore(type, facts, viewer));
  const codes = await whyNotRestore(ctx, ctx.db, type, sought, viewer);
  return new Set(sought.filter((_, at) => codes[at] === null).map(({ id }) => id));
}

/** Another's published content can be reported. */
export function canReport(content: Pick<Ownership, 'authorId' | 'state'>, viewer: Viewer | null): boolean {
  return content.state === 'published' && isActiveMember(viewer) && !isAuthor(content, viewer);
}

/**
 * The state of a text after an edit: private information holds a published text, whoever wrote it. `finishEdit`
 * publishes a held text that its author has cleaned; one that staff have cleaned waits for a decision.
 */
export function stateAfterEdit(before: ContentState, reasons: readonly string[]): ContentState {
  return before === 'published' && reasons.length > 0 ? 'held' : before;
}

/** Refuses a content that this reader may see but not change. @throws {Refusal} `forbidden`, `staff_protected` */
export function forbid(content: Ownership, viewer: Viewer | null): never {
  throw new Refusal(whyNot(content, viewer));
}

/** Profile id of the parent's author, where that author moderates its answers. */
export function moderatingParent(type: ContentType, facts: ContentFacts): string | null {
  return type.answerOf?.parentAuthorRemoves ? (facts.parent?.authorId ?? null) : null;
}

/** What decides who may see a content. */
type Seen = Pick<ContentFacts, 'id' | 'authorId' | 'state' | 'removedBy' | 'isOff' | 'isAdult' | 'parent'>;

/** Why a content is not for this reader, whatever they have bought; null where it is. */
async function whyUnseen(db: Executor, type: ContentType, facts: Seen | null, viewer: Viewer | null) {
  const missing = (): Refusal => new Refusal(type.notFound);
  if (!facts) return missing();
  if (facts.isOff) return new Refusal('section_off');
  const { parent } = facts;
  if (parent && !canSee(parent, viewer)) return missing();
  const keepsPlace = parent !== null && facts.state === 'removed';
  if (!keepsPlace && !canSee(facts, viewer)) return missing();
  if (isSubjectToBlocks(viewer)) {
    const authors = [facts.authorId, ...(parent ? [parent.authorId] : [])].filter((id) => id !== viewer.profileId);
    if ((await blockedAmong(db, viewer.profileId, authors)).size > 0) return missing();
  }
  // Staff see what waits for them.
  const mayLook =
    canSeeAdult(viewer) || isAuthor(parent ?? facts, viewer) || (isStaff(viewer) && facts.state !== 'published');
  return facts.isAdult && !mayLook ? new Refusal('adults_only') : null;
}

/**
 * Whether a reader has bought a content and keeps it, even if its author removes or edits it, makes it private or 18+,
 * is held, blocks the buyer or leaves. Content that staff have taken down is gone for everybody.
 */
async function keepsBought(db: Executor, type: ContentType, facts: Seen, viewer: Viewer | null): Promise<boolean> {
  if (!type.sales || viewer === null || facts.isOff || isTakenDown(facts)) return false;
  return (await boughtAt(db, type, facts.id, viewer.profileId)) !== null;
}

/**
 * Refuses a content that is missing or not for this reader: by its state, its parent's, a block, or 18+. A removed
 * answer keeps its place: everybody may ask for it, and gets no text. A buyer sees the content.
 * @returns whether this reader sees it by their purchase alone
 * @throws {Refusal} the type's `notFound`, `adults_only`
 */
export async function checkSeen(
  db: Executor,
  type: ContentType,
  facts: Seen | null,
  viewer: Viewer | null,
): Promise<boolean> {
  const refusal = await whyUnseen(db, type, facts, viewer);
  if (refusal && !(facts && (await keepsBought(db, type, facts, viewer)))) throw refusal;
  return refusal !== null;
}

/** A row of a content that stands by itself, with its author joined. */
export interface SeenRow {
  readonly id: string;
  readonly author_id: string;
  readonly state: ContentState;
  readonly removed_by?: string | null;
  readonly is_off?: boolean;
  readonly is_adult: boolean;
}

/** As `checkSeen`, for a row that the caller has read with its author. */
export async function checkRowSeen(
  db: Executor,
  type: ContentType,
  row: SeenRow | null | undefined,
  viewer: Viewer | null,
): Promise<boolean> {
  const facts = row && {
    id: row.id,
    authorId: row.author_id,
    state: row.state,
    removedBy: row.removed_by ?? null,
    isOff: row.is_off ?? false,
    isAdult: row.is_adult,
    parent: null,
  };
  return await checkSeen(db, type, facts ?? null, viewer);
}

/**
 * A content that this reader may see.
 * @param lock keeps its row until the transaction ends
 * @throws {Refusal} the type's `notFound`, `adults_only`
 */
export async function requireSeen<Extra extends object>(
  db: Executor,
  type: ContentType<Extra>,
  id: string,
  viewer: Viewer | null,
  lock = false,
): Promise<ContentFacts & Extra> {
  const facts = await contentFacts(db, type, id, lock);
  await checkSeen(db, type, facts, viewer);
  return facts!;
}

/**
 * A content that everybody may answer, like or pay for, this reader too: nobody does so by having bought it.
 * @throws {Refusal} as `requireSeen`
 */
export async function requirePublished<Extra extends object>(
  db: Executor,
  type: ContentType<Extra>,
  id: string,
  viewer: Viewer | null,
  lock = false,
): Promise<ContentFacts & Extra> {
  const facts = await contentFacts(db, type, id, lock);
  const refusal = await whyUnseen(db, type, facts, viewer);
  if (refusal) throw refusal;
  if (facts!.state !== 'published' || (facts!.parent && facts!.parent.state !== 'published'))
    throw new Refusal(type.notFound);
  return facts!;
}

/**
 * Who may have the files of a content: those who may see it, and holders of a valid secret link to a private one.
 * `everybody` only where nothing depends on the reader: published, not 18+, and no block of the author's.
 * @param link token of a secret link, as the address names it
 */
export async function fileReaders<Extra extends object>(
  ctx: Context,
  type: ContentType<Extra>,
  id: string,
  viewer: Viewer | null,
  link: string | null = null,
): Promise<FileReaders> {
  const found = await contentFacts(ctx.db, type, id);
  // Staff decide about what is there, switched off or not.
  const facts = found && { ...found, isOff: found.isOff && !isStaff(viewer) };
  try {
    await checkSeen(ctx.db, type, facts, viewer);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isOpened = link !== null && facts !== null && (await opensByLink(ctx, type.kind, facts, viewer, link));
    return isOpened ? 'reader' : 'nobody';
  }
  // A removed answer keeps its place in a thread, but none of its files.
  if (!canSee(facts!, viewer) && !(await keepsBought(ctx.db, type, facts!, viewer))) return 'nobody';
  const typeReaders = (await type.fileReaders?.(ctx, viewer, facts!)) ?? 'everybody';
  if (typeReaders === 'nobody') return 'nobody';
  const isOpen = facts!.state === 'published' && !facts!.isAdult && !facts!.authorHasBlocks;
  return typeReaders === 'everybody' && isOpen ? 'everybody' : 'reader';
}
