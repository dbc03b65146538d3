/** The colours that an admin has chosen, `#rrggbb`. */
export interface SiteColors {
  readonly color: string | null;
  readonly second?: string | undefined;
}
type StyleOf = (color: string | null, second: string | null) => Readonly<Record<`--${string}`, string>>;

const colors: { of: StyleOf | null } = { of: null };

/** The server computes them: browsers have them in the page, and need no code for it. */
export function renderSiteColors(of: StyleOf): void {
  let last: { readonly key: string; readonly style: ReturnType<StyleOf> } | null = null;
  colors.of = (color, second) => {
    const key = `${color} ${second}`;
    if (last?.key !== key) last = { key, style: of(color, second) };
    return last.style;
  };
}

/** The style of <html> for the colours of a site; nothing in the browser, where it stands already. */
export const rootStyle = (site: SiteColors | undefined): ReturnType<StyleOf> | undefined =>
  colors.of?.(site?.color ?? null, site?.second ?? null);
