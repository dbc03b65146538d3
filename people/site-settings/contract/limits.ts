/** Characters of the text that visitors read on the home page. */
export const homeTextMax = 10_000;
/** Pixels a side of the site's logo. */
export const logoSide = 512;
/** The main colour of the software: `--primary` of `platform/web/styles/tokens.css`. */
export const stockColor = '#ff6b35';
