/** The address of a request as the log has it: tokens of secret links are left out, so that no log opens what they open. */
export function loggedAddress(url: string): string {
  return url.replace(/^(\/s\/)[^/?#]+/, '$1…').replaceAll(/([?&]link=)[^&#]*/g, '$1…');
}
