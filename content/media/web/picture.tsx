import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { placeholderStyle } from '#platform/web/ui/graphics/placeholder.ts';
import { drawnSizes, sourcesOf } from './pictures.ts';

/** Props of {@link Picture}. */
export interface PictureProps {
  file: MediaFile;
  /** Where its author has not said what it shows: empty beside words that name it. */
  alt: string;
  /** How wide its box is, for the browser's choice among its widths. */
  sizes: string;
  /** Height of the box by its width, where that is not the picture's own shape. */
  box?: number | undefined;
  /** Fills its box, cut at the edges; else all of it is seen. */
  fit?: 'cover' | 'contain';
  /** The first thing that is seen of a page. */
  first?: boolean | undefined;
  className?: string | undefined;
}

/** A picture over its blurred placeholder, in a box whose size is known before it is there. */
export function Picture({ file, alt, sizes, box, fit = 'cover', first = false, className }: PictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const [state, setState] = useState<'waiting' | 'here' | 'failed'>('waiting');
  // What came or failed before hydration fires no event any more.
  useEffect(() => {
    if (!image.current?.complete) return;
    setState(image.current.naturalWidth === 0 ? 'failed' : 'here');
  }, []);
  const sources = sourcesOf(file);
  const style = classes('block size-full', fit === 'cover' ? 'object-cover' : 'object-contain', className);
  if (!sources || state === 'failed') {
    return (
      <span className={classes(style, 'grid place-items-center bg-sunken p-4 text-center text-sm text-faint')}>
        <span className="grid justify-items-center gap-2">
          <ImageOff aria-hidden="true" size={22} />
          {sources || file.processing === 'failed' || file.processing === 'interrupted'
            ? 'This picture cannot be shown.'
            : 'This picture is being prepared.'}
        </span>
      </span>
    );
  }
  return (
    <img
      ref={image}
      alt={file.altText || alt}
      className={style}
      decoding="async"
      fetchPriority={first ? 'high' : 'auto'}
      height={file.height ?? undefined}
      loading={first ? 'eager' : 'lazy'}
      onError={() => setState('failed')}
      onLoad={() => setState('here')}
      sizes={drawnSizes(file, { sizes, fit, box })}
      src={sources.src}
      srcSet={sources.srcSet}
      style={state === 'waiting' && fit === 'cover' ? placeholderStyle(file.placeholder) : undefined}
      width={file.width ?? undefined}
    />
  );
}
