/** Where a link may lead. */
export type Target =
  | { readonly kind: 'inside'; readonly href: string }
  | { readonly kind: 'outside'; readonly href: string };

/**
 * Judges an address that a member wrote: http and https only, inside where it is ours. Null for everything else
 * (scripts, data, mail, protocol-relative tricks).
 * @param siteUrl our public origin.
 */
export function targetOf(href: string, siteUrl: string): Target | null {
  // Browsers drop tabs and line breaks inside an address, and read a backslash as a slash.
  const address = href.replaceAll(/[\t\n\r]/g, '').trim();
  if (/^#[\w-]+$/.test(address)) return { kind: 'inside', href: address };
  if (/^\/(?![/\\])/.test(address)) return { kind: 'inside', href: address.replaceAll('\\', '%5C') };
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.origin === siteUrl) return { kind: 'inside', href: url.pathname + url.search + url.hash };
  return { kind: 'outside', href: url.href };
}

/** True for a picture of our own: a stored file's address without tricks. */
export function isOwnImage(src: string): boolean {
  return /^\/files\/[\w.-]+(?:\/[\w.-]+)*$/.test(src) && !src.split('/').includes('..');
}
