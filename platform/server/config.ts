import { readFileSync } from 'node:fs';
import path from 'node:path';
import { account } from '#people/accounts/contract/limits.ts';
import { type Entitlement, entitlements } from '#people/ledger/contract/limits.ts';
import { type RateSettings, readRates } from '#platform/server/http/rate-settings.ts';
import { type PaymentSettings, readPayments } from '#platform/server/payment-settings.ts';
import { isLoopback, readHttpsUrl, readMailboxUrl, readPushServices, readStatusUrl } from './config/addresses.ts';
import { type BackupSettings, readBackups } from './config/backups.ts';
import { ConfigError } from './config/config-error.ts';
import { readErrorReports, readTraces } from './config/observers.ts';
import { commandLine, packageRoot } from './config/package-root.ts';
import { readNetwork } from './config/network.ts';
import { inConfig, settingReader } from './config/reader.ts';
import {
  type ProviderName,
  type Providers,
  readProviders,
  readS3,
  readScanner,
  readStandIns,
} from './config/services.ts';
import { settings } from './config/settings.ts';
import type { ReportSettings } from './monitoring/error-reports.ts';
import type { TraceSettings } from './monitoring/trace-exporter.ts';
import type { Scanner } from './scan.ts';
import type { S3Settings } from './storage/s3.ts';

export { ConfigError, type ProviderName, commandLine, isLoopback, packageRoot, settings };

/** The typed configuration. Made once at start, never changed. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** Absolute path of the package: migrations and built files are found below it. */
  readonly root: string;
  readonly version: string;
  /** Null: files lie in the data folder. */
  readonly s3: S3Settings | null;
  readonly backups: BackupSettings;
  readonly mediaWorkers: number;
  /** The program that converts HEIC; null for none. */
  readonly heicCommand: string | null;
  /** What reads archives before they are listed; null for nothing. */
  readonly scanner: Scanner | null;
  readonly databaseUrl: string | null;
  readonly databasePool: number;
  /** User of the system that the site's own server runs as where the site is root; empty for the usual one. */
  readonly databaseUser: string;
  readonly siteName: string;
  /** Public origin without a trailing slash; null until the port is known (PORT=0 without SITE_URL). */
  readonly siteUrl: string | null;
  readonly production: boolean;
  /** Null: generated and stored in the data folder. */
  readonly secret: string | null;
  readonly trustedProxies: readonly string[];
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  /** Address to which mails come back, such as `bounces@example.org`; its `+` addresses must reach it too. */
  readonly mailBounces: string | null;
  /** Mailbox in which bounces arrive, `imaps://user:password@host/folder`. */
  readonly mailMailbox: string | null;
  readonly logLevel: string;
  /** Milliseconds from which a request and a query get a line in the log; 0: none does. */
  readonly slowRequestMs: number;
  readonly slowQueryMs: number;
  readonly rateLimits: boolean;
  readonly rates: RateSettings;
  readonly signUp: 'open' | 'invitation' | 'closed';
  /** Days after its last use until a session ends. */
  readonly sessionDays: number;
  /** Staff without two-factor sign-in can only set it up. */
  readonly staffTwoFactor: boolean;
  readonly metricsToken: string | null;
  /** Address of the releases that staff are told of; null: of none. */
  readonly updateFeed: string | null;
  /** Null: no traces. */
  readonly traces: TraceSettings | null;
  /** Null: no error reports. */
  readonly errorReports: ReportSettings | null;
  readonly providers: Providers;
  readonly socialStandInUrl: string | null;
  /** Whether jobs ask Spotify about artists. */
  readonly spotifyLookup: boolean;
  /** Origin of a stand-in for Spotify on this machine; never in production. */
  readonly spotifyStandInUrl: string | null;
  /** Hosts of push services; one that begins with `*.` stands for all below it. Empty: no pushes. */
  readonly pushServices: readonly string[];
  readonly freeEntitlements: readonly Entitlement[];
  readonly payments: PaymentSettings;
  /** Holds `{username}`; null: no status cards. */
  readonly chatStatusUrl: string | null;
  readonly chatServerUrl: string | null;
  /** A copy for trying out, which `restore --staging` has made. */
  readonly isStaging: boolean;
  /** Set by an admin while the site runs; null: there is none. */
  readonly maintenance: Maintenance | null;
  /** Runs from source with reloading. */
  readonly development: boolean;
}

