import type { BackgroundEffect, CursorEffect } from '#people/profiles/contract/appearance-limits.ts';
import type { EffectColors, MakeScene, Pointer } from './scene.ts';

type Effect = Exclude<BackgroundEffect | CursorEffect, 'none'>;

/** Each effect is a file of its own, fetched by the pages that show it. */
const scenes: Record<Effect, () => Promise<{ default: MakeScene }>> = {
  particles: () => import('./particles.ts'),
  waves: () => import('./waves.ts'),
  matrix: () => import('./matrix.ts'),
  stars: () => import('./stars.ts'),
  sparkle: () => import('./sparkle.ts'),
  glow: () => import('./glow.ts'),
  rainbow: () => import('./rainbow.ts'),
  fire: () => import('./fire.ts'),
};
const cursors: ReadonlySet<Effect> = new Set<Effect>(['sparkle', 'glow', 'rainbow', 'fire']);

/** Pixels of the canvas to one of the page: more is not seen in soft light, and costs by its square. */
const maxDensity = 1.5;
/** Waves cover the page several times over, and have no edges to speak of. */
const wavesDensity = 1;
/** Upper bound of a frame's time step in seconds, so that nothing jumps after a pause. */
const maxStep = 0.05;
/** Seconds of the life of a still picture. */
const stillAt = 6;

export interface EffectOptions {
  readonly colors: EffectColors;
  /** One picture that does not move. */
  readonly isStill: boolean;
}

/**
 * Draws an effect until it is stopped: with the screen's frames while the page is seen and the canvas is in view. Effects
 * of the cursor draw while something is left of it, and only for a pointer that hovers.
 * @param stage where the pointer is followed
 * @returns what stops it
 */
export async function runEffect(
  effect: Effect,
  canvas: HTMLCanvasElement,
  stage: HTMLElement,
  { colors, isStill }: EffectOptions,
): Promise<() => void> {
  const followsCursor = cursors.has(effect);
  if (followsCursor && (isStill || !matchMedia('(hover: hover) and (pointer: fine)').matches)) return () => {};
  const scene = (await scenes[effect]()).default(colors);
  const context = canvas.getContext('2d');
  if (!context) return () => {};
  const pointer: Pointer = { x: 0, y: 0, moved: false };
  let [width, height] = [0, 0];
  let frame = 0;
  let before = 0;
  let isInView = true;

  const paint = (seconds: number): boolean => {
    context.clearRect(0, 0, width, height);
    return scene.draw(context, seconds, pointer);
  };
  const step = (now: number): void => {
    const seconds = before === 0 ? 1 / 60 : Math.min(maxStep, (now - before) / 1000);
    before = now;
    const goesOn = paint(seconds);
    pointer.moved = false;
    frame = goesOn ? requestAnimationFrame(step) : 0;
    if (!goesOn) before = 0;
  };
  const go = (): void => {
    const may = !isStill && isInView && !document.hidden && width > 0;
    if (may && frame === 0) {
      before = 0;
      frame = requestAnimationFrame(step);
    } else if (!may && frame !== 0) {
      cancelAnimationFrame(frame);
      frame = 0;
    }
  };
  const measure = (): void => {
    const box = canvas.getBoundingClientRect();
    if (box.width === width && box.height === height) return;
    [width, height] = [box.width, box.height];
    const density = Math.min(effect === 'waves' ? wavesDensity : maxDensity, devicePixelRatio || 1);
    canvas.width = Math.max(1, Math.round(width * density));
    canvas.height = Math.max(1, Math.round(height * density));
    context.setTransform(density, 0, 0, density, 0, 0);
    scene.size(width, height);
    if (isStill) for (let at = 0; at < stillAt; at += maxStep) paint(maxStep);
  };
  const follow = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return;
    const box = canvas.getBoundingClientRect();
    pointer.x = event.clientX - box.left;
    pointer.y = event.clientY - box.top;
    pointer.moved = true;
    go();
  };

  const sizes = new ResizeObserver(() => {
    measure();
    go();
  });
  const views = new IntersectionObserver(([entry]) => {
    isInView = entry?.isIntersecting ?? true;
    go();
  });
  measure();
  sizes.observe(canvas);
  views.observe(canvas);
  document.addEventListener('visibilitychange', go);
  if (followsCursor) stage.addEventListener('pointermove', follow, { passive: true });
  else go();
  return () => {
    sizes.disconnect();
    views.disconnect();
    document.removeEventListener('visibilitychange', go);
    stage.removeEventListener('pointermove', follow);
    cancelAnimationFrame(frame);
    context.clearRect(0, 0, width, height);
  };
}
