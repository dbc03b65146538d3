/** Query names that a cached page may depend on; a page with any other bypasses the cache, so that nobody fills it. */
const allowed = new Set(['category', 'filter', 'order', 'period', 'kind', 'tag']);
/** Values of such names; pages with any other value bypass the cache too. */
const word = /^[\p{L}\p{N}_-]{0,40}$/u;
/** Addresses of one member alone, and secret links, are never cached. */
const never = /^\/(auth|settings|dev|files|s)(\/|$)/;

/** Tracking parameters of campaigns and other sites: no page depends on them. */
const tracker =
  /^(utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|twclid|ttclid|yclid|igsh|igshid|mc_cid|mc_eid|ref_src)$/;

/** The address without tracking parameters. @param url path and query */
export function withoutTrackers(url: string): string {
  const mark = url.indexOf('?');
  if (mark < 0) return url;
  const query = url.slice(mark + 1).split('&');
  const others = query.filter((pair) => !tracker.test(pair.split('=', 1)[0]!));
  if (others.length === query.length) return url;
  return url.slice(0, mark) + (others.length === 0 ? '' : `?${others.join('&')}`);
}

/**
 * The cache key of a visitor's page, or null when the page must be rendered for this request alone: a session cookie of
 * any kind, an address that needs a session, or an unknown query.
 */
export function pageCacheKey(url: string, cookie: string): string | null {
  if (cookie.includes('session_token') || cookie.includes('two_factor')) return null;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  if (never.test(path) || path.length > 200) return null;
  if (mark < 0) return path;
  const query = new URLSearchParams(url.slice(mark + 1));
  const names = [...query.keys()];
  if (new Set(names).size < names.length) return null;
  for (const [name, value] of query) if (!allowed.has(name) || !word.test(value)) return null;
  // One page for any order of the query.
  query.sort();
  return names.length === 0 ? path : `${path}?${query.toString()}`;
}
