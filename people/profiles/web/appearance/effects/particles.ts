import { type MakeScene, lightSprite } from './scene.ts';

const areaEach = 14_000;
const most = 90;
/** Largest distance in pixels of two particles that a line joins. */
const reach = 130;
/** Lines of one strength are drawn at once. */
const strengths = 4;

/** Particles that drift; lines join those that are near. */
const particles: MakeScene = ({ primary, secondary, accent }) => {
  const xs = new Float32Array(most);
  const ys = new Float32Array(most);
  const dx = new Float32Array(most);
  const dy = new Float32Array(most);
  const sprites = [primary, secondary, accent].map((color) => lightSprite(color, 9, 0.16));
  let count = 0;
  let [width, height] = [0, 0];
  const place = (index: number): void => {
    xs[index] = Math.random() * width;
    ys[index] = Math.random() * height;
    const turn = Math.random() * Math.PI * 2;
    const speed = 8 + Math.random() * 16;
    dx[index] = Math.cos(turn) * speed;
    dy[index] = Math.sin(turn) * speed;
  };
  return {
    size(w, h) {
      const wider = width > 0 ? w / width : 0;
      const taller = height > 0 ? h / height : 0;
      [width, height] = [w, h];
      const before = count;
      count = Math.min(most, Math.round((w * h) / areaEach));
      for (let index = 0; index < count; index++) {
        if (index >= before || wider === 0) place(index);
        else {
          xs[index]! *= wider;
          ys[index]! *= taller;
        }
      }
    },
    draw(context, seconds) {
      for (let index = 0; index < count; index++) {
        const x = xs[index]! + dx[index]! * seconds;
        const y = ys[index]! + dy[index]! * seconds;
        xs[index] = x < -10 ? width + 10 : x > width + 10 ? -10 : x;
        ys[index] = y < -10 ? height + 10 : y > height + 10 ? -10 : y;
      }
      context.strokeStyle = primary;
      context.lineWidth = 1;
      for (let strength = 0; strength < strengths; strength++) {
        const nearest = ((strengths - 1 - strength) / strengths) * reach;
        const farthest = ((strengths - strength) / strengths) * reach;
        context.globalAlpha = 0.14 + strength * 0.17;
        context.beginPath();
        for (let one = 0; one < count; one++) {
          for (let other = one + 1; other < count; other++) {
            const across = xs[one]! - xs[other]!;
            if (across > farthest || across < -farthest) continue;
            const far = Math.hypot(across, ys[one]! - ys[other]!);
            if (far < nearest || far >= farthest) continue;
            context.moveTo(xs[one]!, ys[one]!);
            context.lineTo(xs[other]!, ys[other]!);
          }
        }
        context.stroke();
      }
      context.globalAlpha = 1;
      for (let index = 0; index < count; index++)
        context.drawImage(sprites[index % sprites.length]!, xs[index]! - 9, ys[index]! - 9);
      context.globalAlpha = 1;
      return true;
    },
  };
};

export default particles;
