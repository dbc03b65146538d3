import type { MakeScene } from './scene.ts';

const cell = 18;
const mostColumns = 110;
const trail = 15;
/** Rain falls in steps: so many a second for the fastest column. */
const stepsEach = 16;
/** What a tracker's rows are made of: notes and numbers, which every machine has. */
const signs = 'ABCDEFG#0123456789+-=<>|:*';

/** Columns of falling signs, as on a tracker's screen. */
const matrix: MakeScene = ({ primary, accent }) => {
  const [glyphs, heads] = [primary, accent].map((color) => {
    const atlas = document.createElement('canvas');
    atlas.width = cell * signs.length;
    atlas.height = cell;
    const context = atlas.getContext('2d')!;
    context.font = `600 ${cell - 4}px "JetBrains Mono Variable", ui-monospace, monospace`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = color;
    for (const [index, sign] of [...signs].entries()) context.fillText(sign, (index + 0.5) * cell, cell / 2);
    return atlas;
  }) as [HTMLCanvasElement, HTMLCanvasElement];
  /** Row of the first sign of each column, and how fast it falls. */
  const rows = new Float32Array(mostColumns);
  const speeds = new Float32Array(mostColumns);
  const marks = new Uint8Array(mostColumns * 256);
  for (let index = 0; index < marks.length; index++) marks[index] = Math.floor(Math.random() * signs.length);
  let [columns, pitch, height] = [0, cell, 0];
  return {
    size(w, h) {
      const before = columns;
      columns = Math.min(mostColumns, Math.ceil(w / cell));
      pitch = w / columns;
      height = h;
      for (let index = before; index < columns; index++) {
        rows[index] = (Math.random() * 1.4 - 0.4) * (h / cell);
        speeds[index] = 0.35 + Math.random() * 0.65;
      }
    },
    draw(context, seconds) {
      for (let column = 0; column < columns; column++) {
        rows[column]! += speeds[column]! * stepsEach * seconds;
        if ((rows[column]! - trail) * cell > height) {
          rows[column] = -Math.random() * 12;
          speeds[column] = 0.35 + Math.random() * 0.65;
        }
      }
      // All signs of one strength after another: the brush changes as often as the trail is long.
      for (let back = trail; back >= 0; back--) {
        context.globalAlpha = back === 0 ? 1 : 0.85 * (1 - back / (trail + 1)) ** 1.3;
        const atlas = back === 0 ? heads : glyphs;
        for (let column = 0; column < columns; column++) {
          const row = Math.floor(rows[column]!) - back;
          if (row < 0 || row * cell > height) continue;
          const sign = marks[column * 256 + (row & 255)]!;
          context.drawImage(atlas, sign * cell, 0, cell, cell, column * pitch, row * cell, cell, cell);
        }
      }
      context.globalAlpha = 1;
      return true;
    },
  };
};

export default matrix;
