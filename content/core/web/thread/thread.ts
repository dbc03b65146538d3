import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Input } from '#site/contract/contract.ts';
import type { Answer } from '#content/core/contract/shapes.ts';
import { findInLists, patchInLists } from '#content/core/web/cache/content-cache.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { placeItem } from '#platform/web/lib/paged-list.ts';
import type { AnswerPage, ThreadPages } from './thread-pages.ts';

/** A kind of thread, as data: its words, its addresses and its endpoints. */
export interface ThreadType<A extends Answer> extends ThreadPages<A> {
  /** `reply`: also the name of the search parameter, and the beginning of element ids. */
  readonly noun: 'reply' | 'comment';
  readonly plural: string;
  /** As reports name it. */
  readonly kind: Input<'POST /reports'>['body']['kind'];
  /** Characters of the longest text. */
  readonly maxLength: number;
  /** To visitors, beside the link to sign in. */
  readonly invitation: string;
  /** Address of an answer; it also works where the thread is not loaded up to there. */
  address(parentId: string, answerId: string): string;
  /** Storage key of a draft. */
  draft(parentId: string, profileId: string): string;
  /** Creates one; the submit id makes a repeated send harmless. */
  send(
    call: Call,
    parentId: string,
    body: { content: string; submitId: string; inReplyTo?: string },
  ): Promise<{ reply: A } | { comment: A }>;
  read(call: Call, answerId: string): Promise<A>;
  save(call: Call, answerId: string, body: { content: string; baseVersion: number }): Promise<A>;
  remove(call: Call, answerId: string, reason: string): Promise<unknown>;
  restore(call: Call, answerId: string): Promise<unknown>;
}

/** One thread. */
export interface Thread<A extends Answer> {
  readonly type: ThreadType<A>;
  readonly parentId: string;
}

type Pages<A> = InfiniteData<AnswerPage<A>>;

/** Changes an answer in every list that shows it; null takes it out. */
export const patchAnswer = <A extends Answer>(
  client: QueryClient,
  { type, parentId }: Thread<A>,
  answerId: string,
  change: (answer: A) => A | null,
): void => patchInLists(client, type.key(parentId), answerId, change);

/** Whether a list of the thread holds an answer. */
export const hasAnswer = (client: QueryClient, { type, parentId }: Thread<Answer>, answerId: string): boolean =>
  findInLists(client, type.key(parentId), answerId) !== undefined;

/**
 * Puts an answer in its place, into every list whose loaded stretch reaches there; one that is there already
 * is brought up to date. Lists whose end is not loaded get it when they are read on.
 */
export function putAnswer<A extends Answer>(client: QueryClient, { type, parentId }: Thread<A>, answer: A): void {
  client.setQueriesData<Pages<A>>(
    { queryKey: type.key(parentId) },
    (data) => data && placeItem<A, AnswerPage<A>>(data, answer),
  );
}

/** Id of an answer's element, for links and focus. */
export const elementId = (noun: string, answerId: string): string => `${noun}-${answerId}`;
