import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Context } from '#platform/server/context.ts';
import { resolveViewer } from '#people/accounts/server/sessions/session-reader.ts';
import { approve } from '#content/core/server/review.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { processFile } from '#content/media/server/processing/process.ts';
import { galleryImage } from './types.ts';
import { createImage } from './write-image.ts';

let drawn = 0;

/** Draws a picture that is like no other: two colours that run into each other. @returns a PNG file */
export async function drawPicture(width = 64, height = 48): Promise<Buffer> {
  const seed = drawn++;
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      pixels[at] = (40 + seed * 53 + (x * 160) / width) % 256;
      pixels[at + 1] = (90 + seed * 31 + (y * 120) / height) % 256;
      pixels[at + 2] = (160 + seed * 17 + ((x + y) * 60) / (width + height)) % 256;
    }
  }
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** Fields of an image that a test may override. */
export interface ImageOverrides {
  readonly title?: string;
  readonly description?: string;
  readonly isAdult?: boolean;
  /** Content of the file; drawn when not given. */
  readonly picture?: Uint8Array;
  readonly name?: string;
  /** False: it waits for staff. */
  readonly approved?: boolean;
  /** False: its picture is not processed (yet). */
  readonly processed?: boolean;
}

/** Makes an image with the same actions as the endpoints: uploaded, processed and approved. @returns its id */
export async function makeGalleryImage(
  ctx: Context,
  owner: { readonly cookie: string },
  overrides: ImageOverrides = {},
): Promise<string> {
  const viewer = await resolveViewer(ctx, owner.cookie);
  if (!viewer) throw new Error('The owner has no session.');
  const { approved = true, processed = true } = overrides;
  const fileId = await makeFile(ctx, owner, overrides.picture ?? (await drawPicture()), {
    name: overrides.name ?? 'picture.png',
    purpose: 'gallery',
  });
  if (processed) await processFile(ctx, fileId);
  // The fixture's account may be minutes old: its cooldown is not what a test is about.
  const patient = { ...viewer, createdAt: new Date(0) };
  const { id } = await createImage(ctx, patient, {
    fileId,
    title: overrides.title ?? '',
    description: overrides.description ?? '',
    isAdult: overrides.isAdult ?? false,
    submitId: randomUUID(),
  });
  if (approved) await ctx.db.tx((tx) => approve(ctx, tx, null, galleryImage, id));
  return id;
}
