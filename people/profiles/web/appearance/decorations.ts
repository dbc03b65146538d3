import cassetteHalo from './decorations/cassette-halo.svg?no-inline';
import equaliser from './decorations/equaliser.svg?no-inline';
import flameRing from './decorations/flame-ring.svg?no-inline';
import headphones from './decorations/headphones.svg?no-inline';
import laurel from './decorations/laurel.svg?no-inline';
import pixelCrown from './decorations/pixel-crown.svg?no-inline';
import stars from './decorations/stars.svg?no-inline';
import vinylRing from './decorations/vinyl-ring.svg?no-inline';

/** The drawings around avatars, by key. A page fetches those that it shows; `currentColor` is the member's accent. */
const drawings: ReadonlyMap<string, string> = new Map([
  ['headphones', headphones],
  ['cassette-halo', cassetteHalo],
  ['laurel', laurel],
  ['stars', stars],
  ['flame-ring', flameRing],
  ['vinyl-ring', vinylRing],
  ['pixel-crown', pixelCrown],
  ['equaliser', equaliser],
]);

/** Address of a drawing; null for a key that has none. */
export function drawingOf(key: string): string | null {
  return drawings.get(key) ?? null;
}
