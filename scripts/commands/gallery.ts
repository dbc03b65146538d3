import type { Context } from '#server/context.ts';
import {
  approveImage,
  bringBackImage,
  featureImage,
  rejectImage,
  takeDownImage,
} from '#server/features/gallery/actions.ts';
import { listPending } from '#server/features/gallery/list.ts';
import { imageRecord } from '#server/features/gallery/store.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { type Command, CommandError, type Outcome, siteCommand } from './command.ts';
import { listed } from './output.ts';
import { after, id, required, text } from './values.ts';

const image = id('Of the list, or the end of its address.');
const reason = text('TEXT', 'Its owner reads it.');

/** Does something to an image in one transaction. @throws {CommandError} */
async function withImage(ctx: Context, imageId: string, work: (tx: Tx) => Promise<string>): Promise<Outcome> {
  if (!(await imageRecord(ctx.db, imageId))) throw new CommandError(`There is no image ${imageId}.`);
  const said = await ctx.db.tx(work);
  const facts = await imageRecord(ctx.db, imageId);
  return { data: { id: imageId, state: facts?.state, isFeatured: facts?.isFeatured }, text: said };
}

function featured(on: boolean): Command {
  return siteCommand({
    name: `gallery ${on ? 'feature' : 'unfeature'}`,
    about: on ? 'Shows an approved image before the others.' : 'Shows an image in its order again.',
    parameters: { image },
    options: {},
    run: (ctx, input) =>
      withImage(ctx, input.image, async (tx) => {
        const { title } = await featureImage(ctx, tx, null, input.image, on);
        return `"${title}" is ${on ? 'featured' : 'not featured'}.`;
      }),
  });
}

/** Images of the gallery: what waits, and the decisions. */
export const galleryCommands: readonly Command[] = [
  siteCommand({
    name: 'gallery list',
    about: 'Images that wait for approval, oldest first.',
    parameters: {},
    options: { after },
    async run(ctx, input) {
      const page = await listPending(ctx, null, input.after);
      return listed(
        page,
        ['id', 'since', 'uploader', 'picture', '18+', 'title'],
        page.items.map((one) => [
          one.id,
          one.createdAt.slice(0, 16),
          one.uploader.username,
          one.file.processing === 'done' ? `${one.file.width} x ${one.file.height}` : one.file.processing,
          one.isAdult,
          one.title,
        ]),
        'No image waits.',
      );
    },
  }),
  siteCommand({
    name: 'gallery approve',
    about: 'Puts an image into the gallery; its owner is notified and gets 1 credit.',
    parameters: { image },
    options: {},
    run: (ctx, input) =>
      withImage(ctx, input.image, async (tx) => {
        const { title } = await approveImage(ctx, tx, null, input.image);
        return `"${title}" is in the gallery.`;
      }),
  }),
  siteCommand({
    name: 'gallery reject',
    about: 'Rejects an image, and notifies its owner with the reason.',
    parameters: { image },
    options: { reason: required(reason) },
    run: (ctx, input) =>
      withImage(ctx, input.image, async (tx) => {
        const { title } = await rejectImage(ctx, tx, null, input.image, input.reason);
        return `"${title}" is rejected.`;
      }),
  }),
  featured(true),
  featured(false),
  siteCommand({
    name: 'gallery remove',
    about: 'Removes an image; it can be restored for 30 days.',
    parameters: { image },
    options: { reason },
    run: (ctx, input) =>
      withImage(ctx, input.image, async (tx) => {
        const facts = (await imageRecord(tx, input.image, true))!;
        return (await takeDownImage(ctx, tx, null, facts, input.reason ?? ''))
          ? `"${facts.title}" is removed.`
          : `"${facts.title}" was removed already.`;
      }),
  }),
  siteCommand({
    name: 'gallery restore',
    about: 'Brings a removed image back to where it was.',
    parameters: { image },
    options: {},
    run: (ctx, input) =>
      withImage(ctx, input.image, async (tx) =>
        (await bringBackImage(ctx, tx, null, input.image)) ? 'The image is back.' : 'The image was not removed.',
      ),
  }),
];
