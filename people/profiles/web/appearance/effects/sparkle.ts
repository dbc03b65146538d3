import type { MakeScene } from './scene.ts';

const most = 90;
/** Pixels of the pointer's way from one to the next. */
const pixelsEach = 9;
const lifeSeconds = 0.95;
const half = 12;

/** A star of four rays, drawn once. */
function rays(color: string): HTMLCanvasElement {
  const sprite = document.createElement('canvas');
  sprite.width = sprite.height = half * 2;
  const context = sprite.getContext('2d')!;
  context.translate(half, half);
  for (const [fill, size] of [
    [`${color}66`, 1],
    [color, 0.82],
    ['#ffffff', 0.4],
  ] as const) {
    context.fillStyle = fill;
    context.beginPath();
    for (let ray = 0; ray < 4; ray++) {
      const turn = (ray * Math.PI) / 2;
      const [x, y] = [Math.cos(turn) * half * size, Math.sin(turn) * half * size];
      if (ray === 0) context.moveTo(x, y);
      const next = turn + Math.PI / 2;
      context.quadraticCurveTo(0, 0, Math.cos(next) * half * size, Math.sin(next) * half * size);
    }
    context.fill();
  }
  return sprite;
}

/** Sparks that fall from the pointer's way. */
const sparkle: MakeScene = ({ primary, secondary, accent }) => {
  const xs = new Float32Array(most);
  const ys = new Float32Array(most);
  const dx = new Float32Array(most);
  const dy = new Float32Array(most);
  const sizes = new Float32Array(most);
  const ages = new Float32Array(most).fill(lifeSeconds);
  const sprites = [accent, primary, '#ffffff', secondary].map(rays);
  let next = 0;
  let [lastX, lastY] = [-1, -1];
  return {
    size() {},
    draw(context, seconds, pointer) {
      if (pointer.moved) {
        if (lastX < 0) [lastX, lastY] = [pointer.x, pointer.y];
        const way = Math.hypot(pointer.x - lastX, pointer.y - lastY);
        const due = Math.min(14, Math.floor(way / pixelsEach));
        for (let made = 1; made <= due; made++) {
          const share = made / due;
          xs[next] = lastX + (pointer.x - lastX) * share + (Math.random() - 0.5) * 12;
          ys[next] = lastY + (pointer.y - lastY) * share + (Math.random() - 0.5) * 12;
          dx[next] = (Math.random() - 0.5) * 50;
          dy[next] = (Math.random() - 0.7) * 46;
          sizes[next] = 7 + Math.random() * 15;
          ages[next] = 0;
          next = (next + 1) % most;
        }
        if (due > 0) [lastX, lastY] = [pointer.x, pointer.y];
      }
      let left = 0;
      for (let index = 0; index < most; index++) {
        const age = (ages[index]! += seconds);
        if (age >= lifeSeconds) continue;
        left++;
        dy[index]! += 110 * seconds;
        xs[index]! += dx[index]! * seconds;
        ys[index]! += dy[index]! * seconds;
        const share = age / lifeSeconds;
        const size = sizes[index]! * Math.sin(Math.min(1, share * 1.15 + 0.12) * Math.PI);
        if (size <= 0.5) continue;
        context.globalAlpha = 1 - share * share;
        context.drawImage(sprites[index & 3]!, xs[index]! - size / 2, ys[index]! - size / 2, size, size);
      }
      context.globalAlpha = 1;
      return left > 0;
    },
  };
};

export default sparkle;
