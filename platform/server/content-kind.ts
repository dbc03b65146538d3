import type { MediaFile } from '#content/media/contract/endpoints.ts';
import type { Executor, Tx } from '#platform/server/db/database.ts';
import type { WrittenTags } from './media/audio/tags.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';

/** One thing of a content kind, as cross-cutting features need it. */
export interface ContentItem {
  readonly kind: string;
  readonly id: string;
  /** Profile id of its author. */
  readonly authorId: string | null;
  readonly title: string;
  /** At most 300 characters without markup. */
  readonly excerpt: string;
  /** Address below the site's root. */
  readonly url: string;
  readonly visibility: 'published' | 'held' | 'removed';
  readonly isAdult?: boolean;
  /** What it stands below; left out for what stands by itself. */
  readonly threadId?: string | null;
  /** How the notification to its author names it; without it the title, in quotes. */
  readonly removed?: string;
}

/** All of a content, for staff who decide about it. */
export interface WholeContent {
  readonly id: string;
  /** Everything that its author wrote, as they wrote it: no markup for a page. */
  readonly text: string;
  readonly files: readonly MediaFile[];
}

/** What an answer stands among, for staff who decide about it. Authors are profile ids. */
export interface Surroundings {
  /** What it answers. */
  readonly above: { readonly authorId: string; readonly text: string };
  /** The nearest answers before and after it that are not removed, oldest first. */
  readonly before: readonly NearAnswer[];
  readonly after: readonly NearAnswer[];
}

/** One of them. */
export interface NearAnswer {
  readonly id: string;
  readonly authorId: string;
  /** At most 300 characters without markup. */
  readonly text: string;
  readonly createdAt: Date;
}

/** Who removes something. `profileId` is null for the system. */
export interface Action {
  readonly profileId: string | null;
  readonly reason: string;
}

/** Who decides about a content: a member of staff, or null for the operator at the command line, whom nothing holds back. */
export type Decider = { readonly profileId: string; readonly isAdmin: boolean } | null;

/** Who may have the files of a content: everybody; this reader, and not everybody; or not this reader. */
export type FileReaders = 'everybody' | 'reader' | 'nobody';

/** A stored file that is a member's own. */
export interface StoredFileOf {
  readonly id: string;
  /** In the storage. */
  readonly key: string;
  /** As its owner named it. */
  readonly name: string;
  readonly bytes: number;
}

/** A text of an export that is none of its pages, such as a playlist. */
export interface ExportedText {
  readonly path: string;
  readonly content: string;
}

/** What a feature keeps about a member: for their data export, and for their deletion. */
export interface PersonalData<C> {
  /** Everything of the member, by section name. */
  exportOf(ctx: C, profileId: string): Promise<Readonly<Record<string, unknown[]>>>;
  /** Files of the member that an export brings along. */
  filesOf?(ctx: C, profileId: string): Promise<StoredFileOf[]>;
  /** What an export writes into sounds that have no title, by file id. Later features add to what earlier ones say. */
  tagsOf?(ctx: C, profileId: string): Promise<ReadonlyMap<string, Partial<WrittenTags>>>;
  /** Further texts of an export. @param reader its owner @param files paths in the archive by file id */
  textsFor?(ctx: C, reader: Viewer, files: ReadonlyMap<string, string>): Promise<ExportedText[]>;
  /**
   * Deletes what may be much, in batches of a transaction each, before `erase`.
   * @param mayGo asked in each of these transactions: without it nothing more is deleted
   */
  eraseInBatches?(ctx: C, profileId: string, mayGo: (tx: Tx) => Promise<boolean>): Promise<void>;
  /** Removes or anonymises what a deleted member leaves behind. */
  erase(ctx: C, tx: Tx, profileId: string): Promise<void>;
}

/** A kind of thing, as files, reports, the audit log and the ledger name it: `forum_post`, `post_reply`. */
interface Kind {
  readonly kind: string;
}

/** Features that work across all kinds can name its things. */
interface Named<C> extends Kind {
  /** Several at once; missing ones are left out. Sees held and removed ones too. @param db a transaction; the pool when left out */
  load(ctx: C, ids: readonly string[], db?: Executor): Promise<ContentItem[]>;
}

/** Its things can be reported, and staff remove them. */
export interface Reportable<C> extends Named<C> {
  /**
   * Keeps its row until the transaction ends, so that nobody else changes it. Answers what it is then: `held` for what
   * waits, also below something that was removed; null when it is not there.
   */
  lock(tx: Tx, id: string): Promise<ContentItem['visibility'] | null>;
  /** Hides it with all that hangs on it and takes its rewards back. False when it is not there or hidden already. */
  remove(ctx: C, tx: Tx, id: string, action: Action): Promise<boolean>;
}

