import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { realtimePath } from '#platform/contract/event.ts';
import { clientOf, features as allFeatures, resolveViewer } from './app.ts';
import type { Config } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import { makeAttempts } from '#platform/server/attempts/attempts.ts';
import { type Clock, systemClock } from '#platform/server/clock.ts';
import { keepsPersonalData } from '#platform/server/content-kind.ts';
import { type Bus, makeBus } from '#platform/server/db/bus.ts';
import type { Database } from '#platform/server/db/database.ts';
import { openDatabase } from '#platform/server/db/open.ts';
import { answerersOf, subscriptionsOf } from '#platform/server/events/register.ts';
import type { Feature } from '#platform/server/feature.ts';
import { clientAddresses } from '#platform/server/http/network/client-address.ts';
import type { Caller, PageTopics, Route } from '#platform/server/http/route.ts';
import { addOperatorRoutes } from '#platform/server/http/operator-routes.ts';
import { makeRateLimits } from '#platform/server/http/rate-limits.ts';
import { type RawInput, runRoute } from '#platform/server/http/run-route.ts';
import { isForeign, makeServer } from '#platform/server/http/server.ts';
import { type JobService, makeJobs } from '#platform/server/jobs/jobs.ts';
import { makeMail, sendMailJob } from '#platform/server/mail/mail.ts';
import { makeOutages } from '#platform/server/outages.ts';
import { followStaging } from '#platform/server/backups/staging.ts';
import { startObservers } from '#platform/server/monitoring/observers.ts';
import { addPages } from '#platform/server/page/pages.ts';
import { preloadRenderer } from '#platform/server/page/renderer.ts';
import { makeSharedPages } from '#platform/server/page/shared-pages.ts';
import { type Readiness, makeReadiness } from '#platform/server/readiness.ts';
import { type RealtimeService, makeRealtime } from '#platform/server/realtime/hub.ts';
import { refuseHalfRestored } from '#platform/server/backups/restore-mark.ts';
import { checkSecret, siteSecret } from '#platform/server/secret/secret.ts';
import { openStorage } from '#platform/server/storage/open.ts';
import { maintenance } from '#platform/server/maintenance.ts';
import { makeSwitches } from '#platform/server/switches.ts';

/**
 * Milliseconds that running requests have at a stop. With the 2 s of sockets and the 15 s of jobs, the database has its
 * turn before the process is ended after 30 s (`main.ts`).
 */
const DRAIN_MS = 5_000;

/** What may differ between a real site, a test and the maker of the demo community. */
export interface SiteOptions {
  readonly clock?: Clock;
  /** False: no rate limit refuses anything (demo maker, benchmarks of single endpoints). */
  readonly rateLimits?: boolean;
  /** False: jobs are stored, not run. */
  readonly work?: boolean;
  /** False: what features do once at a start (the owner's link, counts) is left out, as for one command. */
  readonly start?: boolean;
  /** False: a secret that the database does not know is taken, for the command that replaces it. */
  readonly checkSecret?: boolean;
  /** False: endpoints only, no rendered pages. */
  readonly pages?: boolean;
  /** Milliseconds for which a database server that does not answer is waited for; half a minute when not given. */
  readonly patienceMs?: number;
  readonly features?: readonly Feature[];
}

/** An open site. */
export interface Site {
  readonly ctx: Context;
  readonly app: FastifyInstance;
  readonly routes: ReadonlyMap<string, Route>;
  /**
   * Calls an endpoint in this process, without the network; access and shapes are checked all the same, rate limits are
   * the caller's to count.
   */
  call(key: string, raw: RawInput, caller: Caller): Promise<unknown>;
  /** Listens on the configured host and port. @returns the address, such as `http://127.0.0.1:3000`. */
  listen(): Promise<string>;
  /** Drains requests, sockets and jobs, then closes the database. Safe to call twice. */
  close(): Promise<void>;
}

