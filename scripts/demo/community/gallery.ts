import { newId } from '#server/platform/ids.ts';
import { pictures } from '#scripts/demo/studio/drawings.ts';
import { fileName, sendFile } from '#scripts/demo/studio/files.ts';
import type { Plan } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { DAY, HOUR, whenAwake } from '#scripts/demo/rhythm.ts';
import type { Action, DemoSite } from '#scripts/demo/demo-site.ts';
import type { Order } from '#scripts/demo/studio/studio.ts';

const STAFF = 'ada';
/** Waits for approval at the end, and is the member's of the sign-ins. */
const ME = 'milo';
const FEATURED = 2;

/** Uploads a picture through the endpoints that a browser uses. @returns the image's id */
async function upload(demo: DemoSite, username: string, index: number, order: Order): Promise<string> {
  const { title, description } = pictures[index]!;
  const fileId = await sendFile(demo, username, { order, name: fileName(title, 'png'), purpose: 'gallery' });
  await demo.processed();
  const body = { fileId, title, description, submitId: newId(demo.ctx.clock.now()) };
  return (await demo.call('POST /gallery/images', { body }, username)).id;
}

/** Members show pictures, staff approve them, others like them; the last one waits. */
export function galleryActions(random: Random, plan: Plan, now: number, count = pictures.length): Action[] {
  const names = [...plan.joined.keys()].filter((name) => name !== STAFF && name !== ME);
  const painters = random.some(names, count - 1);
  const actions: Action[] = [];
  for (const [index, painter] of painters.entries()) {
    let id = '';
    const joined = plan.joined.get(painter)!;
    const latest = now - 2 * DAY;
    const at = whenAwake(random, Math.min(latest, joined + random.between(0.2, 0.9) * (latest - joined)));
    const approved = at + random.between(0.5, 9) * HOUR;
    if (approved <= joined || approved >= now) continue;
    const order: Order = { kind: 'picture', index };
    actions.push(
      {
        at,
        needs: [order],
        run: async (demo) => {
          id = await upload(demo, painter, index, order);
        },
      },
      {
        at: approved,
        async run(demo) {
          const { items } = await demo.call('GET /staff/gallery', {}, STAFF);
          const { version } = items.find((image) => image.id === id)!;
          await demo.call(
            'POST /staff/gallery/:imageId/approve',
            { params: { imageId: id }, body: { version } },
            STAFF,
          );
        },
      },
    );
    if (index < FEATURED) {
      actions.push({
        at: approved + HOUR / 2,
        run: (demo) =>
          demo.call('PUT /staff/gallery/:imageId/featured', { params: { imageId: id }, body: { on: true } }, STAFF),
      });
    }
    for (const fan of random.some(names, random.int(0, 14))) {
      const liked = approved + random.around(20) * HOUR;
      if (fan === painter || plan.joined.get(fan)! >= liked || liked >= now) continue;
      actions.push({
        at: liked,
        run: (demo) =>
          demo.call('PUT /gallery/images/:imageId/like', { params: { imageId: id }, body: { on: true } }, fan),
      });
    }
  }
  const last = pictures.length - 1;
  const order: Order = { kind: 'picture', index: last };
  actions.push({ at: now - 3 * HOUR, needs: [order], run: (demo) => upload(demo, ME, last, order) });
  return actions;
}
