/** A whole address, or null: as `URL.parse`, which the oldest browsers of the site do not have. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
