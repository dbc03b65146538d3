/** Shapes that a picture of the profile is cut to, in pixels. */
export const shapes = {
  avatar: { width: 512, height: 512 },
  banner: { width: 1500, height: 500 },
} as const;
export type Shape = keyof typeof shapes;

/** What the pickers of pictures offer. */
export const acceptedPictures = 'image/jpeg,image/png,image/webp,image/gif,image/avif,image/bmp';

/** Reads a picture as it is meant to be seen, turned by what the camera noted. @throws where the browser cannot read it */
export const readPicture = (file: Blob): Promise<ImageBitmap> =>
  createImageBitmap(file, { imageOrientation: 'from-image' });

/** Whether a picture moves: cutting it would leave its first frame alone. */
export async function isAnimated(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const starts = (text: string, at = 0): boolean =>
    [...text].every((sign, index) => bytes[at + index] === sign.charCodeAt(0));
  if (starts('GIF8')) return count(bytes, [0x21, 0xf9, 0x04]) > 1;
  if (starts('RIFF') && starts('WEBP', 8)) return starts('VP8X', 12) && ((bytes[20] ?? 0) & 2) !== 0;
  // The chunk stands before the picture itself.
  return starts('PNG', 1) && count(bytes.subarray(0, 4096), [0x61, 0x63, 0x54, 0x4c]) > 0;
}

/** Counts a byte sequence in a file; stops at two. */
function count(bytes: Uint8Array, wanted: readonly number[]): number {
  let matches = 0;
  for (let at = bytes.indexOf(wanted[0]!); at !== -1 && matches < 2; at = bytes.indexOf(wanted[0]!, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) matches++;
  return matches;
}

/** Cuts a picture. @param cut the part of it that stays, in its pixels @throws where the browser has no room for it */
export async function cutPicture(
  picture: ImageBitmap,
  cut: { left: number; top: number; width: number; height: number },
  { shape, name }: { shape: Shape; name: string },
): Promise<File> {
  const { width, height } = shapes[shape];
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('There is no canvas.');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, cut.left, cut.top, cut.width, cut.height, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
  if (!blob) throw new Error('The picture could not be written.');
  // Browsers that do not write WebP write PNG instead.
  const ending = blob.type === 'image/webp' ? 'webp' : 'png';
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.${ending}`, { type: blob.type });
}
