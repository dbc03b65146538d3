import { type MakeScene, lightSprite } from './scene.ts';

const wide = 150;
const near = 46;
/** Seconds without a move after which the light has gone out. */
const goesOut = 1.4;

/** A light under the pointer, with a wider one that comes after it. */
const glow: MakeScene = ({ primary, accent }) => {
  const [outer, inner] = [lightSprite(primary, wide, 0.02), lightSprite(accent, near, 0.05)];
  let [x, y, lagX, lagY, strength, rest] = [-1, -1, 0, 0, 0, 0];
  return {
    size() {},
    draw(context, seconds, pointer) {
      if (pointer.moved) {
        if (x < 0) [lagX, lagY] = [pointer.x, pointer.y];
        [x, y, rest] = [pointer.x, pointer.y, 0];
      }
      rest += seconds;
      strength += ((rest < goesOut / 2 ? 1 : 0) - strength) * Math.min(1, seconds * 6);
      lagX += (x - lagX) * Math.min(1, seconds * 7);
      lagY += (y - lagY) * Math.min(1, seconds * 7);
      context.globalAlpha = 0.3 * strength;
      context.drawImage(outer, lagX - wide, lagY - wide);
      context.globalAlpha = 0.5 * strength;
      context.drawImage(inner, x - near, y - near);
      context.globalAlpha = 1;
      return rest < goesOut || strength > 0.01;
    },
  };
};

export default glow;
