import { sharing } from '#features/sharing/contract/limits.ts';
import type { SharedReply } from '#features/sharing/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { createAnswer } from '#content/core/server/answers/answers.ts';
import { threadReader } from '#content/core/server/answers/thread-reader.ts';
import type { AnswerRow } from '#content/core/server/answers/thread.ts';
import type { Submitted } from '#content/core/server/create.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import type { SharedType } from './types.ts';

/** Makes the reader of replies to things of a type. */
export const repliesOf = ({ reply }: SharedType) =>
  threadReader({
    type: reply,
    perPage: sharing.repliesPerPage,
    columns: () => sql``,
    fresh: {},
    load: async () => null,
    present: (row, { answer }): SharedReply => ({ ...answer, itemId: row.parent_id }),
  });

/**
 * Creates a reply, or holds it for staff. The same submit again answers with the first one.
 * @throws {Refusal} the type's `notFound`, `adults_only`, `banned_words`, `rate_limit`, `too_complex`
 */
export async function createReply(
  ctx: Context,
  viewer: Viewer,
  { item, reply }: SharedType,
  itemId: string,
  body: { content: string; submitId: string },
): Promise<Submitted & { readonly row?: AnswerRow }> {
  return await createAnswer(ctx, viewer, reply, item, itemId, body, {
    check: async () => ({}),
    columns: () => ({ columns: sql`, user_id`, values: sql`, ${viewer.userId}::uuid` }),
    atOnce: { condition: sql`` },
  });
}
