import type { CSSProperties } from 'react';

/** Only what the server makes: a small picture in the address itself, or a colour. */
const blurred = /^data:image\/(webp|png|jpeg);base64,[\w+/=]+$/;
const colour = /^#[\da-f]{6}$/i;

/** What stands in the place of a picture until it is there. */
export function placeholderStyle(placeholder: string | null): CSSProperties | undefined {
  if (placeholder === null) return undefined;
  if (blurred.test(placeholder)) return { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover' };
  return colour.test(placeholder) ? { backgroundColor: placeholder } : undefined;
}