/** Why the site takes no writes of members, or lets only staff in. */
export interface Maintenance {
  readonly isClosed: boolean;
  /** When it is planned to end; null: nobody knows. */
  readonly until: Date | null;
  /** Plain text for readers; empty for words of ours. */
  readonly text: string;
}

/** Levels of the log, the most talkative first. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/**
 * Reads the environment into the typed configuration.
 * @throws {ConfigError} with a sentence that names the variable, for wrong values and contradictions.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  mode: { development?: boolean } = {},
): Config {
  const read = settingReader(environment);
  const { text, optional, whole, oneOf, list } = read;
  const root = packageRoot();
  const network = readNetwork(read);
  const { production } = network;
  const databaseUrl = optional('DATABASE_URL');
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new ConfigError('DATABASE_URL must start with postgres:// or postgresql://.');
  const secret = optional('SECRET');
  if (secret && secret.length < 32) throw new ConfigError('SECRET must have at least 32 characters.');
  const rateLimits = text('RATE_LIMITS');
  if (rateLimits !== 'on' && rateLimits !== 'off')
    throw new ConfigError(`RATE_LIMITS must be on or off; it is "${rateLimits}".`);
  if (rateLimits === 'off' && production) throw new ConfigError('RATE_LIMITS cannot be off in production.');
  const freeEntitlements = list('FREE_ENTITLEMENTS').map((name) => {
    const known = entitlements.find((entitlement) => entitlement === name);
    if (known === undefined)
      throw new ConfigError(`FREE_ENTITLEMENTS knows ${entitlements.join(', ')}; not "${name}".`);
    return known;
  });

  return {
    ...network,
    ...readStandIns(read, production),
    root,
    isStaging: false,
    maintenance: null,
    version: (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version,
    dataDir: path.resolve(text('DATA_DIR')),
    s3: readS3(optional),
    backups: readBackups(read),
    mediaWorkers: whole('MEDIA_WORKERS', 0, 8),
    heicCommand: optional('HEIC_COMMAND'),
    scanner: readScanner(optional),
    databaseUrl,
    databaseUser: optional('DATABASE_USER') ?? '',
    databasePool: whole('DATABASE_POOL', 2, 100),
    siteName: text('SITE_NAME'),
    secret,
    trustedProxies: list('TRUSTED_PROXY'),
    mailFrom: optional('MAIL_FROM'),
    mailBounces: optional('MAIL_BOUNCES'),
    mailMailbox: readMailboxUrl(optional('MAIL_MAILBOX')),
    logLevel: oneOf('LOG_LEVEL', logLevels),
    slowRequestMs: whole('SLOW_REQUEST_MS', 0, 600_000),
    slowQueryMs: whole('SLOW_QUERY_MS', 0, 600_000),
    rateLimits: rateLimits === 'on',
    rates: inConfig(() => readRates(list('RATES'))),
    signUp: oneOf('SIGN_UP', ['open', 'invitation', 'closed']),
    sessionDays: whole('SESSION_DAYS', 1, account.sessionMaxDays),
    staffTwoFactor: oneOf('STAFF_TWO_FACTOR', ['on', 'off']) === 'on',
    metricsToken: optional('METRICS_TOKEN'),
    updateFeed: readHttpsUrl('UPDATE_FEED', optional('UPDATE_FEED')),
    traces: readTraces(read),
    errorReports: readErrorReports(read),
    providers: readProviders(optional),
    spotifyLookup: oneOf('SPOTIFY_LOOKUP', ['on', 'off']) === 'on',
    pushServices: readPushServices(list('PUSH_SERVICES'), production),
    freeEntitlements,
    payments: inConfig(() => readPayments(text, production)),
    chatStatusUrl: readStatusUrl(optional('CHAT_STATUS_URL')),
    chatServerUrl: readHttpsUrl('CHAT_SERVER_URL', optional('CHAT_SERVER_URL')),
    development: mode.development ?? false,
  };
}
