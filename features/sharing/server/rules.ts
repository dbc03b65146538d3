import type { Platform } from '#content/core/contract/shared-kinds.ts';
import { sharing } from '#features/sharing/contract/limits.ts';
import { faultOfName, normalName } from '#people/profiles/server/rules/names.ts';
import { isOpenAddress } from '#features/customization/server/rules.ts';
import { Refusal } from '#platform/server/http/refusal.ts';

/** Hosts that the platforms own, their short ones included. */
const hosts: Readonly<Record<string, Platform>> = {
  'soundcloud.com': 'soundcloud',
  'www.soundcloud.com': 'soundcloud',
  'm.soundcloud.com': 'soundcloud',
  'on.soundcloud.com': 'soundcloud',
  'open.spotify.com': 'spotify',
  'spotify.link': 'spotify',
  'youtube.com': 'youtube',
  'www.youtube.com': 'youtube',
  'm.youtube.com': 'youtube',
  'music.youtube.com': 'youtube',
  'youtu.be': 'youtube',
  'bandcamp.com': 'bandcamp',
  'www.bandcamp.com': 'bandcamp',
};
/** An artist's or label's own host at Bandcamp. */
const bandcampHost = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.bandcamp\.com$/;
/** Paths of YouTube that send their visitors to any other site. */
const redirector = /^\/(?:redirect|attribution_link|signin|logout)(?:\/|$)/i;

/**
 * The platform of a song's address, from the parsed host alone, and the address as it is stored: https, without a
 * fragment. Null for anything else: other hosts, however alike, other protocols, ports, names and passwords, redirectors.
 */
export function songAddress(text: string): { readonly platform: Platform; readonly url: string } | null {
  if (!URL.canParse(text) || !isOpenAddress(text)) return null;
  const url = new URL(text);
  const platform = hosts[url.hostname] ?? (bandcampHost.test(url.hostname) ? 'bandcamp' : undefined);
  if (platform === undefined || url.port !== '') return null;
  if (platform === 'youtube' && redirector.test(url.pathname)) return null;
  url.protocol = 'https:';
  url.hash = '';
  return url.href.length <= sharing.addressMax ? { platform, url: url.href } : null;
}

/** A normalized address for links; null for anything but an absolute http or https address. */
export function openAddress(text: string): string | null {
  if (!isOpenAddress(text)) return null;
  const { href } = new URL(text);
  return href.length <= sharing.addressMax ? href : null;
}

/**
 * Tags from a text with commas: trimmed, in lower case, empty ones and repeated ones dropped.
 * @throws {Refusal} `invalid` for too many, too long, or unreadable ones
 */
export function tagsOf(text: string): string[] {
  const tags = new Set(
    text
      .split(',')
      .map((tag) => normalName(tag).replace(/^#+/, '').trim().toLowerCase())
      .filter((tag) => tag !== ''),
  );
  if (tags.size > sharing.tagsMax)
    throw new Refusal('invalid', { fields: { tags: `At most ${sharing.tagsMax} tags.` } });
  for (const tag of tags) {
    const fault = faultOfName(tag, sharing.tagMax);
    if (fault !== null) throw new Refusal('invalid', { fields: { tags: `${JSON.stringify(tag)}: ${fault}` } });
  }
  return [...tags];
}

/** A tag of an address in the form in which tags are stored. */
export const tagForm = (tag: string): string => normalName(tag).toLowerCase();
