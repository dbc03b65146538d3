import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';

/** Who may listen to a kind of topic. */
export interface TopicRule {
  /** `forum`, or `forum-post:{postId}`. */
  readonly pattern: string;
  /** Decides with the parameters of the pattern; may query the database. */
  maySubscribe(
    ctx: Context,
    viewer: Viewer | null,
    params: Readonly<Record<string, string>>,
  ): Promise<boolean> | boolean;
  /** A hint for whoever begins to listen, or is back: how things stand now, because hints may have been missed. */
  greet?(
    ctx: Context,
    viewer: Viewer | null,
    params: Readonly<Record<string, string>>,
  ): Promise<{ type: string; data: unknown }>;
}

/** Live events to open pages. */
export interface Realtime {
  /**
   * Writes a numbered event in the transaction that causes it; it is sent after the commit, and again to whoever
   * resumes within 24 hours. Numbers count up by one per topic; concurrent writers of one topic wait for each other.
   * @returns the event's number.
   */
  publish(tx: Tx, topic: string, type: string, data: unknown): Promise<number>;
  /** Sends a hint that may be missed: call it after the commit. Reaches the sockets of every process. */
  announce(topic: string, type: string, data: unknown): void;
  /**
   * Makes members stop listening to a topic, in every process: whoever may go on asks again. Call it after the commit.
   * @param profileIds of the members
   */
  dismiss(topic: string, profileIds: readonly string[]): void;
  /** Number of the last event of a topic; 0 before the first. */
  lastSeq(topic: string): Promise<number>;
  /** Closes the sockets of ended sessions, in every process: their pages learn that they are signed out. */
  endSessions(sessionIds: readonly string[]): void;
  /** Open sockets of this process, for metrics. */
  readonly socketCount: number;
}
