import type { LoggerOptions, Logger } from 'pino';
import type { Config } from '#platform/server/config.ts';
import type { Reported } from './error-reports.ts';
import { setTracer } from './tracing.ts';

/** pino's numbers. */
const WARN = 40;
const ERROR = 50;

let report: ((reported: Reported) => void) | null = null;

const levelOf = (level: number): Reported['level'] => (level > ERROR ? 'fatal' : level === ERROR ? 'error' : 'warning');

/** Takes a line of the log with an error: one of the level `error` and above, or of a job that failed. */
function take(level: number, [about, message]: readonly unknown[]): void {
  if (report === null || typeof about !== 'object' || about === null) return;
  const { err, requestId, job } = about as { err?: unknown; requestId?: unknown; job?: unknown };
  if (!(err instanceof Error) || (level < ERROR && job === undefined)) return;
  const tags = {
    ...(typeof requestId === 'string' && { request_id: requestId }),
    ...(typeof job === 'string' && { job }),
  };
  report({ error: err, message: String(message), level: levelOf(level), tags });
}

/** What a log has so that errors can be reported; `startObservers` decides whether they are. */
export const reportingHooks: NonNullable<LoggerOptions['hooks']> = {
  logMethod(args, method, level) {
    if (level >= WARN) take(level, args);
    method.apply(this, args);
  },
};

/**
 * Starts traces and error reports where the configuration names a place for them; their code is loaded only then.
 * @param isSite false for a command, which has neither
 * @returns sends what waits, and ends both
 */
export async function startObservers(
  config: Config,
  log: Pick<Logger, 'warn'>,
  isSite: boolean,
): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = [];
  if (config.traces && isSite) {
    const { makeTraceExporter } = await import('./trace-exporter.ts');
    const exporter = makeTraceExporter(config.traces, { version: config.version, log });
    setTracer(exporter);
    stops.push(async () => {
      setTracer(null);
      await exporter.stop();
    });
  }
  if (config.errorReports && isSite) {
    const { makeErrorReports } = await import('./error-reports.ts');
    const warn = (reason: string): void => log.warn({ reason }, 'the service of error reports takes none');
    const reports = makeErrorReports(config.errorReports, { version: config.version, root: config.root, warn });
    report = reports.report;
    stops.push(async () => {
      report = null;
      await reports.stop();
    });
  }
  return async () => {
    for (const stop of stops) await stop();
  };
}
