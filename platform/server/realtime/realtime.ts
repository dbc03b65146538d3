import type { EventData, EventName, TopicName } from '#site/contract/contract.ts';
import type { SQL, Tx } from '#platform/server/db/database.ts';

/** Live events to open pages. Topics, events and what these carry have the types of the contract. */
export interface Realtime {
  /**
   * Writes a numbered event in the transaction that causes it; it is sent after the commit, and again to whoever
   * resumes within 24 hours. Numbers count up by one per topic; concurrent writers of one topic wait for each other.
   * @returns the event's number.
   */
  publish<N extends TopicName, E extends EventName<N>>(
    tx: Tx,
    topic: N,
    type: E,
    data: EventData<N, NoInfer<E>>,
  ): Promise<number>;
  /**
   * As `publish`, for a statement that writes several tables at once: `parts` belong behind its part `made`, and the event
   * is written where that has a row; `event (seq)` has its number. `sent` is called after the commit, with that number.
   * @param placeAt where in `data` the `place` of the row of `made` is to stand; `sent` is given the data with it then
   */
  publishWith<N extends TopicName, E extends EventName<N>>(
    topic: N,
    type: E,
    data: EventData<N, NoInfer<E>>,
    placeAt?: readonly string[],
  ): { readonly parts: SQL; sent(seq: number, placed?: EventData<N, NoInfer<E>>): void };
  /** Sends a hint that may be missed: call it after the commit. Reaches the sockets of every process. */
  announce<N extends TopicName, E extends EventName<N>>(topic: N, type: E, data: EventData<N, NoInfer<E>>): void;
  /**
   * Runs the topics' rules again for open subscriptions, in every process: those that they no longer allow end. Until a
   * rule has answered its subscription gets nothing, so that what is published later is not read by who may not. Call it
   * after the commit of what may have changed who may listen.
   * @param of members whose rights may be others now (all their subscriptions), and topics that may be for others now
   */
  recheck(of: { readonly members?: readonly string[]; readonly topics?: readonly TopicName[] }): void;
  /** Runs the rules again for every open subscription of this process. */
  recheckHere(): void;
  /** Number of the last event of a topic; 0 before the first. */
  lastSeq(topic: TopicName): Promise<number>;
  /** Closes the sockets of ended sessions, in every process: their pages learn that they are signed out. */
  endSessions(sessionIds: readonly string[]): void;
  /** Open sockets of this process, for metrics. */
  readonly socketCount: number;
}
