import { isDeepStrictEqual } from 'node:util';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** A text that was measured, its colour, and its place in the screenshot. */
interface Seen {
  readonly text: string;
  readonly color: readonly [number, number, number, number];
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** A text with the least contrast that it has with anything behind it. */
export interface Measured {
  readonly text: string;
  readonly ratio: number;
}

/**
 * The contrast of every text inside an element with the pixels behind it, taken from a picture of the page without its
 * texts: what a style says and what shines through are both in it. @returns the worst first
 */
export async function measureContrast(page: Page, within: string): Promise<Measured[]> {
  // Colours that fade from one theme to the other would be measured half-way.
  await page.evaluate(async () => {
    // A change of the reader's scheme is drawn with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fading.map((animation) => animation.finished));
  });
  const { seen, picture } = await measure(page, within);
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const measured = seen.map(({ text, color, box }) => {
    const grounds = new Set<number>();
    const [left, top] = [Math.max(0, Math.ceil(box.x)), Math.max(0, Math.ceil(box.y))];
    const [right, bottom] = [Math.min(info.width, box.x + box.width), Math.min(info.height, box.y + box.height)];
    for (let y = top; y < bottom; y += 2)
      for (let x = left; x < right; x += 2) grounds.add(data.readUIntBE((y * info.width + x) * 3, 3));
    let ratio = 21;
    // Each colour once, however many pixels have it.
    for (const packed of grounds) {
      const ground = [packed >> 16, (packed >> 8) & 255, packed & 255] as const;
      const [red, green, blue, alpha] = color;
      const ink = [red, green, blue].map((value, part) => value * alpha + ground[part]! * (1 - alpha));
      ratio = Math.min(ratio, contrastOf(ink as [number, number, number], ground));
    }
    return { text, ratio };
  });
  return measured.toSorted((one, other) => one.ratio - other.ratio);
}

/** Texts, and the page without them, as both are at one time: what came meanwhile would stand beside its place. */
async function measure(page: Page, within: string): Promise<{ seen: Seen[]; picture: Buffer }> {
  let seen = await page.evaluate(collect, within);
  for (let tries = 0; tries < 10; tries += 1) {
    await page.evaluate(setTexts, false);
    const picture = await page.screenshot({ fullPage: true });
    await page.evaluate(setTexts, true);
    const after = await page.evaluate(collect, within);
    if (isDeepStrictEqual(after, seen)) return { seen, picture };
    seen = after;
  }
  throw new Error('The page does not come to rest.');
}

function lightOf(color: readonly [number, number, number]): number {
  const [red, green, blue] = color.map((value) => {
    const unit = value / 255;
    return unit <= 0.04045 ? unit / 12.92 : ((unit + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: readonly [number, number, number], other: readonly [number, number, number]): number {
  const [a, b] = [lightOf(one), lightOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Runs in the page. */
function collect(within: string): Seen[] {
  const root = document.querySelector(within)!;
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const found: Seen[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement!;
    const text = node.textContent!.trim();
    if (text === '' || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (parent.closest('.sr-only, svg, :disabled')) continue;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = getComputedStyle(parent).color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { x, y, width, height } of range.getClientRects()) {
      // What scrolls sideways out of its row is not seen there.
      const row = parent.closest('.scroll-row')?.getBoundingClientRect();
      if (width < 2 || height < 2 || (row && (x < row.left || x + width > row.right))) continue;
      found.push({
        text,
        color: [red, green, blue, alpha / 255],
        box: { x: x + scrollX, y: y + scrollY, width, height },
      });
    }
  }
  return found;
}

/**
 * Runs in the page: texts disappear, and the bars that would lie over the picture of a long page; what is behind texts
 * stays.
 */
function setTexts(shown: boolean): void {
  const sheet = new CSSStyleSheet();
  if (!shown)
    sheet.replaceSync(
      '.stage *, .stage *::before, .stage *::after { color: transparent !important; text-shadow: none !important; text-decoration: none !important; transition: none !important; } .shell-top, .shell-bottom { visibility: hidden; }',
    );
  document.adoptedStyleSheets = shown ? [] : [sheet];
}