/** Its things can be held for a review, and come back after a removal. */
export interface Reviewed<C> extends Reportable<C> {
  /** Publishes what waited for staff. False when it did not wait. */
  release(ctx: C, tx: Tx, id: string): Promise<boolean>;
  /**
   * Undoes a removal. False when there is nothing to undo.
   * @param only restores what this one has removed, and nothing else
   * @throws {Refusal} where the policy for decisions of staff says so (`whyNotUndo`)
   */
  restore(ctx: C, tx: Tx, id: string, decider: Decider, only?: { readonly removedBy: string | null }): Promise<boolean>;
  /** Takes what is published back to staff for a review. False when it is not published. @param source what has held it; a file of it when not given */
  holdBack?(ctx: C, tx: Tx, id: string, reasons: readonly string[], source?: string): Promise<boolean>;
  /** Hides what is published and lets it wait for staff again. The caller has its item of the queue. False when it is not published. */
  withdraw?(
    ctx: C,
    tx: Tx,
    id: string,
    hold: { readonly reasons: readonly string[]; readonly source: string },
  ): Promise<boolean>;
  /** Its author can edit it. */
  readonly isEditable?: boolean;
  /** Ids of what a member made since a time and that is not removed, in their order, after one of them. */
  madeBy?(
    ctx: C,
    profileId: string,
    page: { readonly since: Date; readonly after: string | null; readonly limit: number },
  ): Promise<string[]>;
  /** What an answer stands among, at most so many on each side; null where it is not there, or answers nothing. */
  around?(ctx: C, id: string, each: number): Promise<Surroundings | null>;
  /** All of several contents. @param db a transaction; the pool when left out */
  show?(ctx: C, ids: readonly string[], db?: Executor): Promise<WholeContent[]>;
}

/** Its things wait until staff approve them. */
export interface Approved<C> extends Reviewed<C> {
  /**
   * Publishes what waits for approval, with everything that follows: queue, audit log, the notification of its author.
   * @throws {Refusal} where the decider may not, or it does not wait
   */
  approve(ctx: C, tx: Tx, decider: Decider, id: string, reason: string): Promise<void>;
  /** Asks what `approve` and `reject` ask of who decides, and changes nothing. @throws {Refusal} as they do */
  checkMayDecide(ctx: C, tx: Tx, decider: Decider, id: string, decision: 'approve' | 'remove'): Promise<void>;
  /** Removes what waits for approval, likewise. @throws {Refusal} as `approve` */
  reject(ctx: C, tx: Tx, decider: Decider, id: string, reason: string): Promise<void>;
}

/** Texts of its things can be read in the order of their time, such as for the trial of a new banned word. */
export interface Written<C> extends Named<C> {
  /** Ids of the newest that are not removed, newest first. Ids of all kinds sort by time. */
  newest(ctx: C, limit: number): Promise<string[]>;
  /** Everything that the authors of several wrote. */
  texts(ctx: C, ids: readonly string[]): Promise<{ readonly id: string; readonly text: string }[]>;
}

/** It claims files. */
export interface OwnsFiles<C> extends Kind {
  /**
   * Asked at every request for a guarded file of a content (held, pending, 18+, removed, locked, its owner's only).
   * Nobody gets the guarded files of a kind that does not answer.
   * @param link token of a secret link that the address of the file names
   */
  mayReadFile(ctx: C, viewer: Viewer | null, id: string, link: string | null): Promise<FileReaders>;
  /**
   * Its sounds and videos have plays, which need bytes: what goes to whom is recorded, and shared caches keep none of it,
   * because the site would not see what they serve.
   */
  readonly countsPlays?: true;
  /** Called when a file of the content was processed: open pages that show it may be notified. */
  fileProcessed?(ctx: C, tx: Tx, id: string): Promise<void>;
}

/** Its things stand in lists across all kinds, such as a member's activity. */
export interface Listed<C> extends Named<C> {
  /**
   * Which of some contents this reader finds where everybody's are listed: published, not 18+ for who has not said to be
   * an adult, and of nobody whom a block keeps away. One query for all.
   */
  listedFor(ctx: C, viewer: Viewer | null, ids: readonly string[]): Promise<Set<string>>;
  /** Which of some contents a member has bought and keeps, whether or not others find them; absent where none is sold. */
  boughtBy?(ctx: C, profileId: string, ids: readonly string[]): Promise<Set<string>>;
}

/**
 * A kind, for the features that work across all of them (reports, holds, files, activity, export, erasure), so that none
 * of these knows forum, gallery or songs. A kind is declared by what it can do (`Reportable & OwnsFiles`) and
 * implements nothing else; who looks it up in `ctx.kinds` asks whether it can. `C` is the site's context,
 * which holds the kinds.
 */
export type ContentKind<C> = Kind &
  Partial<Approved<C>> &
  Partial<OwnsFiles<C>> &
  Partial<Listed<C>> &
  Partial<Written<C>> &
  Partial<PersonalData<C>>;

/** Whether a kind has something to export and erase. */
export const keepsPersonalData = <C>(kind: ContentKind<C>): kind is ContentKind<C> & PersonalData<C> =>
  kind.exportOf !== undefined && kind.erase !== undefined;
