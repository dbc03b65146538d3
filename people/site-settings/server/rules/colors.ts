/** The text on buttons and marks of the main colour: `--ink` of `platform/web/styles/tokens.css`. */
const INK = '#1a1a1a';
/** Grounds of logos that would be lost on one of the themes. */
export const logoGrounds = { light: '#ffffff', dark: INK } as const;
/** What texts need (WCAG 2, level AA). */
const READABLE = 4.5;

function luminance(color: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Whether the text on buttons can be read on a colour. @param color `#rrggbb` */
export function carriesText(color: string): boolean {
  const [one, other] = [luminance(color), luminance(INK)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) >= READABLE;
}