/** The site's secret, checked against the database. Where something is wrong that is closed. @throws as `checkSecret` and `followStaging` */
async function openSecret(db: Database, config: Config, now: Date, isChecked: boolean): Promise<string> {
  try {
    const secret = siteSecret(config);
    if (isChecked) await checkSecret(db, secret, config, now);
    await followStaging(db, config);
    return secret;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Opens the database, applies migrations, and assembles the site. Nothing listens yet. */
export async function openSite(config: Config, log: Logger, options: SiteOptions = {}): Promise<Site> {
  const clock = options.clock ?? systemClock;
  const features = options.features ?? allFeatures;
  refuseHalfRestored(config.dataDir);
  const outages = makeOutages(log);
  if (options.pages !== false) preloadRenderer(config);
  const stopObservers = await startObservers(config, log, options.start !== false);
  const db = await openDatabase(config, log, outages, {
    role: options.start === false ? 'command' : 'site',
    ...(options.patienceMs !== undefined && { patienceMs: options.patienceMs }),
  });
  const secret = await openSecret(db, config, clock.now(), options.checkSecret !== false);
  outages.watch('database', () => db.pool.query('SELECT 1'));
  const bus = makeBus(db.pool, log, outages);
  const rules = features.flatMap((feature) => feature.topics ?? []);
  const realtime = makeRealtime(db, bus, clock, rules);
  const platform = maintenance();
  const jobs = makeJobs({
    db,
    bus,
    log,
    outages,
    jobs: [sendMailJob, ...platform.jobs, ...features.flatMap((feature) => feature.jobs ?? [])],
    crons: [...platform.crons, ...features.flatMap((feature) => feature.crons ?? [])],
  });
  const siteUrl = config.siteUrl ?? `http://localhost:${config.port}`;
  const pages = makeSharedPages(clock, bus);
  const mail = makeMail({
    config,
    siteUrl,
    secret,
    jobs,
    now: () => clock.now(),
    onOutbox: (message) =>
      log.info({ to: message.to, subject: message.subject }, `mail in the outbox (/dev/outbox)\n${message.text}`),
  });
  const hasLimits = options.rateLimits ?? config.rateLimits;
  const ctx: Context = {
    config,
    siteUrl,
    secret,
    db,
    bus,
    jobs,
    mail,
    storage: await openStorage(config),
    realtime,
    events: subscriptionsOf(features),
    queries: answerersOf(features),
    limits: makeRateLimits(clock, config.rates.requests, hasLimits),
    attempts: makeAttempts({
      db,
      clock,
      secret,
      isOn: hasLimits,
      onLost: (error) => log.warn({ err: error }, 'an attempt that succeeded stays counted'),
    }),
    outages,
    pages,
    switches: makeSwitches(),
    clock,
    log,
    personal: features.flatMap((feature) => [
      ...(feature.personal ? [feature.personal] : []),
      ...(feature.kinds ?? []).filter(keepsPersonalData),
    ]),
    kinds: new Map(features.flatMap((feature) => feature.kinds ?? []).map((kind) => [kind.kind, kind])),
  };
  outages.watch('storage', (signal) => ctx.storage.check(signal));
  // Every page has the banner of a full disk, or has it no more.
  db.disk.onChange(() => pages.dropHere());
  const readiness = makeReadiness({ storage: ctx.storage, mail, log, outages });
  const routes = new Map(
    features.flatMap((feature) => feature.routes ?? []).map((route) => [route.key as string, route]),
  );
  const site = assemble({ ctx, bus, jobs, realtime, readiness, features, routes, stopObservers });
  try {
    await bus.start();
    if (options.work !== false) await jobs.start(ctx);
    else await jobs.prepare();
    if (options.start !== false) for (const feature of features) await feature.start?.(ctx);
    if (options.pages !== false)
      await addPages(site.app, ctx, {
        call: site.call,
        resolveViewer,
        routes,
        topics: Object.assign({}, ...features.map((feature) => feature.pageTopics)) as PageTopics,
      });
    await site.app.ready();
    // Nobody waits for it: a site without its mail server starts all the same.
    if (options.start !== false) void readiness.check();
  } catch (error) {
    await site.close();
    throw error;
  }
  return site;
}

function assemble(parts: {
  ctx: Context;
  bus: Bus;
  jobs: JobService;
  realtime: RealtimeService;
  readiness: Readiness;
  features: readonly Feature[];
  routes: Map<string, Route>;
  stopObservers: () => Promise<void>;
}): Site {
  const { ctx, bus, jobs, realtime, routes } = parts;
  const app = makeServer(ctx, parts.features, { resolveViewer, clientOf });
  addOperatorRoutes(app, ctx, {
    routes,
    readiness: parts.readiness,
    documents: parts.features.flatMap((feature) => feature.documents ?? []),
    measures: parts.features.flatMap((feature) => feature.measures ?? []),
    operatorStates: parts.features.flatMap(({ operatorState }) => operatorState ?? []),
  });
  realtime.attach(app.server, ctx, {
    path: realtimePath,
    isForeign: (request) => isForeign(ctx, request, request.headers.host ?? ''),
    addressOf: clientAddresses(ctx.config.trustedProxies),
    resolveViewer: async (cookie) => (cookie === '' ? null : await resolveViewer(ctx, cookie)),
  });
  let closing: Promise<void> | null = null;
  return {
    ctx,
    app,
    routes,
    async call(key, raw, caller) {
      const route = routes.get(key);
      if (!route) throw new Error(`No endpoint ${key}`);
      return await runRoute(ctx, route, raw, caller);
    },
    async listen() {
      await app.listen({ host: ctx.config.host, port: ctx.config.port });
      const { address, port, family } = app.server.address() as AddressInfo;
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
    },
    close() {
      closing ??= (async () => {
        ctx.outages.stop();
        await realtime.stop();
        // A request whose rest never comes would hold the stop for ever.
        const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
        await app.close();
        clearTimeout(cut);
        await jobs.stop();
        for (const feature of parts.features)
          await feature
            .stop?.(ctx)
            .catch((error: unknown) => ctx.log.warn({ err: error }, `${feature.name} did not stop`));
        await bus.stop();
        ctx.storage.close();
        await ctx.db.close();
        await parts.stopObservers();
      })();
      return closing;
    },
  };
}
