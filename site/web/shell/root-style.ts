type ColorsOf = (color: string | null) => Readonly<Record<`--${string}`, string>>;

const colors: { of: ColorsOf | null } = { of: null };

/** The server computes them: browsers have them in the page, and need no code for it. */
export function renderSiteColors(of: ColorsOf): void {
  colors.of = of;
}

/** The style of <html> for a main colour; nothing in the browser, where it stands already. */
export const rootStyle = (color: string | null): Readonly<Record<`--${string}`, string>> | undefined =>
  colors.of?.(color);
