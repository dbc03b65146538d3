import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Entitlement, entitlements } from '#contract/limits/ledger.ts';
import { type PaymentSettings, type ReadPayments, readPayments } from '#server/platform/payment-settings.ts';
import { account } from '#contract/limits/accounts.ts';
import { type RateSettings, readRates } from '#server/platform/http/rate-settings.ts';
import type { S3Settings } from './platform/storage/s3.ts';

/** One environment variable that the site reads: the single description of it, from which the documentation is made. */
export interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly about: string;
}

/** Every environment variable, in the order of the documentation (`docs/operating.md`). */
export const settings = [
  { name: 'PORT', fallback: '3000', about: 'Port to listen on. 0 picks a free one.' },
  { name: 'HOST', fallback: '127.0.0.1', about: 'Address to listen on. Any address but loopback means production.' },
  { name: 'DATA_DIR', fallback: './data', about: 'Folder of the embedded database, uploaded files and local mail.' },
  {
    name: 'S3_BUCKET',
    fallback: '',
    about: 'Keep files in this bucket of an S3 store. Empty: in the data folder. The bucket must exist and be private.',
  },
  {
    name: 'S3_ENDPOINT',
    fallback: '',
    about: 'Address of the store, such as `https://s3.example.org`. Empty: Amazon S3 in S3_REGION.',
  },
  { name: 'S3_REGION', fallback: '', about: 'Region of the bucket. Required without S3_ENDPOINT, else `us-east-1`.' },
  { name: 'S3_ACCESS_KEY_ID', fallback: '', about: 'Key that may read, write, list and delete in the bucket.' },
  { name: 'S3_SECRET_ACCESS_KEY', fallback: '', about: 'Secret of that key.' },
  {
    name: 'S3_FORCE_PATH_STYLE',
    fallback: '',
    about: 'on: the bucket stands in the path, off: in the host name. Empty: on with S3_ENDPOINT, else off.',
  },
  {
    name: 'MEDIA_WORKERS',
    fallback: '1',
    about:
      'Pictures that this process examines at once, and as many sounds and videos beside them, 0 to 8. Each may take a core.',
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    about: 'A PostgreSQL server (15 or newer): `postgres://user:password@host/name`. Empty: the embedded database.',
  },
  { name: 'DATABASE_POOL', fallback: '10', about: 'Connections to the database server, 2 to 100.' },
  { name: 'SITE_NAME', fallback: 'Looproom', about: 'Name of the site.' },
  {
    name: 'SITE_URL',
    fallback: '',
    about:
      'Public address, such as `https://example.org`. An https address means production. Empty: `http://localhost:PORT`.',
  },
  {
    name: 'SECRET',
    fallback: '',
    about:
      'At least 32 characters that sign sessions and links. Empty: made once and kept in DATA_DIR; several processes need the same one.',
  },
  {
    name: 'TRUSTED_PROXY',
    fallback: '',
    about:
      'Addresses or networks of proxies whose forwarded headers are believed, comma separated, such as `127.0.0.1,10.0.0.0/8`.',
  },
  {
    name: 'SMTP_URL',
    fallback: '',
    about:
      'Mail server: `smtp://user:password@host:587`. Empty: mail goes to the local outbox (`/dev/outbox`); in production it is required.',
  },
  { name: 'MAIL_FROM', fallback: '', about: 'Sender of mails. Empty: `SITE_NAME <no-reply@host of SITE_URL>`.' },
  { name: 'LOG_LEVEL', fallback: 'info', about: 'trace, debug, info, warn, error, fatal or silent.' },
  {
    name: 'RATE_LIMITS',
    fallback: 'on',
    about: 'off: no request rate refuses anything, for benchmarks. Refused in production.',
  },
  {
    name: 'RATES',
    fallback: '',
    about:
      'Request rates and attempt limits that differ from the built-in ones, comma separated: calls in seconds, such as `signIn=40/300,read=2400/60`. The names are listed below.',
  },
  {
    name: 'SIGN_UP',
    fallback: 'open',
    about:
      'Who may sign up: open (everybody), invitation (who has a link that an admin made) or closed. With closed, outside providers sign in members alone; with invitation also who was invited by mail to an address that the provider has verified.',
  },
  {
    name: 'SESSION_DAYS',
    fallback: String(account.sessionDays),
    about: `Days after its last use until a session ends, 1 to ${account.sessionMaxDays}. A year after it was opened it ends in any case.`,
  },
  {
    name: 'STAFF_TWO_FACTOR',
    fallback: 'off',
    about: 'on: moderators and admins without two-factor sign-in have no rights but to set it up.',
  },
  {
    name: 'METRICS_TOKEN',
    fallback: '',
    about: 'Bearer token for `/metrics`. Empty: only loopback callers may read it.',
  },
  {
    name: 'CHAT_STATUS_URL',
    fallback: '',
    about:
      'Address of a picture that shows the status of a chat-server name, https, with `{username}` in its place, such as `https://status.example.org/{username}.png`. Browsers of readers fetch it. Empty: no status cards.',
  },
  {
    name: 'CHAT_SERVER_URL',
    fallback: '',
    about: 'Address of the external chat server (https) that settings link to. Empty: no link.',
  },
  { name: 'DISCORD_CLIENT_ID', fallback: '', about: 'Sign-in with Discord; needs the secret too.' },
  { name: 'DISCORD_CLIENT_SECRET', fallback: '', about: 'Sign-in with Discord.' },
  { name: 'GOOGLE_CLIENT_ID', fallback: '', about: 'Sign-in with Google; needs the secret too.' },
  { name: 'GOOGLE_CLIENT_SECRET', fallback: '', about: 'Sign-in with Google.' },
  {
    name: 'SPOTIFY_CLIENT_ID',
    fallback: '',
    about: 'Sign-in with Spotify, and its numbers in the showcase; needs the secret too.',
  },
  { name: 'SPOTIFY_CLIENT_SECRET', fallback: '', about: 'As SPOTIFY_CLIENT_ID.' },
  {
    name: 'SPOTIFY_LOOKUP',
    fallback: 'on',
    about:
      'off: the site asks Spotify for nothing, and the showcase has no names and pictures of artists. on: a job asks once a day for each.',
  },
  {
    name: 'SPOTIFY_STAND_IN_URL',
    fallback: '',
    about:
      'For tests: address of a local stand-in that plays Spotify, such as `http://127.0.0.1:9000`. Refused in production.',
  },
  {
    name: 'SOCIAL_STAND_IN_URL',
    fallback: '',
    about: 'For tests: address of a local stand-in that plays every outside sign-in provider. Refused in production.',
  },
  {
    name: 'PUSH_SERVICES',
    fallback: 'fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com',
    about:
      'Push services of browsers that notifications are sent to, comma separated; `*.` stands for any name below. `off`: no pushes. Outside production a local stand-in may be given, such as `http://127.0.0.1:9000`.',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    fallback: '',
    about:
      'Secret key of the payment provider (Stripe). Empty: outside production a test checkout that moves no money, in production nothing can be bought.',
  },
  { name: 'STRIPE_WEBHOOK_SECRET', fallback: '', about: 'Secret that signs its events. Required with the key.' },
  {
    name: 'STRIPE_PRICES',
    fallback: '',
    about:
      'What is sold, as products and their price ids, comma separated: `vip=price_1,premium=price_2,omega_premium=price_3,premium_lifetime=price_4,ultimate-package=price_5`. A product without a price cannot be bought.',
  },
  {
    name: 'STRIPE_TAX',
    fallback: 'off',
    about: 'on: the provider computes and collects taxes, as set up there.',
  },
  {
    name: 'STRIPE_STAND_IN_URL',
    fallback: '',
    about:
      'For tests: address of a local stand-in that plays the provider, such as `http://127.0.0.1:9000`. Refused in production.',
  },
  {
    name: 'PRICES',
    fallback: 'vip=500,premium=1000,omega_premium=1500,premium_lifetime=800,ultimate-package=999',
    about:
      'Prices as pages show them, in US cents: tiers a month, the others once. They must be those of the provider, which the start compares; one that is not given is the built-in one.',
  },
  {
    name: 'UPGRADE_CREDITS',
    fallback: '999',
    about: 'Price of the Ultimate Package in credits; 0: it is sold for money alone.',
  },
  {
    name: 'PAYMENT_GRACE_DAYS',
    fallback: '7',
    about: 'Days for which a tier goes on while its renewal fails, 0 to 30.',
  },
  {
    name: 'FREE_ENTITLEMENTS',
    fallback: '',
    about:
      'Upgrades that every member has for free, comma separated: custom_banner, pin_own_post, name_glow, role_badge_text, animated_text, listing_priority, larger_uploads.',
  },
] as const satisfies readonly Setting[];

