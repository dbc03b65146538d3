import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { Input, Reply } from '#site/contract/contract.ts';
import type { ProfileSectionName } from '#features/customization/contract/endpoints.ts';
import type { BackgroundKind } from '#people/profiles/contract/appearance-limits.ts';
import type { FilePurpose } from '#content/media/contract/limits.ts';
import { grantEntitlement } from '#people/ledger/server/actions.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { callAs } from './share.ts';
import type { FixtureMember, TestSite } from './world.ts';

type Section<K extends ProfileSectionName> = Omit<Input<`PUT /profile-settings/${K}`>['body'], 'revision'>;
type Shared = { readonly name: string; readonly content: Uint8Array };

/** What a member puts on their page; what is left out stays as it is for everybody. */
export interface Appearance {
  profile?: Partial<Section<'profile'>>;
  links?: Section<'links'>['links'];
  theme?: Section<'colors'>['theme'];
  glow?: Section<'colors'>['glow'];
  font?: Section<'font'>['font'];
  layout?: Partial<Section<'layout'>>;
  nameEffect?: Section<'premium'>['nameEffect'];
  /** Keys of drawings. */
  decorations?: readonly string[];
  avatar?: Shared;
  banner?: Shared;
  cursor?: Shared;
  backgrounds?: Partial<Record<BackgroundKind, Shared>>;
}

/** Sets a member's appearance through the endpoints of its settings, and waits until every file is processed. */
export async function setAppearance(site: TestSite, member: FixtureMember, appearance: Appearance): Promise<void> {
  for (const right of ['name_glow', 'animated_text'] as const)
    await site.ctx.db.tx((tx) => grantEntitlement(site.ctx, tx, member.profileId, right, 'test', null));
  const response = await fetch(`${site.url}/api/v1/profile-settings`, { headers: { cookie: member.cookie } });
  const now = (await response.json()) as Reply<'GET /profile-settings'>;
  const save = async (name: ProfileSectionName, change: object | undefined): Promise<void> => {
    if (change) await callAs(site, member, 'PUT', `/profile-settings/${name}`, { ...now[name], ...change });
  };
  await save('profile', appearance.profile);
  await save('links', appearance.links && { links: appearance.links });
  await save(
    'colors',
    (appearance.theme || appearance.glow) && {
      ...(appearance.theme && { theme: appearance.theme }),
      ...(appearance.glow && { glow: appearance.glow }),
    },
  );
  await save('font', appearance.font ? { font: appearance.font } : undefined);
  await save('layout', appearance.layout);
  await save('premium', appearance.nameEffect && { nameEffect: appearance.nameEffect });
  const ids = appearance.decorations?.map((key) => now.allDecorations.find((each) => each.key === key)!.id);
  await save('decorations', ids && { decorationIds: ids });
  const put = async (place: string, purpose: FilePurpose, file: Shared | undefined): Promise<void> => {
    if (!file) return;
    const fileId = await makeFile(site.ctx, member, file.content, { name: file.name, purpose });
    await callAs(site, member, 'PUT', `/profile-settings/${place}`, { fileId });
  };
  await put('avatar', 'avatar', appearance.avatar);
  await put('banner', 'profile_banner', appearance.banner);
  await put('cursor', 'cursor', appearance.cursor);
  for (const kind of ['image', 'video', 'audio'] as const)
    await put(`backgrounds/${kind}`, 'background', appearance.backgrounds?.[kind]);
  await site.settle();
}

/** The busiest picture there is: black and white in small fields, on which no text reads by itself. */
export async function busyPicture(name: string): Promise<Shared> {
  const [width, height, field] = [1200, 800, 12];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    pixels.fill((Math.floor(x / field) + Math.floor(y / field)) % 2 === 0 ? 255 : 0, at * 3, at * 3 + 3);
  }
  return {
    name,
    content: await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  };
}

/** A sun over a sky that goes from one colour to another. */
export async function skyPicture(
  name: string,
  above: string,
  below: string,
  width = 1200,
  height = 800,
): Promise<Shared> {
  const parts = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const [high, low] = [parts(above), parts(below)];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [(at % width) - width * 0.72, Math.floor(at / width) - height * 0.34];
    const isSun = Math.hypot(x, y) < height * 0.18;
    const share = at / (width * height);
    for (let part = 0; part < 3; part++)
      pixels[at * 3 + part] = isSun ? 245 : Math.round(high[part]! * (1 - share) + low[part]! * share);
  }
  return {
    name,
    content: await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  };
}

/** A second of moving test picture, with sound that nobody must hear. */
export async function film(name: string): Promise<Shared> {
  const folder = await mkdtemp(path.join(tmpdir(), 'looproom-film-'));
  const file = path.join(folder, name);
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=12:duration=1', '-f', 'lavfi', '-i', 'sine=d=1'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...picture, '-pix_fmt', 'yuv420p', '-c:a', 'aac', file]);
  const content = await readFile(file);
  await rm(folder, { recursive: true, force: true });
  return { name, content };
}
