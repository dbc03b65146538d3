import { Readable } from 'node:stream';
import { appendToUpload, beginUpload, finishUpload } from '#server/features/media/uploads.ts';
import { uploadById } from '#server/features/media/uploads-store.ts';
import { newId } from '#server/platform/ids.ts';
import { type Picture, draw, pictures } from './drawings.ts';
import type { Plan } from './plan.ts';
import type { Random } from './random.ts';
import { DAY, HOUR, whenAwake } from './rhythm.ts';
import type { Act, Stage } from './stage.ts';

const STAFF = 'ada';
/** Waits for approval at the end, and is the member's of the sign-ins. */
const ME = 'milo';
const FEATURED = 2;

/** Uploads a picture through the doors that a browser takes. @returns the image's id */
async function upload(stage: Stage, username: string, picture: Picture): Promise<string> {
  const { ctx } = stage;
  const viewer = stage.viewers.get(username)!;
  const content = await draw(picture);
  const fileId = newId(ctx.clock.now());
  const name = `${picture.title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.png`;
  await beginUpload(ctx, viewer, fileId, { length: content.length, name, purpose: 'gallery' });
  await appendToUpload(ctx, (await uploadById(ctx.db, fileId))!, Readable.from([content]), 0);
  await finishUpload(ctx, fileId);
  await stage.settle();
  const { title, description } = picture;
  const body = { fileId, title, description, submitId: newId(ctx.clock.now()) };
  return (await stage.call('POST /gallery/images', { body }, username)).id;
}

/** Members show pictures, staff approve them, others like them; the last one waits. */
export function galleryActs(random: Random, plan: Plan, now: number): Act[] {
  const names = [...plan.joined.keys()].filter((name) => name !== STAFF && name !== ME);
  const painters = random.some(names, pictures.length - 1);
  const acts: Act[] = [];
  for (const [index, painter] of painters.entries()) {
    let id = '';
    const joined = plan.joined.get(painter)!;
    const latest = now - 2 * DAY;
    const at = whenAwake(random, Math.min(latest, joined + random.between(0.2, 0.9) * (latest - joined)));
    const approved = at + random.between(0.5, 9) * HOUR;
    if (approved <= joined || approved >= now) continue;
    acts.push(
      {
        at,
        run: async (stage) => {
          id = await upload(stage, painter, pictures[index]!);
        },
      },
      {
        at: approved,
        run: (stage) => stage.call('POST /staff/gallery/:imageId/approve', { params: { imageId: id } }, STAFF),
      },
    );
    if (index < FEATURED) {
      acts.push({
        at: approved + HOUR / 2,
        run: (stage) =>
          stage.call('PUT /staff/gallery/:imageId/featured', { params: { imageId: id }, body: { on: true } }, STAFF),
      });
    }
    for (const fan of random.some(names, random.int(0, 14))) {
      const liked = approved + random.around(20) * HOUR;
      if (fan === painter || plan.joined.get(fan)! >= liked || liked >= now) continue;
      acts.push({
        at: liked,
        run: (stage) =>
          stage.call('PUT /gallery/images/:imageId/like', { params: { imageId: id }, body: { on: true } }, fan),
      });
    }
  }
  acts.push({ at: now - 3 * HOUR, run: (stage) => upload(stage, ME, pictures.at(-1)!) });
  return acts;
}