/** A contradiction or a wrong value in the environment; the message names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type ProviderName = 'discord' | 'google' | 'spotify';

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
  readonly mediaWorkers: number;
  readonly databaseUrl: string | null;
  readonly databasePool: number;
  readonly siteName: string;
  /** Public origin without a trailing slash; null until the port is known (PORT=0 without SITE_URL). */
  readonly siteUrl: string | null;
  readonly production: boolean;
  /** Null: generated and stored in the data folder. */
  readonly secret: string | null;
  readonly trustedProxies: readonly string[];
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  readonly logLevel: string;
  readonly rateLimits: boolean;
  readonly rates: RateSettings;
  readonly signUp: 'open' | 'invitation' | 'closed';
  /** Days after its last use until a session ends. */
  readonly sessionDays: number;
  /** Staff without two-factor sign-in can only set it up. */
  readonly staffTwoFactor: boolean;
  readonly metricsToken: string | null;
  readonly providers: Readonly<Partial<Record<ProviderName, { clientId: string; clientSecret: string }>>>;
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
  /** Runs from source with reloading. */
  readonly development: boolean;
}

type Name = (typeof settings)[number]['name'];

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** True for addresses that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The package's folder: the nearest above this file that holds Looproom's package.json. */
export function packageRoot(): string {
  let folder = import.meta.dirname;
  for (;;) {
    try {
      const found = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { name?: string };
      if (found.name === 'looproom') return folder;
    } catch {
      // No package here: try the parent folder.
    }
    const parent = path.dirname(folder);
    if (parent === folder) throw new ConfigError('Looproom cannot find its own package.json above the server.');
    folder = parent;
  }
}

