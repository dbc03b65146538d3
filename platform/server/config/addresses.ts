import { ConfigError } from './config-error.ts';
import type { Name } from './settings.ts';

/** True for addresses that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Hosts of push services; none for `off`. */
export function readPushServices(names: readonly string[], production: boolean): readonly string[] {
  if (names.length === 1 && names[0] === 'off') return [];
  for (const name of names) {
    if (!production && /^http:\/\/127\.0\.0\.1:\d+$/.test(name)) continue;
    if (!/^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/.test(name))
      throw new ConfigError(`PUSH_SERVICES lists host names, such as fcm.googleapis.com; not "${name}".`);
  }
  return names;
}

/** The site's public origin. */
export function readSiteUrl(value: string | null): string | null {
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

/** An https address without a user name. */
export function readHttpsUrl(name: Name, value: string | null): string | null {
  if (value === null) return null;
  if (!URL.canParse(value) || !value.startsWith('https://') || new URL(value).username !== '')
    throw new ConfigError(`${name} must be an https address without a user name; it is "${value}".`);
  return value;
}

/** The address of a mailbox, with user and password: `imaps://user:password@host/INBOX`. */
export function readMailboxUrl(value: string | null): string | null {
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^imaps?:$/.test(url.protocol) || url.hostname === '' || url.username === '' || url.password === '')
    throw new ConfigError('MAIL_MAILBOX must be an address such as imaps://user:password@mail.example.org/INBOX.');
  return value;
}

/** The template of a picture's address: its host must be one, because pages allow pictures of that host. */
export function readStatusUrl(value: string | null): string | null {
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
