import { pino } from 'pino';
import { ConfigError, readConfig } from '#platform/server/config.ts';
import { portFault, refuseUnusablePlace } from '#platform/server/config/place.ts';
import { nothingSaved } from '#platform/server/db/outage.ts';
import { reportingHooks } from '#platform/server/monitoring/observers.ts';
import { openSite } from './site.ts';

/** Starts the site from the environment and stops it on SIGINT and SIGTERM. */
async function main(): Promise<void> {
  const config = readConfig(process.env, { development: process.argv.includes('--development') });
  await refuseUnusablePlace(config);
  const log = pino({
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: reportingHooks,
  });
  const site = await openSite(config, log);
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping: draining requests, sockets and jobs');
    // A request or a job that never ends must not keep the process: after 30 s it goes as it is.
    setTimeout(() => process.exit(1), 30_000).unref();
    site.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const address = await site.listen().catch(async (error: unknown) => {
    await site.close();
    const fault = portFault(error, config);
    throw fault === null ? error : new ConfigError(fault);
  });
  log.info(
    { address, database: config.databaseUrl ? 'DATABASE_URL' : 'own server', data: config.dataDir },
    `${config.siteName} is ready at ${config.siteUrl ?? address}`,
  );
}

main().catch((error: unknown) => {
  // What an operator can mend is one sentence; anything else keeps its stack.
  const plain =
    error instanceof ConfigError ||
    (error instanceof Error &&
      [
        'DiskFullError',
        'FolderInUseError',
        'OwnServerError',
        'DatabaseUnreachable',
        'NotBuilt',
        'MigrationError',
      ].includes(error.name));
  const unsaved = nothingSaved(error, process.env['DATABASE_URL']);
  if (unsaved !== null) process.stderr.write(`${unsaved}\n`);
  else process.stderr.write(plain ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
