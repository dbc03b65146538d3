import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Feature, Measure } from '#platform/server/feature.ts';
import {
  type BackupTrial,
  MISSED_HOURS,
  UNTRIED_DAYS,
  lastBackup,
  lastBackupTest,
  lastBackupTrial,
} from '#platform/server/backups/backup-mark.ts';
import type { Readiness } from '#platform/server/readiness.ts';
import type { Route, WebDocument } from './route.ts';
import { showMeasures, siteMeasures } from '#platform/server/monitoring/measures.ts';
import { registry, watchLag } from '#platform/server/monitoring/metrics.ts';
import { openApiOf } from './openapi/openapi.ts';
import { answerProbe } from './network/probe.ts';
import { docsPage, mailPage, outboxPage, plainPagePolicy } from './operator-pages.ts';
import { Refusal } from './refusal.ts';
import { API_PREFIX } from './server.ts';

/** Whether a request is the operator's: with the token of metrics, or from this machine where there is none. */
function isOperator({ config }: Context, request: FastifyRequest): boolean {
  if (config.metricsToken) return request.headers.authorization === `Bearer ${config.metricsToken}`;
  // A proxy on this machine connects from loopback too: what it forwards is not from here.
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !isForwarded && isLoopback(request.ip.replace(/^::ffff:/, ''));
}

/** When the last backup was made, when one was restored for a test, and how the last test ended; null for never. */
async function backupState({ config }: Context): Promise<{
  madeAt: string | null;
  testedAt: string | null;
  lastTest: BackupTrial | null;
}> {
  const [made, tested, lastTest] = await Promise.all([
    lastBackup(config.dataDir),
    lastBackupTest(config.dataDir),
    lastBackupTrial(config.dataDir),
  ]);
  return { madeAt: made?.at ?? null, testedAt: tested?.at ?? null, lastTest };
}

/** What is wrong with the backups that the settings ask for. */
async function backupWarnings(ctx: Context): Promise<string[]> {
  if (ctx.config.backups.hour === null) return [];
  const { madeAt, testedAt, lastTest } = await backupState(ctx);
  const hours = (at: string): number => Math.floor((ctx.clock.now().getTime() - Date.parse(at)) / 3_600_000);
  if (madeAt === null) return ['There is no backup yet.'];
  const isTested = testedAt !== null && hours(testedAt) <= UNTRIED_DAYS * 24;
  return [
    ...(hours(madeAt) > MISSED_HOURS ? [`The last backup is ${hours(madeAt)} hours old.`] : []),
    ...(lastTest?.outcome === 'failed' ? [`The last restore test failed: ${lastTest.text}`] : []),
    ...(isTested ? [] : [`No backup was restored for a test in the last ${UNTRIED_DAYS} days.`]),
  ];
}

/** Routes for operators and developers: health, metrics, the API's description and, outside production, the outbox. */
export function addOperatorRoutes(
  app: FastifyInstance,
  ctx: Context,
  site: {
    readiness: Readiness;
    routes: ReadonlyMap<string, Route>;
    documents: readonly WebDocument[];
    measures: readonly Measure[];
    operatorStates: readonly NonNullable<Feature['operatorState']>[];
  },
): void {
  app.get('/healthz', async (request, reply) => {
    const seen = answerProbe(ctx, request);
    return reply
      .type('application/json')
      .send(seen === null ? '{"status":"ok"}' : JSON.stringify({ status: 'ok', seen }));
  });
  app.get('/readyz', async (request, reply) => {
    try {
      await ctx.db.rows(sql`SELECT 1`);
    } catch (error) {
      if (ctx.outages.note(error) === null) ctx.log.warn({ err: error }, 'not ready: the database does not answer');
      return reply
        .code(503)
        .header('retry-after', '5')
        .type('application/json')
        .send('{"status":"database unavailable"}');
    }
    const isVerbose = (request.query as { verbose?: string }).verbose !== undefined && isOperator(ctx, request);
    const warnings = [...(await site.readiness.warnings()), ...(isVerbose ? await backupWarnings(ctx) : [])];
    // Ready all the same: what is there can be read, and a proxy that left the site out would end that too.
    const status = ctx.db.disk.isFull ? 'read-only: the disk is full' : 'ready';
    const more: Record<string, unknown> = isVerbose ? { backup: await backupState(ctx) } : {};
    if (isVerbose) for (const read of site.operatorStates) Object.assign(more, await read(ctx));
    return reply
      .type('application/json')
      .send(JSON.stringify({ status, ...(warnings.length > 0 && { warnings }), ...more }));
  });

  watchLag();
  showMeasures(ctx, [...siteMeasures, ...site.measures]);
  app.get('/metrics', async (request, reply) => {
    if (!isOperator(ctx, request)) throw new Refusal('forbidden');
    return reply.type(registry.contentType).send(await registry.metrics());
  });

  let document: string | null = null;
  app.get(`${API_PREFIX}/openapi.json`, async (_request, reply) => {
    document ??= JSON.stringify(
      openApiOf(site.routes.values(), {
        name: ctx.config.siteName,
        url: ctx.siteUrl,
        version: ctx.config.version,
        production: ctx.config.production,
        rates: ctx.config.rates,
      }),
    );
    return reply.type('application/json; charset=utf-8').send(document);
  });
  app.get('/api/docs', async (_request, reply) =>
    reply
      .header('content-security-policy', plainPagePolicy)
      .type('text/html; charset=utf-8')
      .send(docsPage(site.routes.values(), ctx.config.siteName)),
  );

  const { outbox } = ctx.mail;
  if (!outbox || ctx.config.production) return;
  app.get('/dev/outbox', async (_request, reply) =>
    reply
      .header('content-security-policy', plainPagePolicy)
      .type('text/html; charset=utf-8')
      .send(outboxPage(await outbox.list())),
  );
  app.get<{ Params: { id: string } }>('/dev/outbox/:id', async (request, reply) => {
    const mail = await outbox.get(request.params.id);
    if (!mail) throw new Refusal('not_found');
    return reply
      .header('content-security-policy', plainPagePolicy)
      .type('text/html; charset=utf-8')
      .send(mailPage(mail));
  });
}
