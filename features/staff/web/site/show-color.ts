import { stockColor, stockSecond } from '#people/site-settings/contract/limits.ts';
import type { SiteSetting } from '#people/site-settings/contract/endpoints.ts';
import { siteColors } from '#platform/contract/site-colors.ts';

/** Whether a setting is one of the site's colours. */
export const setsColors = (name: string): boolean => name === 'color' || name === 'secondColor';

/** Shows the colours of the settings on the open page; others have them with the next page from the server. */
export function showColors(settings: readonly SiteSetting[]): void {
  const { style } = document.documentElement;
  for (const name of Object.keys(siteColors(stockColor, stockSecond))) style.removeProperty(name);
  const chosen = (name: string): string | null =>
    String(settings.find((one) => one.name === name)?.value || '') || null;
  for (const [name, value] of Object.entries(siteColors(chosen('color'), chosen('secondColor'))))
    style.setProperty(name, value);
}
