import { type MakeScene, lightSprite } from './scene.ts';

const most = 130;
const lifeSeconds = 0.75;
const eachSecond = 90;
const radius = 16;
/** Colours from the centre of a flame to its smoke, independent of the profile's colours. */
const heat = ['#fff3b0', '#ffd60a', '#ff8a1f', '#ff5a1f', '#c4281a'];

/** Flames that rise from the pointer. */
const fire: MakeScene = () => {
  const sprites = heat.map((color) => lightSprite(color, radius, 0.2));
  const xs = new Float32Array(most);
  const ys = new Float32Array(most);
  const dx = new Float32Array(most);
  const dy = new Float32Array(most);
  const sizes = new Float32Array(most);
  const ages = new Float32Array(most).fill(lifeSeconds);
  let next = 0;
  let [lastX, lastY, rest, owed] = [-1, -1, 1, 0];
  return {
    size() {},
    draw(context, seconds, pointer) {
      if (lastX < 0) [lastX, lastY] = [pointer.x, pointer.y];
      rest = pointer.moved ? 0 : rest + seconds;
      if (rest < 0.25) owed += eachSecond * seconds;
      const due = Math.floor(owed);
      owed -= due;
      for (let made = 1; made <= due; made++) {
        const share = made / due;
        xs[next] = lastX + (pointer.x - lastX) * share + (Math.random() - 0.5) * 9;
        ys[next] = lastY + (pointer.y - lastY) * share + 6;
        dx[next] = (Math.random() - 0.5) * 34;
        dy[next] = -(50 + Math.random() * 80);
        sizes[next] = 13 + Math.random() * 15;
        ages[next] = 0;
        next = (next + 1) % most;
      }
      [lastX, lastY] = [pointer.x, pointer.y];
      let left = 0;
      for (let index = 0; index < most; index++) {
        const age = (ages[index]! += seconds);
        if (age >= lifeSeconds) continue;
        left++;
        const share = age / lifeSeconds;
        xs[index]! += (dx[index]! + Math.sin(age * 14 + index) * 18) * seconds;
        ys[index]! += dy[index]! * seconds;
        const size = sizes[index]! * (1 - share * 0.75);
        context.globalAlpha = 0.7 * (1 - share);
        const sprite = sprites[Math.min(heat.length - 1, Math.floor(share * 1.15 * heat.length))]!;
        context.drawImage(sprite, xs[index]! - size / 2, ys[index]! - size / 2, size, size);
      }
      context.globalAlpha = 1;
      return left > 0 || rest < 0.25;
    },
  };
};

export default fire;
