import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Attempts } from './attempts/attempts.ts';
import type { ContentKind, PersonalData } from './content-kind.ts';
import type { Clock } from './clock.ts';
import type { Bus } from './db/bus.ts';
import type { Database } from './db/database.ts';
import type { Answerers, Subscriptions } from './events/event.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { Jobs } from './jobs/queue.ts';
import type { Mail } from './mail/message.ts';
import type { PageCache } from './page/page-cache.ts';
import type { Outages } from './outages.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Storage } from './storage/storage.ts';
import type { Switches } from './switches.ts';

/** Dependencies of handlers and jobs. */
export interface Context {
  readonly config: Config;
  /** Public origin without a trailing slash. */
  readonly siteUrl: string;
  /** Signs sessions and links; at least 32 characters. */
  readonly secret: string;
  readonly db: Database;
  /** Publish/subscribe between the processes of the site, for cache invalidation. */
  readonly bus: Pick<Bus, 'send' | 'on' | 'onGap'>;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly storage: Storage;
  readonly realtime: Realtime;
  /** For `emit`: who has subscribed to which event. */
  readonly events: Subscriptions<Context>;
  /** For `ask`: who answers which query. */
  readonly queries: Answerers<Context>;
  readonly limits: RateLimits;
  readonly attempts: Attempts;
  /** Current outages, for the log. */
  readonly outages: Outages;
  /** Pages of visitors; a change that they would show drops them. */
  readonly pages: PageCache;
  /** Which parts of the site are switched off or hidden. */
  readonly switches: Switches;
  readonly clock: Clock;
  readonly log: Logger;
  /** The content kinds of every feature, from `app.ts`. */
  readonly kinds: ReadonlyMap<string, ContentKind<Context>>;
  /** Everything that features keep about members, the content kinds included. */
  readonly personal: readonly PersonalData<Context>[];
  /** The command by which the operator acts for one of staff: entries of the audit log name it. */
  readonly commandLine?: string;
}