/**
 * Reads the environment into the typed configuration.
 * @throws {ConfigError} with a sentence that names the variable, for wrong values and contradictions.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  mode: { development?: boolean } = {},
): Config {
  const fallbacks = new Map<string, string>(settings.map((setting) => [setting.name, setting.fallback]));
  const text = (name: Name): string => environment[name]?.trim() || fallbacks.get(name) || '';
  const optional = (name: Name): string | null => text(name) || null;
  const whole = (name: Name, min: number, max: number): number => {
    const value = Number(text(name));
    if (!Number.isInteger(value) || value < min || value > max)
      throw new ConfigError(`${name} must be a whole number from ${min} to ${max}; it is "${text(name)}".`);
    return value;
  };
  const oneOf = <const V extends string>(name: Name, values: readonly V[]): V => {
    const value = values.find((candidate) => candidate === text(name));
    if (value === undefined) throw new ConfigError(`${name} must be ${values.join(' or ')}; it is "${text(name)}".`);
    return value;
  };
  const list = (name: Name): string[] =>
    text(name)
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);

  const root = packageRoot();
  const port = whole('PORT', 0, 65_535);
  const host = text('HOST');
  const siteUrl = readSiteUrl(optional('SITE_URL')) ?? (port === 0 ? null : `http://localhost:${port}`);
  const production = !isLoopback(host) || (siteUrl?.startsWith('https://') ?? false);

  const databaseUrl = optional('DATABASE_URL');
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new ConfigError('DATABASE_URL must start with postgres:// or postgresql://.');
  const smtpUrl = optional('SMTP_URL');
  if (smtpUrl && !/^smtps?:\/\//.test(smtpUrl)) throw new ConfigError('SMTP_URL must start with smtp:// or smtps://.');
  if (production && !smtpUrl) {
    throw new ConfigError(
      'SMTP_URL is required in production (SITE_URL is https, or HOST is not loopback): without mail nobody could verify an address.',
    );
  }
  if (production && !optional('SITE_URL'))
    throw new ConfigError('SITE_URL is required when HOST is not loopback: links in mails need the public address.');
  if (production && !siteUrl?.startsWith('https://')) {
    throw new ConfigError(
      'SITE_URL must be an https address in production: browsers send the session over https only. Listen on 127.0.0.1 behind a proxy that does https.',
    );
  }
  const secret = optional('SECRET');
  if (secret && secret.length < 32) throw new ConfigError('SECRET must have at least 32 characters.');
  const logLevel = text('LOG_LEVEL');
  if (!levels.includes(logLevel))
    throw new ConfigError(`LOG_LEVEL must be one of ${levels.join(', ')}; it is "${logLevel}".`);
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
  const socialStandInUrl = optional('SOCIAL_STAND_IN_URL');
  if (socialStandInUrl && production)
    throw new ConfigError('SOCIAL_STAND_IN_URL is for tests and refused in production.');
  const spotifyStandInUrl = optional('SPOTIFY_STAND_IN_URL');
  if (spotifyStandInUrl && (production || !/^http:\/\/127\.0\.0\.1:\d+$/.test(spotifyStandInUrl)))
    throw new ConfigError(
      `SPOTIFY_STAND_IN_URL is for tests: http://127.0.0.1 with a port, and refused in production; it is "${spotifyStandInUrl}".`,
    );

  return {
    port,
    host,
    root,
    version: (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version,
    dataDir: path.resolve(text('DATA_DIR')),
    s3: readS3(optional),
    mediaWorkers: whole('MEDIA_WORKERS', 0, 8),
    databaseUrl,
    databasePool: whole('DATABASE_POOL', 2, 100),
    siteName: text('SITE_NAME'),
    siteUrl,
    production,
    secret,
    trustedProxies: list('TRUSTED_PROXY'),
    smtpUrl,
    mailFrom: optional('MAIL_FROM'),
    logLevel,
    rateLimits: rateLimits === 'on',
    rates: inConfig(() => readRates(list('RATES'))),
    signUp: oneOf('SIGN_UP', ['open', 'invitation', 'closed']),
    sessionDays: whole('SESSION_DAYS', 1, account.sessionMaxDays),
    staffTwoFactor: oneOf('STAFF_TWO_FACTOR', ['on', 'off']) === 'on',
    metricsToken: optional('METRICS_TOKEN'),
    providers: readProviders(optional),
    socialStandInUrl,
    spotifyLookup: oneOf('SPOTIFY_LOOKUP', ['on', 'off']) === 'on',
    spotifyStandInUrl,
    pushServices: readPushServices(list('PUSH_SERVICES'), production),
    freeEntitlements,
    payments: inConfig(() => readPayments(text as ReadPayments, production)),
    chatStatusUrl: readStatusUrl(optional('CHAT_STATUS_URL')),
    chatServerUrl: readHttpsUrl('CHAT_SERVER_URL', optional('CHAT_SERVER_URL')),
    development: mode.development ?? false,
  };
}

/** What a reader of its own refuses is a wrong value of the configuration. */
function inConfig<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

