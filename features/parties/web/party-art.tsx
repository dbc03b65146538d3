import { type CSSProperties, useState } from 'react';
import type { Artwork } from '#features/player/web/track.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { barsPath, silhouette } from '#platform/web/ui/graphics/silhouette.ts';
import { avatarHue } from '#platform/web/ui/members/avatar-hue.ts';

const bars = 15;
const pitch = 6;
const height = 64;

/** The colour of a party without a cover, for its drawing and its stage. @param seed id of the party */
export const partyHue = (seed: string): CSSProperties =>
  ({ '--party-hue': `var(--avatar-${avatarHue(seed)})` }) as CSSProperties;

/** Width of a picture in pixels; 0 where nobody knows. */
const widthOf = ({ sizes }: Artwork): number => Number.parseInt(sizes ?? '0', 10) || 0;

/** The smallest picture of so many pixels or more, else the largest. */
export const pictureFor = (artwork: readonly Artwork[], pixels: number): string | null =>
  (artwork.find((picture) => widthOf(picture) >= pixels) ?? artwork.at(-1))?.src ?? null;

/** The cover of what a party plays, beside words that name it; without one a drawing in a colour of the party's own. */
export function PartyArt({
  artwork,
  seed,
  pixels,
  className,
}: {
  artwork: readonly Artwork[];
  /** Id of the party. */
  seed: string;
  /** How wide it is needed. */
  pixels: number;
  className?: string;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const src = pictureFor(artwork, pixels);
  if (src !== null && src !== failed)
    return (
      <img
        alt=""
        className={classes('party-art', className)}
        decoding="async"
        onError={() => setFailed(src)}
        src={src}
      />
    );
  return (
    <span aria-hidden="true" className={classes('party-art party-art-drawn', className)} style={partyHue(seed)}>
      <svg viewBox={`0 0 ${bars * pitch} ${height}`}>
        <path d={barsPath(silhouette(bars, avatarHue(seed) + 1), pitch, height)} />
      </svg>
    </span>
  );
}
