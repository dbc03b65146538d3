import { z } from 'zod';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { ErrorCode } from '#platform/contract/errors.ts';
import { cursor, done, id, pageOf } from '#platform/contract/shapes.ts';
import { reactionCount, reactionKey, removal, textVersion } from './shapes.ts';

/** A content type as its endpoints name it. */
interface Named<Params extends z.ZodObject> {
  /** Its id. */
  readonly params: Params;
  /** `post`, `reply`. */
  readonly noun: string;
  readonly notFound: ErrorCode;
}

/**
 * The endpoints that are the same for contents of every type. A feature puts those that it has at keys of its own, and
 * what differs beside them: `{ ...post.remove, failure: 'Failed to delete forum post' }`. `contentHandlers`
 * answers all but like and react.
 */
export function contentEndpoints<Params extends z.ZodObject>({ params, noun, notFound }: Named<Params>) {
  const seen: readonly ErrorCode[] = [notFound, 'adults_only'];
  return {
    remove: {
      access: 'member',
      limit: 'write',
      failure: `Failed to delete the ${noun}`,
      summary: `Removes the ${noun} (author or staff); it can be restored for 30 days.`,
      params,
      body: removal,
      reply: done,
      errors: [...seen, 'forbidden', 'staff_protected', 'with_admins', 'silenced'],
    },
    restore: {
      access: 'member',
      limit: 'write',
      failure: `Failed to restore the ${noun}`,
      summary: `Restores the removed ${noun}: staff any, others what they removed themselves.`,
      params,
      reply: done,
      errors: [...seen, 'forbidden', 'staff_protected', 'own_content', 'complaint_stands', 'silenced'],
    },
    history: {
      access: 'public',
      limit: 'read',
      summary: 'The versions of the text, newest first.',
      params,
      query: z.object({ after: cursor.optional() }),
      reply: pageOf(textVersion),
      errors: seen,
    },
    like: {
      access: 'member',
      limit: 'write',
      failure: 'Failed to update like',
      summary: `Likes the ${noun}, or takes the like back.`,
      params,
      body: z.object({ on: z.boolean() }),
      reply: z.object({ on: z.boolean(), likeCount: z.number() }),
      errors: seen,
    },
    react: {
      access: 'speaker',
      limit: 'write',
      failure: 'Failed to save your reaction',
      summary: `Gives, changes or takes back (null) a reaction to the ${noun}.`,
      params,
      body: z.object({ reaction: reactionKey.nullable() }),
      reply: z.object({ reactions: z.array(reactionCount) }),
      errors: seen,
    },
  } as const satisfies Readonly<Record<string, Endpoint>>;
}

/**
 * As `contentEndpoints`, of an answer in a thread, with those that read and edit it. `answerHandlers` answers them.
 * @param thread the parent, and the shape and text of an answer
 */
export function answerEndpoints<
  Params extends z.ZodObject,
  ParentParams extends z.ZodObject,
  Answer extends z.ZodObject,
  Text extends z.ZodType<string, string>,
>(
  named: Named<Params>,
  thread: {
    readonly parentParams: ParentParams;
    readonly parentNotFound: ErrorCode;
    readonly answer: Answer;
    readonly content: Text;
  },
) {
  const { params, noun, notFound } = named;
  const seen: readonly ErrorCode[] = [notFound, 'adults_only'];
  return {
    ...contentEndpoints(named),
    page: {
      access: 'public',
      limit: 'read',
      summary: `A page of the thread, oldest first. \`around\` starts at the page that holds one ${noun}.`,
      params: thread.parentParams,
      query: z.object({ after: cursor.optional(), around: id.optional() }),
      reply: pageOf(thread.answer).extend({ previous: cursor.nullable() }),
      errors: [thread.parentNotFound, 'adults_only'],
    },
    read: { access: 'public', limit: 'read', summary: `One ${noun}.`, params, reply: thread.answer, errors: seen },
    edit: {
      access: 'speaker',
      limit: 'write',
      failure: `Failed to save the ${noun}`,
      summary: `Edits the ${noun}, naming the version it started from.`,
      params,
      body: z.object({ content: thread.content, baseVersion: z.int() }),
      reply: thread.answer,
      errors: [...seen, 'forbidden', 'staff_protected', 'edit_conflict', 'banned_words', 'spam_blocked', 'too_complex'],
    },
  } as const satisfies Readonly<Record<string, Endpoint>>;
}
