import { isLoopback, readSiteUrl } from './addresses.ts';
import { ConfigError } from './config-error.ts';
import type { SettingReader } from './reader.ts';

/**
 * Where the site listens and what its address is; whether it is in production, which follows from both and asks for a
 * mail server and https.
 */
export function readNetwork({ whole, text, optional }: SettingReader) {
  const port = whole('PORT', 0, 65_535);
  const host = text('HOST');
  const siteUrl = readSiteUrl(optional('SITE_URL')) ?? (port === 0 ? null : `http://localhost:${port}`);
  const production = !isLoopback(host) || (siteUrl?.startsWith('https://') ?? false);

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
  return { port, host, siteUrl, production, smtpUrl };
}
