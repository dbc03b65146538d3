import { sharing } from '#features/sharing/contract/limits.ts';
import type { SharedReply } from '#features/sharing/contract/endpoints.ts';
import { type ThreadReader, threadReader } from '#content/core/server/answers/thread-reader.ts';
import { sql } from '#platform/server/db/database.ts';
import type { SharedType } from './types.ts';

/** Reads and creates replies to things of a type. */
export const repliesOf = ({ reply }: SharedType): ThreadReader<SharedReply> =>
  threadReader({
    type: reply,
    perPage: sharing.repliesPerPage,
    fresh: {},
    load: async () => null,
    present: (row, { answer }) => ({ ...answer, itemId: row.parent_id }),
    newAnswer: ({ userId }) => ({
      check: async () => ({}),
      columns: () => ({ columns: sql`, user_id`, values: sql`, ${userId}::uuid` }),
      atOnce: { condition: sql`` },
    }),
  });
