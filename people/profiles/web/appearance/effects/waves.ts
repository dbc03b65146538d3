import type { MakeScene } from './scene.ts';

/** From the back to the front: height from the top, swing, length and speed of each, and whose colour it has. */
const layers = [
  { at: 0.42, swing: 0.075, length: 1.15, speed: 0.16, color: 'secondary' },
  { at: 0.52, swing: 0.065, length: 0.9, speed: -0.2, color: 'primary' },
  { at: 0.62, swing: 0.055, length: 0.72, speed: 0.26, color: 'accent' },
  { at: 0.72, swing: 0.05, length: 0.6, speed: -0.33, color: 'secondary' },
  { at: 0.82, swing: 0.04, length: 0.5, speed: 0.42, color: 'primary' },
] as const;
const pixelsEach = 14;

/** A swell in the member's colours, from the middle of the page to its foot. */
const waves: MakeScene = (colors) => {
  let [width, height, time] = [0, 0, 0];
  let fills: CanvasGradient[] = [];
  let measured: CanvasRenderingContext2D | null = null;
  return {
    size(w, h) {
      [width, height] = [w, h];
      measured = null;
    },
    draw(context, seconds) {
      time += seconds;
      if (measured !== context) {
        // Once for each size.
        measured = context;
        fills = layers.map(({ at, swing, color }) => {
          const fill = context.createLinearGradient(0, (at - swing) * height, 0, height);
          fill.addColorStop(0, `${colors[color]}99`);
          fill.addColorStop(0.55, `${colors[color]}33`);
          fill.addColorStop(1, `${colors[color]}00`);
          return fill;
        });
      }
      context.lineWidth = 1.5;
      for (let index = 0; index < layers.length; index++) {
        const { at, swing, length, speed, color } = layers[index]!;
        const turn = (Math.PI * 2) / (length * Math.max(600, width));
        const shift = time * speed * Math.PI;
        const middle = at * height;
        const lift = swing * height;
        context.beginPath();
        for (let x = 0; x <= width + pixelsEach; x += pixelsEach) {
          const y =
            middle +
            lift * (0.7 * Math.sin(x * turn + shift) + 0.3 * Math.sin(x * turn * 2.3 - shift * 1.4 + index * 1.7));
          if (x === 0) context.moveTo(x, y);
          else context.lineTo(x, y);
        }
        context.globalAlpha = 0.7;
        context.strokeStyle = colors[color];
        context.stroke();
        context.lineTo(width + pixelsEach, height);
        context.lineTo(0, height);
        context.globalAlpha = 1;
        context.fillStyle = fills[index]!;
        context.fill();
      }
      context.globalAlpha = 1;
      return true;
    },
  };
};

export default waves;
