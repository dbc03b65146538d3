import type { MakeScene } from './scene.ts';

const most = 48;
const lifeSeconds = 0.7;
/** Degrees of the colour circle from one piece of the ribbon to the next. */
const degreesEach = 9;
const colors = Array.from({ length: 40 }, (_, index) => `hsl(${index * degreesEach} 95% 60%)`);

/** A ribbon through the colours along the pointer's way. */
const rainbow: MakeScene = () => {
  const xs = new Float32Array(most);
  const ys = new Float32Array(most);
  const ages = new Float32Array(most).fill(lifeSeconds);
  const hues = new Uint8Array(most);
  /** The newest point; the one before it in time is before it in the ring. */
  let head = 0;
  let hue = 0;
  return {
    size() {},
    draw(context, seconds, pointer) {
      if (pointer.moved && Math.hypot(pointer.x - xs[head]!, pointer.y - ys[head]!) > 2) {
        head = (head + 1) % most;
        hue = (hue + 1) % colors.length;
        xs[head] = pointer.x;
        ys[head] = pointer.y;
        ages[head] = 0;
        hues[head] = hue;
      }
      let left = 0;
      for (let index = 0; index < most; index++) if ((ages[index]! += seconds) < lifeSeconds) left++;
      context.lineCap = 'round';
      for (let back = most - 2; back >= 0; back--) {
        const to = (head - back + most) % most;
        const from = (to - 1 + most) % most;
        if (ages[from]! >= lifeSeconds) continue;
        const share = 1 - ages[from]! / lifeSeconds;
        context.strokeStyle = colors[hues[to]!]!;
        context.globalAlpha = 0.85 * share;
        context.lineWidth = 1 + 9 * share;
        context.beginPath();
        context.moveTo(xs[from]!, ys[from]!);
        context.lineTo(xs[to]!, ys[to]!);
        context.stroke();
      }
      context.globalAlpha = 1;
      return left > 0;
    },
  };
};

export default rainbow;
