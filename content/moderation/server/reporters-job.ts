import { z } from 'zod';
import { id } from '#platform/contract/shapes.ts';
import type { JobType } from '#platform/server/jobs/queue.ts';

const payload = z.object({
  itemId: id,
  /** The decision, or the reversal of one. */
  entryId: id,
  /** The last report whose member was notified. */
  after: id.nullable(),
});
type ReportersPayload = z.infer<typeof payload>;

/** Notifies the reporters of a decided item, page by page. Its work stands in `reporters.ts`. */
export const notifyReportersJob: JobType<ReportersPayload> = { name: 'moderation.notify-reporters', payload };
