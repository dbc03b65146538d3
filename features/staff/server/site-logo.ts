import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Context } from '#platform/server/context.ts';
import { fileById } from '#content/media/server/store.ts';
import {
  type SitePicture,
  coverSize,
  logoGrounds,
  logoSide,
  mailHeadSize,
} from '#people/site-settings/contract/limits.ts';
import { storePicture } from '#people/site-settings/server/actions.ts';
import { changeSiteSetting } from '#people/site-settings/server/store.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';

/** Luminance, 0 to 1, up to which a picture is invisible on the dark theme, and from which it is on the light one. */
const [DARK, LIGHT] = [0.3, 0.8];
/** Pixels that a picture is made of. */
const widths: Readonly<Record<SitePicture, number>> = {
  logo: logoSide,
  icon: logoSide,
  cover: coverSize.width,
  mailHead: mailHeadSize.width,
  mailHeadDark: mailHeadSize.width,
};
/** Share of opaque pixels from which a picture has its own background. */
const COVERED = 0.9;

/**
 * The ground that a logo needs where it would not be seen in one of the themes; null where it needs none.
 * @param light mean of what can be seen of it @param covered share of its pixels that can be seen
 */
function groundFor(light: number, covered: number): string | null {
  if (covered >= COVERED) return null;
  if (light < DARK) return logoGrounds.light;
  return light > LIGHT ? logoGrounds.dark : null;
}

/** Mean luminance of the visible pixels of a picture, and their share. */
async function seen(picture: Buffer): Promise<{ light: number; covered: number }> {
  const { data } = await sharp(picture)
    .ensureAlpha()
    .resize(32, 32, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [light, alpha] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const share = data[at + 3]! / 255;
    light += share * ((0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!) / 255);
    alpha += share;
  }
  return { light: alpha === 0 ? 0 : light / alpha, covered: alpha / (data.length / 4) };
}

/** A square PNG of a picture, on a background where it would be invisible on one of the themes. */
export async function squareLogo(picture: Buffer): Promise<Buffer> {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const whole = await sharp(picture)
    .trim({ threshold: 1 })
    .png()
    .toBuffer()
    .catch(() => picture);
  const { light, covered } = await seen(whole);
  const ground = groundFor(light, covered);
  const side = ground === null ? logoSide : Math.round(logoSide * 0.8);
  const edge = (logoSide - side) / 2;
  const square = sharp(whole).resize(side, side, { fit: 'contain', background: clear });
  if (ground === null) return await square.png({ compressionLevel: 9 }).toBuffer();
  return await sharp({ create: { width: logoSide, height: logoSide, channels: 4, background: ground } })
    .composite([{ input: await square.png().toBuffer(), left: Math.floor(edge), top: Math.floor(edge) }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** A picture in the size that preview cards have, as a JPEG. */
const coverOf = (picture: Buffer): Promise<Buffer> =>
  sharp(picture)
    .resize({ ...coverSize, fit: 'cover' })
    .flatten({ background: logoGrounds.dark })
    .toColourspace('srgb')
    .jpeg({ quality: 84 })
    .toBuffer();

/** A picture over the text of mails: as wide as they are, whatever its own width. */
async function mailHeadOf(picture: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(picture)
    .resize({ ...mailHeadSize, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true });
  const right = mailHeadSize.width - info.width;
  return await sharp(data)
    .extend({ right, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

const makers: Readonly<Record<SitePicture, (picture: Buffer) => Promise<Buffer>>> = {
  logo: squareLogo,
  icon: squareLogo,
  cover: coverOf,
  mailHead: mailHeadOf,
  mailHeadDark: mailHeadOf,
};

/**
 * Makes an uploaded picture the logo, or another picture, of the site. It is made of what the processing of files has
 * made, never of the upload itself, and does not depend on the file any more.
 * @throws {Refusal} `file_not_usable` while it is being processed, too; `file_failed`
 */
export async function setPicture(
  ctx: Context,
  viewer: Viewer,
  { fileId, name }: { readonly fileId: string; readonly name: SitePicture },
): Promise<void> {
  const file = await fileById(ctx.db, fileId);
  if (file?.owner_id !== viewer.profileId || file.purpose !== 'site_logo' || file.processing === 'waiting')
    throw new Refusal('file_not_usable');
  // The widest is the last; no picture needs more than this.
  const scaled = file.renditions.filter((rendition) => rendition.width !== null);
  const rendition = scaled.find((candidate) => candidate.width! >= widths[name]) ?? scaled.at(-1);
  const stored = rendition && (await ctx.storage.read(rendition.key));
  if (!stored) throw new Refusal('file_failed');
  const picture = await makers[name](await buffer(stored.body));
  const sha256 = createHash('sha256').update(picture).digest('hex');
  await ctx.db.tx(async (tx) => {
    await storePicture(tx, { sha256, picture, at: ctx.clock.now() });
    await changeSiteSetting(ctx, tx, { name, value: sha256, by: viewer.profileId });
  });
}
