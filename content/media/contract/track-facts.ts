import type { Artwork, MediaFile } from './endpoints.ts';

/** A file as far as its pictures go. */
export type Pictured = Pick<MediaFile, 'kind' | 'renditions'>;

/** What the names of its pictures begin with. */
const prefixes: Readonly<Record<MediaFile['kind'], string>> = {
  audio: 'cover-',
  video: 'poster-',
  image: '',
  archive: 'none-',
};

/** Wider pictures are for pages; a lock screen shows less. */
const widestArtwork = 1024;

function sizesOf({ kind, renditions }: Pictured): Artwork[] {
  const sizes = renditions.flatMap(({ name, url, contentType, width, height }) =>
    width !== null && height !== null && name.startsWith(prefixes[kind])
      ? { width, artwork: { src: url, sizes: `${width}x${height}`, type: contentType } }
      : [],
  );
  const shown = sizes.filter(({ width }) => width <= widestArtwork);
  return (shown.length > 0 ? shown : sizes.slice(0, 1)).map(({ artwork }) => artwork);
}

/**
 * The cover of what plays, the smallest size first; empty where nothing has a picture.
 * @param candidates the track, then what it is a part of: the pictures of its upload, the cover of a set
 */
export function artworkOf(candidates: readonly Pictured[]): Artwork[] {
  for (const candidate of candidates) {
    const sizes = sizesOf(candidate);
    if (sizes.length > 0) return sizes;
  }
  return [];
}

/** A track's cover: its own, else the first picture of its upload. @param beside files of the upload */
export const trackArtwork = (track: Pictured, beside: readonly Pictured[]): Artwork[] =>
  artworkOf([track, ...beside.filter(({ kind }) => kind === 'image')]);

/** A track's own name: its tag, else the file's name without its ending. */
export function trackName({ tags, name }: Pick<MediaFile, 'tags' | 'name'>): string {
  return tags['title']?.trim() || name.replace(/\.[a-z\d]{2,5}$/i, '') || name;
}

/** What a track is called everywhere: as its upload, and by its own name where the upload has several of its kind. */
export const trackTitle = (
  upload: { readonly title: string },
  file: Pick<MediaFile, 'tags' | 'name'>,
  hasSeveral: boolean,
): string => (hasSeveral ? trackName(file) : upload.title);
