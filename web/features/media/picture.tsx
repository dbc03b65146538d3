import type { CSSProperties } from 'react';
import type { MediaFile } from '#contract/media.ts';
import { classes } from '#web/ui/classes.ts';

/** What {@link Picture} needs of a file. */
export type PictureFile = Pick<MediaFile, 'url' | 'width' | 'height' | 'placeholder' | 'renditions'>;

/** The blurred picture, or the colour, that stands there until the picture is here. */
export function placeholderStyle(placeholder: string | null): CSSProperties | undefined {
  if (placeholder === null) return undefined;
  if (/^data:image\/[a-z]+;base64,[A-Za-z0-9+/=]+$/.test(placeholder))
    return { backgroundImage: `url("${placeholder}")` };
  return /^#[0-9a-f]{6}$/i.test(placeholder) ? { backgroundColor: placeholder } : undefined;
}

/**
 * A picture in the widths that it has, over its blurred placeholder. Its place has a size of its own: nothing moves when
 * it arrives.
 * @param sizes how wide it is drawn, as `<img sizes>` says it
 * @param eager it stands in the first view
 */
export function Picture({
  file,
  alt,
  sizes,
  eager,
  className,
  style,
}: {
  file: PictureFile;
  alt: string;
  sizes: string;
  eager?: boolean;
  className?: string | undefined;
  /** For a place whose size depends on the picture. */
  style?: CSSProperties | undefined;
}) {
  const widths = file.renditions.filter(({ name, width }) => /^(w\d+|original)$/.test(name) && width !== null);
  return (
    <span className={classes('picture', className)} style={{ ...placeholderStyle(file.placeholder), ...style }}>
      {file.url !== null && (
        <img
          alt={alt}
          decoding="async"
          height={file.height ?? undefined}
          loading={eager ? 'eager' : 'lazy'}
          sizes={sizes}
          src={file.url}
          srcSet={widths.map(({ url, width }) => `${url} ${width}w`).join(', ') || undefined}
          width={file.width ?? undefined}
        />
      )}
    </span>
  );
}
