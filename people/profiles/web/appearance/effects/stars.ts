import { type MakeScene, lightSprite } from './scene.ts';

const areaEach = 5200;
const most = 280;
/** Seconds between two falling stars, about. */
const fallEvery = 7;
const tailParts = 14;

/** A night sky that turns slowly; now and then a star falls. */
const stars: MakeScene = ({ primary, secondary, accent }) => {
  const xs = new Float32Array(most);
  const ys = new Float32Array(most);
  const depths = new Float32Array(most);
  const phases = new Float32Array(most);
  const sprites = ['#ffffff', '#ffffff', accent, secondary].map((color) => lightSprite(color, 8, 0.12));
  let count = 0;
  let [width, height, time, untilFall] = [0, 0, 0, 2.5];
  const fall = { x: 0, y: 0, dx: 0, dy: 0, age: 1 };
  return {
    size(w, h) {
      const [wider, taller] = width > 0 ? [w / width, h / height] : [0, 0];
      [width, height] = [w, h];
      const before = count;
      count = Math.min(most, Math.round((w * h) / areaEach));
      for (let index = 0; index < count; index++) {
        if (index < before && wider > 0) {
          xs[index]! *= wider;
          ys[index]! *= taller;
          continue;
        }
        xs[index] = Math.random() * w;
        ys[index] = Math.random() * h;
        depths[index] = 0.25 + Math.random() ** 3 * 0.75;
        phases[index] = Math.random() * Math.PI * 2;
      }
    },
    draw(context, seconds) {
      time += seconds;
      for (let index = 0; index < count; index++) {
        const depth = depths[index]!;
        xs[index]! -= depth * 5 * seconds;
        ys[index]! += depth * 1.6 * seconds;
        if (xs[index]! < -8) xs[index] = width + 8;
        if (ys[index]! > height + 8) ys[index] = -8;
        const size = 5 + depth * 11;
        context.globalAlpha = (0.45 + 0.55 * depth) * (0.7 + 0.3 * Math.sin(time * (0.6 + depth) + phases[index]!));
        context.drawImage(sprites[index & 3]!, xs[index]! - size / 2, ys[index]! - size / 2, size, size);
      }
      untilFall -= seconds;
      if (untilFall < 0) {
        untilFall = fallEvery * (0.6 + Math.random() * 0.8);
        fall.x = width * (0.3 + Math.random() * 0.7);
        fall.y = height * Math.random() * 0.35;
        fall.dx = -(340 + Math.random() * 260);
        fall.dy = 150 + Math.random() * 160;
        fall.age = 0;
      }
      if (fall.age < 1) {
        fall.age += seconds / 0.9;
        fall.x += fall.dx * seconds;
        fall.y += fall.dy * seconds;
        context.strokeStyle = primary;
        context.lineCap = 'round';
        const strength = Math.sin(Math.min(1, fall.age) * Math.PI);
        for (let part = 0; part < tailParts; part++) {
          const [from, to] = [part * 0.016, (part + 1) * 0.016];
          context.globalAlpha = Math.max(0, strength * (1 - part / tailParts));
          context.lineWidth = 2.4 * (1 - part / tailParts) + 0.3;
          context.beginPath();
          context.moveTo(fall.x - fall.dx * from, fall.y - fall.dy * from);
          context.lineTo(fall.x - fall.dx * to, fall.y - fall.dy * to);
          context.stroke();
        }
      }
      context.globalAlpha = 1;
      return true;
    },
  };
};

export default stars;
