import { useState } from 'react';
import type { Artwork } from '#content/media/contract/endpoints.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { drawnSizes } from './pictures.ts';

/** Props of {@link CoverSquare}. */
export interface CoverSquareProps {
  /** The smallest size first. */
  artwork: readonly Artwork[];
  alt: string;
  /** How wide the square is. */
  sizes: string;
  className: string;
}

/** The cover of something that plays, in a square whose size is known before it is there; empty where it does not load. */
export function CoverSquare({ artwork, alt, sizes, className }: CoverSquareProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const widths = artwork.map(({ src, sizes: size }) => ({ src, sides: size.split('x').map(Number) }));
  const [{ src, sides: [width = 0, height = 0] } = { src: undefined, sides: [] }] = widths;
  return (
    <div className={classes('aspect-square overflow-hidden rounded-control bg-sunken', className)}>
      {src !== undefined && src !== failed && (
        <img
          alt={alt}
          className="size-full object-cover"
          decoding="async"
          loading="lazy"
          onError={() => setFailed(src)}
          sizes={drawnSizes({ width, height }, { sizes, fit: 'cover', box: 1 })}
          src={src}
          srcSet={widths.map((size) => `${size.src} ${size.sides[0]}w`).join(', ')}
        />
      )}
    </div>
  );
}