function readPushServices(names: readonly string[], production: boolean): readonly string[] {
  if (names.length === 1 && names[0] === 'off') return [];
  for (const name of names) {
    if (!production && /^http:\/\/127\.0\.0\.1:\d+$/.test(name)) continue;
    if (!/^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/.test(name))
      throw new ConfigError(`PUSH_SERVICES lists host names, such as fcm.googleapis.com; not "${name}".`);
  }
  return names;
}

function readSiteUrl(value: string | null): string | null {
  if (value === null) return null;
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    throw new ConfigError(`SITE_URL must be a full address such as https://example.org; it is "${value}".`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ConfigError('SITE_URL must start with http:// or https://.');
  if (url.pathname !== '/' || url.search || url.hash)
    throw new ConfigError('SITE_URL must be an origin without a path: the site lives at the root of its host.');
  return url.origin;
}

function readHttpsUrl(name: Name, value: string | null): string | null {
  if (value === null) return null;
  if (!URL.canParse(value) || !value.startsWith('https://') || new URL(value).username !== '')
    throw new ConfigError(`${name} must be an https address without a user name; it is "${value}".`);
  return value;
}

/** The template of a picture's address: its host must be one, because pages allow pictures of that host. */
function readStatusUrl(value: string | null): string | null {
  const template = readHttpsUrl('CHAT_STATUS_URL', value);
  if (template === null) return null;
  const { origin } = new URL(template);
  if (
    !template.includes('{username}') ||
    !template.startsWith(`${origin}/`) ||
    !/^https:\/\/[a-z0-9.-]+(?::\d+)?$/.test(origin)
  )
    throw new ConfigError(
      `CHAT_STATUS_URL must hold {username} in its path or query, behind a plain host; it is "${template}".`,
    );
  return template;
}

function readS3(optional: (name: Name) => string | null): S3Settings | null {
  const bucket = optional('S3_BUCKET');
  if (bucket === null) {
    for (const name of [
      'S3_ENDPOINT',
      'S3_REGION',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
      'S3_FORCE_PATH_STYLE',
    ] as const)
      if (optional(name) !== null) throw new ConfigError(`${name} is set, but S3_BUCKET is not.`);
    return null;
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new ConfigError(`S3_BUCKET must be a bucket's name (3 to 63 of a-z, 0-9, "-" and "."); it is "${bucket}".`);
  const endpoint = optional('S3_ENDPOINT');
  if (endpoint !== null && !(URL.canParse(endpoint) && /^https?:\/\//.test(endpoint)))
    throw new ConfigError(`S3_ENDPOINT must be an http or https address; it is "${endpoint}".`);
  const region = optional('S3_REGION') ?? (endpoint === null ? null : 'us-east-1');
  if (region === null) throw new ConfigError('S3_BUCKET is set, but neither S3_REGION nor S3_ENDPOINT is.');
  const accessKeyId = optional('S3_ACCESS_KEY_ID');
  const secretAccessKey = optional('S3_SECRET_ACCESS_KEY');
  if (accessKeyId === null) throw new ConfigError('S3_BUCKET is set, but S3_ACCESS_KEY_ID is not.');
  if (secretAccessKey === null) throw new ConfigError('S3_ACCESS_KEY_ID is set, but S3_SECRET_ACCESS_KEY is not.');
  const style = optional('S3_FORCE_PATH_STYLE');
  if (style !== null && style !== 'on' && style !== 'off')
    throw new ConfigError(`S3_FORCE_PATH_STYLE must be on or off; it is "${style}".`);
  const forcePathStyle = style === null ? endpoint !== null : style === 'on';
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle };
}

function readProviders(optional: (name: Name) => string | null): Config['providers'] {
  const found: Partial<Record<ProviderName, { clientId: string; clientSecret: string }>> = {};
  for (const provider of ['discord', 'google', 'spotify'] as const) {
    const upper = provider.toUpperCase() as Uppercase<ProviderName>;
    const clientId = optional(`${upper}_CLIENT_ID`);
    const clientSecret = optional(`${upper}_CLIENT_SECRET`);
    if (clientId && !clientSecret)
      throw new ConfigError(`${upper}_CLIENT_ID is set, but ${upper}_CLIENT_SECRET is not.`);
    if (clientSecret && !clientId)
      throw new ConfigError(`${upper}_CLIENT_SECRET is set, but ${upper}_CLIENT_ID is not.`);
    if (clientId && clientSecret) found[provider] = { clientId, clientSecret };
  }
  return found;
}
