import cassetteHalo from './decorations/cassette-halo.svg?url';
import equaliser from './decorations/equaliser.svg?url';
import flameRing from './decorations/flame-ring.svg?url';
import headphones from './decorations/headphones.svg?url';
import laurel from './decorations/laurel.svg?url';
import pixelCrown from './decorations/pixel-crown.svg?url';
import stars from './decorations/stars.svg?url';
import vinylRing from './decorations/vinyl-ring.svg?url';

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
