import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from './refusal.ts';
import { type Viewer, isStaff } from './viewer.ts';

/** What works for everybody: probes, the build, signing in, and reports of payment services and mail servers. */
const open =
  /^\/(?:healthz|readyz|metrics|auth|robots\.txt)(?:[?/]|$)|^\/assets\/|^\/[\w-]+\.(?:png|svg|ico|js|webmanifest)(?:\?|$)|^\/api\/v1\/(?:auth\/|session(?:\?|$)|payments\/events$|mail\/events\/)/;

/** Seconds after which a client tries again, where no end is known. */
const RETRY_SECONDS = 300;

/** Whether the site is closed to somebody: in closed maintenance to all but staff. */
export const isClosedTo = ({ config }: Context, viewer: Viewer | null): boolean =>
  config.maintenance?.isClosed === true && (viewer === null || !isStaff(viewer));

/** The refusal of a request during maintenance. */
export function maintenanceRefusal({ config, clock }: Context): Refusal {
  const { until, text } = config.maintenance!;
  const left = until === null ? 0 : Math.ceil((until.getTime() - clock.now().getTime()) / 1000);
  const end =
    until === null ? '' : ` It is planned to end on ${until.toISOString().slice(0, 16).replace('T', ' at ')} UTC.`;
  return new Refusal('maintenance', {
    meta: { retryAfter: left > 0 ? left : RETRY_SECONDS, ...(until && { until: until.toISOString() }) },
    detail: `${text === '' ? 'The site is under maintenance.' : text}${end}`,
  });
}

/**
 * Refuses writes while the site is read-only, and everything while it is closed, before any handler runs: of endpoints,
 * documents, uploads and pages alike. Staff go on working.
 */
export function refuseInMaintenance(
  app: FastifyInstance,
  ctx: Context,
  resolveViewer: (ctx: Context, cookie: string) => Promise<Viewer | null>,
): void {
  const judge = async (request: FastifyRequest, next: (error?: Error) => void): Promise<void> => {
    try {
      const cookie = request.headers.cookie ?? '';
      const viewer = cookie === '' ? null : await resolveViewer(ctx, cookie);
      if (viewer === null || !isStaff(viewer)) throw maintenanceRefusal(ctx);
    } catch (error) {
      return next(error as Error);
    }
    next();
  };
  app.addHook('onRequest', (request, _reply, next) => {
    const { maintenance } = ctx.config;
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (maintenance === null || (isRead && !maintenance.isClosed) || open.test(request.url)) return next();
    void judge(request, next);
  });
}
