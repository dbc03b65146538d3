import type { TopicName } from '#site/contract/contract.ts';
import type { ErrorCode } from '#platform/contract/errors.ts';
import type { RewardKind } from '#people/ledger/server/rules.ts';
import type { Context } from '#platform/server/context.ts';
import type { FileReaders } from '#platform/server/content-kind.ts';
import { type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';

/**
 * `pending` waits for its first approval, `held` was found to need a review; both are seen by their author and staff.
 * `published` is what everybody sees. `private` was kept back by its author: seen by them, staff and whoever has a secret
 * link to it, and like all that is not published in no list, feed, search or queue. `removed` is hidden and can be
 * restored until the purge.
 */
export type ContentState = 'pending' | 'published' | 'held' | 'private' | 'removed';

/** The parent of an answer (reply, comment). */
export interface ParentFacts {
  readonly id: string;
  readonly authorId: string;
  readonly title: string;
  readonly state: ContentState;
}

/** What policies and transitions must know of one content. */
export interface ContentFacts {
  readonly id: string;
  /** Profile id. */
  readonly authorId: string;
  readonly authorIsAdmin: boolean;
  /** The author is a side of a block: not everybody may see what they made. */
  readonly authorHasBlocks: boolean;
  readonly state: ContentState;
  /** The state that a restore goes back to. */
  readonly stateBefore: Exclude<ContentState, 'removed'> | null;
  /** Profile id of who removed it; null for the operator, and for what is not removed. */
  readonly removedBy: string | null;
  /** Number of the text's version; an edit names the one it started from. */
  readonly version: number;
  /** Staff rejected it instead of approving it: removed, and its author sees why until they delete it. */
  readonly isRejected: boolean;
  /** Its title; of an answer a few words of its text. */
  readonly title: string;
  /** It belongs to a part of the site that is switched off. */
  readonly isOff: boolean;
  /** 18+ by itself or by its parent. */
  readonly isAdult: boolean;
  readonly createdAt: Date;
  /** Null for a content without a parent. */
  readonly parent: ParentFacts | null;
}

/** A table of likes: rows of (content, user, created_at), where `user_id` is the sign-in user's id. */
export interface LikeTable {
  readonly table: string;
  /** Column with the content's id. */
  readonly column: string;
}

/** A table of sales. */
export interface SalesTable {
  readonly table: string;
  /** Column with the content's id. */
  readonly column: string;
}

/**
 * A change of a content, as live updates see it. `created`: published or pending at once; `published`: released or
 * approved later; `removed`: rejected too.
 */
export type ContentChange = 'created' | 'published' | 'edited' | 'removed' | 'restored';

/** What is known of an answer before the statement that makes it. */
export interface AnswerAtOnce {
  readonly id: string;
  readonly authorId: string;
  readonly parentId: string;
  readonly html: string;
  readonly createdAt: Date;
}

/** A live event as parts of a statement; `sent` is called with its number and the answer's place after the commit. */
export interface EventParts {
  readonly parts: SQL;
  sent(seq: number, place: number): void;
}

/** How an answer belongs to its parent. */
export interface AnswerOf {
  readonly type: ContentType;
  /** Column with the parent's id. */
  readonly column: string;
  /** Column of the parent that counts published answers. */
  readonly countColumn: string;
  /** Column of the parent with the time of its last published answer. */
  readonly lastAtColumn?: string;
  /** Column with the id of another answer in the same parent that it answers. */
  readonly inReplyTo?: string;
  /** The parent's author may remove answers, and restore what they removed. */
  readonly parentAuthorRemoves: boolean;
  /** `Reply in …`, `Comment on …`. */
  readonly preposition: 'in' | 'on';
  /** What `answerByStatement` needs to create an answer in one statement; without it several statements do. */
  readonly atOnce?: {
    /** SQL of a new answer `t` and its parent `o`: whether anybody beside the mentioned may have to be notified. */
    readonly notifies: string;
    /** The live event of a new answer, as `announce` sends it. */
    publish(ctx: Context, answer: AnswerAtOnce): EventParts | Promise<EventParts>;
  };
}

/**
 * A content type as data: what the shared behaviour (policies, transitions, versions, threads, notifications, purge)
 * needs to know of it. The table has the columns of `contentColumns()`. SQL fragments name its row `t`, its parent's `o`.
 */
export interface ContentType<Extra extends object = object> {
  /** `forum_post`: as files, reports, the audit log and the ledger name it. */
  readonly kind: string;
  /** What people call it: `post`, `reply`. */
  readonly noun: string;
  readonly table: string;
  /** Column with the author's profile id. */
  readonly authorColumn: string;
  /** SQL of its title, or of a few words of its text. */
  readonly title: string;
  /** SQL of at most 300 characters without markup. */
  readonly excerpt: string;
  /**
   * `before`: it is pending until staff approve it (`review.ts`), and its table has `reviewColumns()`. `after`, and when
   * not given: it is published at once, unless it must be held, and reports follow.
   */
  readonly review?: 'before' | 'after';
  /** SQL of all that its author wrote, as its history stores it and as it is checked before an approval; `t.content` when not given. */
  readonly words?: string;
  /**
   * SQL of what its author wrote beside `words` and nobody can edit, such as a poll: checked and read by staff with them,
   * in no history. Null where it has none.
   */
  readonly unedited?: string;
  /** How the notification of its approval goes on after its title; `is published now.` when not given. */
  readonly approvedText?: string;
  /** Nobody edits it: there is no endpoint for that. */
  readonly isFixed?: true;
  /** SQL of the key of the fixed category that it is in; null in none. */
  readonly category?: string;
  /** SQL: whether it is 18+. */
  readonly isAdult: string;
  /** Columns of its own that its policies need: `t.is_pinned AS "isPinned"`. */
  readonly extra?: string;
  readonly answerOf?: AnswerOf;
  /** The refusal for a content that is missing, or not for its reader. */
  readonly notFound: ErrorCode;
  /** Column of `profiles` that counts the author's published ones. */
  readonly profileCountColumn?: string;
  /** Columns that are reset when it is removed: `is_pinned = false`. */
  readonly resetOnRemove?: string;
  /** Address below the site's root. */
  address(content: { readonly id: string; readonly parentId: string | null }): string;
  /** What its author gets when it is published; null for none. */
  reward?(facts: ContentFacts & Extra): RewardKind | null;
  /** What stands among its author's activity: the type of `activity_feed`, and its words. */
  activity?(facts: ContentFacts & Extra): { readonly type: string; readonly content: string };
  /** @throws {Refusal} where it cannot be published yet, such as a picture that nobody could read */
  checkPublishable?(tx: Tx, facts: ContentFacts & Extra): Promise<void>;
  /**
   * Notifies members of what is published for the first time: the mentioned, the answered, watchers. Called in a job.
   * @returns whether anybody was notified
   */
  notifyPublished?(ctx: Context, type: ContentType, id: string): Promise<boolean>;
  /** As `notifyPublished`, of some at once: where many are published, in as many statements as for one. */
  notifyAllPublished?(ctx: Context, type: ContentType, ids: readonly string[]): Promise<void>;
  /** Its likes; `like_count` of its table counts them. */
  readonly likes?: LikeTable;
  /** Beginning of the cause of the notification that groups its reactions or likes; without it nobody is notified. */
  readonly reactionCause?: string;
  /**
   * Sends live events of a change and drops cached pages that show it.
   * @returns the number of the event on its topic, where it has one
   */
  announce(ctx: Context, tx: Tx, facts: ContentFacts & Extra, change: ContentChange): Promise<number | null>;
  /** A file of it was processed: open pages that show it learn of it. */
  readonly fileProcessed?: (ctx: Context, tx: Tx, id: string) => Promise<void>;
  /** What claims files for it under a kind of its own, by SQL of the ids that belong to the row `t`. */
  readonly fileParts?: {
    readonly kind: string;
    readonly ids: string;
    /** Its readers get these files, as those of the content itself; false where its author and staff alone do. */
    readonly isRead: boolean;
  };
  /**
   * Where its sales stand: rows of (content, profile_id, created_at, price). Who has bought it keeps it whatever its author
   * does; when staff remove it they are paid back (`purchases.ts`).
   */
  readonly sales?: SalesTable;
  /** Table of members who have downloaded it, by `item_id`; `download_count` of its table counts them. */
  readonly downloads?: string;
  /** Deletes rows of its own tables that refer to purged contents. */
  purge?(ctx: Context, tx: Tx, ids: readonly string[], authorIds: readonly string[]): Promise<void>;
  /** Its own topic: asked who may listen after each change of it, and deleted with it. */
  topicOf?(id: string): TopicName;
  /**
   * Who may have its files, of those who may see it: everybody, or who may read its text (a locked post). Everybody
   * when not given.
   */
  fileReaders?(ctx: Context, viewer: Viewer | null, facts: ContentFacts & Extra): Promise<FileReaders>;
  /** It may be private: what its rows need when it becomes public for the first time (`is_unreleased` of its table). */
  readonly release?: (tx: Tx, id: string, at: Date) => Promise<void>;
  /** Columns that are made from its text, and how: for texts that an older renderer made. */
  rendered?: {
    /** Column with its text; `content` when not given. */
    readonly from?: string;
    readonly columns: readonly string[];
    /** SQL of columns that also depend on the row `t`; `n` has the rendered values. */
    readonly expressions?: Readonly<Record<string, string>>;
    render(ctx: Context, text: { content: string; authorId: string }): Promise<Readonly<Record<string, string>>>;
    /** For a text that the current renderer refuses. */
    plain(content: string): Readonly<Record<string, string>>;
  };
}

/** All that its author wrote, of the row `t`: a column called `content`. */
export const wordsColumn = (type: ContentType): SQL => sql.raw(`${type.words ?? 't.content'} AS content`);

/** The same with what nobody can edit: all that is checked when it is published, and that staff read. */
export const wholeColumn = (type: ContentType): SQL =>
  type.unedited
    ? sql.raw(`concat_ws(E'\\n', ${type.words ?? 't.content'}, ${type.unedited}) AS content`)
    : wordsColumn(type);

const types = new Map<string, ContentType>();

/** Declares a content type and registers it by its kind, for jobs that are enqueued with a kind and an id. */
export function defineContent<Extra extends object = object>(type: ContentType<Extra>): ContentType<Extra> {
  // Its functions are called with facts that were read for the same type alone.
  types.set(type.kind, type);
  return type;
}

/** The type of a kind; undefined for a kind that is no content type of this site. */
export const contentType = (kind: string): ContentType | undefined => types.get(kind);

/** Every content type. */
export const contentTypes = (): readonly ContentType[] => [...types.values()];

/** The type of the answers to contents of a type; undefined where it has no thread. */
export const answersTo = (kind: string): ContentType | undefined =>
  contentTypes().find((type) => type.answerOf?.type.kind === kind);
