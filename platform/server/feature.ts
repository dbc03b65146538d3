import type { Context } from '#platform/server/context.ts';
import type { ContentKind, PersonalData } from './content-kind.ts';
import type { Answerer, EventType, Query, Subscription } from './events/event.ts';
import type { PageTopics, Route, WebDocument } from './http/route.ts';
import type { RawRoute } from './http/raw-route.ts';
import type { Cron, Job } from './jobs/job.ts';
import type { TopicRule } from './realtime/topic.ts';

type MeasuredValue = number | Readonly<Record<string, number>>;

/** A number for `/metrics`, or several by the value of one label. */
export interface Measure {
  /** Without `looproom_`. */
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  read(ctx: Context): MeasuredValue | Promise<MeasuredValue>;
}

/** The parts of a feature. `app.ts` lists them, and nothing is loaded by itself. */
export interface Feature {
  readonly name: string;
  readonly routes?: readonly Route[];
  readonly documents?: readonly WebDocument[];
  /** Addresses that read or write bytes by themselves. */
  readonly rawRoutes?: readonly RawRoute[];
  readonly jobs?: readonly Job[];
  readonly crons?: readonly Cron[];
  readonly topics?: readonly TopicRule[];
  /** What outdates visitors' cached pages that call its endpoints. */
  readonly pageTopics?: PageTopics;
  readonly kinds?: readonly ContentKind<Context>[];
  /** The events that it emits (`events.ts`). */
  readonly emits?: readonly Pick<EventType<unknown>, 'name'>[];
  /** Its handlers of events that features before it emit: `on(relationEnded, …)`. */
  readonly on?: readonly Subscription<Context>[];
  /** What it asks features after it (`events.ts`). */
  readonly asks?: readonly Pick<Query<unknown, unknown>, 'name'>[];
  /** Its answers to what features before it ask: `answer(unreadCount, …)`. */
  readonly answers?: readonly Answerer<Context>[];
  readonly measures?: readonly Measure[];
  /** Further fields of `/readyz?verbose`, which the operator alone reads. */
  operatorState?(ctx: Context): Promise<Readonly<Record<string, unknown>>>;
  /** Rows about members that are no content. */
  readonly personal?: PersonalData<Context>;
  /** Runs once after migrations, before the first request. */
  start?(ctx: Context): Promise<void>;
  /** Runs once when the site closes, after the last request and while the database is still open. */
  stop?(ctx: Context): Promise<void>;
}
