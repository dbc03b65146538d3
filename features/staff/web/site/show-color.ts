import { stockColor } from '#people/site-settings/contract/limits.ts';
import { siteColors } from '#platform/contract/site-colors.ts';

/** Shows a new main colour on the open page; others have it with the next page from the server. */
export function showColor(color: unknown): void {
  const { style } = document.documentElement;
  for (const name of Object.keys(siteColors(stockColor, stockColor))) style.removeProperty(name);
  if (typeof color !== 'string' || color === '') return;
  for (const [name, value] of Object.entries(siteColors(color))) style.setProperty(name, value);
}
