/** The address of a request for the log: tokens of secret links are redacted. */
export function loggedAddress(url: string): string {
  return url.replace(/^(\/s\/)[^/?#]+/, '$1…').replaceAll(/([?&]link=)[^&#]*/g, '$1…');
}
