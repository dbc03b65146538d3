import type { Context } from '#server/context.ts';
import type { ContentKind, PersonalData } from './content-kind.ts';
import type { Door, WebDocument } from './http/door.ts';
import type { Cron, Job } from './jobs/job.ts';
import type { TopicRule } from './realtime/topic.ts';

/** What a feature brings to the house. `app.ts` lists them, and nothing is loaded by itself. */
export interface Feature {
  readonly name: string;
  readonly doors?: readonly Door[];
  readonly documents?: readonly WebDocument[];
  readonly jobs?: readonly Job[];
  readonly crons?: readonly Cron[];
  readonly topics?: readonly TopicRule[];
  readonly kinds?: readonly ContentKind[];
  /** Rows about members that are no content. */
  readonly personal?: PersonalData;
  /** Runs once after migrations, before the first request. */
  start?(ctx: Context): Promise<void>;
}
