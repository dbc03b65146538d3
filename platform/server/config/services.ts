import type { Scanner } from '#platform/server/scan.ts';
import type { S3Settings } from '#platform/server/storage/s3.ts';
import { ConfigError } from './config-error.ts';
import type { SettingReader } from './reader.ts';
import type { Name } from './settings.ts';

/** Outside providers of accounts. */
export type ProviderName = 'discord' | 'google' | 'spotify';
/** The keys of those that are set up. */
export type Providers = Readonly<Partial<Record<ProviderName, { clientId: string; clientSecret: string }>>>;

const s3Parts = ['ENDPOINT', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'FORCE_PATH_STYLE'] as const;
type S3Part = (typeof s3Parts)[number];

/** The store of files; null where they lie in the data folder. */
export function readS3(optional: (name: Name) => string | null): S3Settings | null {
  const bucket = optional('S3_BUCKET');
  const set = s3Parts.find((part) => optional(`S3_${part}`) !== null);
  if (bucket === null && set) throw new ConfigError(`S3_${set} is set, but S3_BUCKET is not.`);
  return bucket === null
    ? null
    : readBucket(bucket, 'S3_BUCKET', (part) => ({ name: `S3_${part}`, value: optional(`S3_${part}`) }));
}

/** The store of backups: what is not said of it is as of the store of files. */
export function readBackupBucket(bucket: string, optional: (name: Name) => string | null): S3Settings {
  return readBucket(bucket, 'BACKUP_TARGET', (part) => ({
    name: `BACKUP_S3_${part}`,
    value: optional(`BACKUP_S3_${part}`) ?? optional(`S3_${part}`),
  }));
}

/** @param named the variable that names the bucket @param read a part, with the name of its variable */
function readBucket(
  bucket: string,
  named: Name,
  read: (part: S3Part) => { readonly name: string; readonly value: string | null },
): S3Settings {
  const required = (part: S3Part): string => {
    const { name, value } = read(part);
    if (value === null) throw new ConfigError(`${named} is set, but ${name} is not.`);
    return value;
  };
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new ConfigError(`${named} must be a bucket's name (3 to 63 of a-z, 0-9, "-" and "."); it is "${bucket}".`);
  const { name: endpointName, value: endpoint } = read('ENDPOINT');
  if (endpoint !== null && !(URL.canParse(endpoint) && /^https?:\/\//.test(endpoint)))
    throw new ConfigError(`${endpointName} must be an http or https address; it is "${endpoint}".`);
  const { name: regionName, value } = read('REGION');
  const region = value ?? (endpoint === null ? null : 'us-east-1');
  if (region === null) throw new ConfigError(`${named} is set, but neither ${regionName} nor ${endpointName} is.`);
  const [accessKeyId, secretAccessKey] = [required('ACCESS_KEY_ID'), required('SECRET_ACCESS_KEY')];
  const { name: styleName, value: style } = read('FORCE_PATH_STYLE');
  if (style !== null && style !== 'on' && style !== 'off')
    throw new ConfigError(`${styleName} must be on or off; it is "${style}".`);
  const forcePathStyle = style === null ? endpoint !== null : style === 'on';
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle };
}

/** The virus scanner; null for none. */
export function readScanner(optional: (name: Name) => string | null): Scanner | null {
  const [command, socket] = [optional('SCAN_COMMAND'), optional('CLAMD_SOCKET')];
  if (command !== null && socket !== null) throw new ConfigError('SCAN_COMMAND and CLAMD_SOCKET are both set.');
  if (command !== null) {
    const [program = '', ...args] = command.split(/\s+/);
    return { kind: 'command', program, args };
  }
  if (socket === null || socket.startsWith('/')) return socket === null ? null : { kind: 'clamd', path: socket };
  const [, long, name, digits] = /^(?:tcp:\/\/)?(?:\[([0-9A-Fa-f:]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/.exec(socket) ?? [];
  const [host, port] = [long ?? name, Number(digits)];
  if (host === undefined || port < 1 || port > 65_535)
    throw new ConfigError(
      `CLAMD_SOCKET must be the path of a socket, or an address such as tcp://clamav:3310; it is "${socket}".`,
    );
  return { kind: 'clamd', host, port };
}

/** Providers whose both keys are set. */
export function readProviders(optional: (name: Name) => string | null): Providers {
  const keys: Partial<Record<ProviderName, { clientId: string; clientSecret: string }>> = {};
  for (const provider of ['discord', 'google', 'spotify'] as const) {
    const upper = provider.toUpperCase() as Uppercase<ProviderName>;
    const clientId = optional(`${upper}_CLIENT_ID`);
    const clientSecret = optional(`${upper}_CLIENT_SECRET`);
    if (clientId && !clientSecret)
      throw new ConfigError(`${upper}_CLIENT_ID is set, but ${upper}_CLIENT_SECRET is not.`);
    if (clientSecret && !clientId)
      throw new ConfigError(`${upper}_CLIENT_SECRET is set, but ${upper}_CLIENT_ID is not.`);
    if (clientId && clientSecret) keys[provider] = { clientId, clientSecret };
  }
  return keys;
}

/** Stand-ins of outside services on this machine, for tests. */
export function readStandIns({ optional }: SettingReader, production: boolean) {
  const socialStandInUrl = optional('SOCIAL_STAND_IN_URL');
  if (socialStandInUrl && production)
    throw new ConfigError('SOCIAL_STAND_IN_URL is for tests and refused in production.');
  const spotifyStandInUrl = optional('SPOTIFY_STAND_IN_URL');
  if (spotifyStandInUrl && (production || !/^http:\/\/127\.0\.0\.1:\d+$/.test(spotifyStandInUrl)))
    throw new ConfigError(
      `SPOTIFY_STAND_IN_URL is for tests: http://127.0.0.1 with a port, and refused in production; it is "${spotifyStandInUrl}".`,
    );
  return { socialStandInUrl, spotifyStandInUrl };
}
