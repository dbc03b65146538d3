import type { MediaFile } from '#content/media/contract/endpoints.ts';

type Sized = Pick<MediaFile, 'url' | 'renditions'>;

/** The widths of a picture. `prefix` for one that came with another file: `poster-`, `cover-`. */
const widthsOf = ({ renditions }: Sized, prefix: string) =>
  renditions.flatMap((rendition) =>
    rendition.width !== null && (prefix === '' || rendition.name.startsWith(prefix))
      ? [{ url: rendition.url, width: rendition.width }]
      : [],
  );

/** Addresses of a picture for `img`: every width, and one of about 640 pixels for browsers that know no `srcset`. */
export function sourcesOf(file: Sized, prefix = ''): { src: string; srcSet: string | undefined } | null {
  const widths = widthsOf(file, prefix);
  const plain = widths.find(({ width }) => width >= 640) ?? widths.at(-1);
  const src = plain?.url ?? (prefix === '' ? file.url : null);
  if (src === null || src === undefined) return null;
  return { src, srcSet: widths.length > 1 ? widths.map(({ url, width }) => `${url} ${width}w`).join(', ') : undefined };
}

/** Each length of a `sizes` list, changed. @param change of one length, as CSS */
const eachLength = (sizes: string, change: (length: string) => string): string =>
  sizes
    .split(',')
    .map((part) => {
      const [, condition = '', length = ''] = /^\s*(\(.*\)\s+)?(\S.*)$/.exec(part) ?? [];
      return condition + change(length.trim());
    })
    .join(', ');

/**
 * How wide a picture is drawn, for the browser's choice among its widths, which all have the picture's own shape: one that
 * fills a box of another shape is drawn wider than the box and cut, one that stands whole is no higher than the window.
 * @param sizes how wide its box is
 * @param box height of the box by its width; of the picture's own shape where not given
 */
export function drawnSizes(
  { width, height }: Pick<MediaFile, 'width' | 'height'>,
  { sizes, fit, box }: { sizes: string; fit: 'cover' | 'contain'; box: number | undefined },
): string {
  if (!width || !height) return sizes;
  const ratio = width / height;
  if (fit === 'contain') return eachLength(sizes, (length) => `min(${length}, ${rounded(ratio * 100)}vh)`);
  const times = rounded(ratio * (box ?? 0));
  return times > 1 ? eachLength(sizes, (length) => `calc(${length} * ${times})`) : sizes;
}

const rounded = (value: number): number => Math.ceil(value * 100) / 100;

/** The picture of about 1200 pixels that a shared link shows; null where a file has none. */
export function previewOf(file: MediaFile): { url: string; width: number; height: number; alt?: string } | null {
  const prefix = file.kind === 'image' ? '' : file.kind === 'video' ? 'poster-' : 'cover-';
  const all = file.renditions.filter(
    (rendition) => rendition.width !== null && rendition.height !== null && rendition.name.startsWith(prefix),
  );
  const chosen = all.find(({ width }) => (width ?? 0) >= 1000) ?? all.at(-1);
  if (!chosen) return null;
  return {
    url: chosen.url,
    width: chosen.width!,
    height: chosen.height!,
    ...(file.altText !== '' && { alt: file.altText }),
  };
}
