/** Colours of an effect, `#rrggbb`: the member's own. */
export interface EffectColors {
  readonly primary: string;
  readonly secondary: string;
  readonly accent: string;
  readonly background: string;
}

/** Where the reader's pointer is on the canvas, and whether it has moved since the last frame. */
export interface Pointer {
  x: number;
  y: number;
  moved: boolean;
}

/** What an effect draws. A frame makes no objects: everything is there from the start, or from `size`. */
export interface Scene {
  /** Called before the first frame, and when the canvas has another size, in CSS pixels. */
  size(width: number, height: number): void;
  /**
   * Draws one frame on the cleared canvas. @param seconds since the last one, at most 0.05
   * @returns false when nothing is left to draw until the pointer moves
   */
  draw(context: CanvasRenderingContext2D, seconds: number, pointer: Pointer): boolean;
}

/** Makes an effect. */
export type MakeScene = (colors: EffectColors) => Scene;

/** A soft round light, drawn once. @param radius in CSS pixels; the picture is twice as wide */
export function lightSprite(color: string, radius: number, core = 0.18): HTMLCanvasElement {
  const sprite = document.createElement('canvas');
  sprite.width = sprite.height = radius * 2;
  const context = sprite.getContext('2d')!;
  const light = context.createRadialGradient(radius, radius, 0, radius, radius, radius);
  light.addColorStop(0, color);
  light.addColorStop(core, color);
  light.addColorStop(core + (1 - core) * 0.35, `${color}55`);
  light.addColorStop(1, `${color}00`);
  context.fillStyle = light;
  context.fillRect(0, 0, radius * 2, radius * 2);
  return sprite;
}
