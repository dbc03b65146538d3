/** Where a link may lead. */
export type Target =
  | { readonly kind: 'inside'; readonly href: string }
  | { readonly kind: 'outside'; readonly href: string };

/** A path of ours. Two slashes, or a backslash that a browser reads as one, would begin another host. */
const ownPath = /^\/(?![/\\])/;

/**
 * Judges an address that a member wrote: http and https only, inside where it is ours. Null for everything else
 * (scripts, data, mail, a name before the host, protocol-relative tricks).
 * @param siteUrl our public origin.
 */
export function targetOf(href: string, siteUrl: string): Target | null {
  // Browsers drop tabs and line breaks inside an address, and read a backslash as a slash.
  const address = href.replaceAll(/[\t\n\r]/g, '').trim();
  if (/^#[\w-]+$/.test(address)) return { kind: 'inside', href: address };
  if (ownPath.test(address)) return { kind: 'inside', href: address.replaceAll('\\', '%5C') };
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  // `https://known.example@other.example/` leads to the other.
  if (url.username !== '' || url.password !== '') return null;
  if (url.origin !== siteUrl) return { kind: 'outside', href: url.href };
  const path = url.pathname + url.search + url.hash;
  return ownPath.test(path) ? { kind: 'inside', href: path } : null;
}

/** True for a picture of our own: a stored file's address without tricks. */
export function isOwnImage(src: string): boolean {
  return /^\/files\/[\w.-]+(?:\/[\w.-]+)*$/.test(src) && !src.split('/').includes('..');
}
