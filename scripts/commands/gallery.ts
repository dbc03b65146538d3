import type { Context } from '#platform/server/context.ts';
import { contentFacts } from '#content/core/server/facts.ts';
import { removeBy, restoreBy } from '#content/core/server/moderation.ts';
import { approve, reject } from '#content/core/server/review.ts';
import { featureImage } from '#features/gallery/server/featuring.ts';
import { listPending } from '#features/gallery/server/list.ts';
import { stateOf } from '#features/gallery/server/rules.ts';
import { type ImageFacts, galleryImage } from '#features/gallery/server/types.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { type Command, CommandError, type Outcome, siteCommand } from './command.ts';
import { listed } from './output.ts';
import { after, id, required, text } from './values.ts';

const image = id('Of the list, or the end of its address.');
const reason = text('TEXT', 'Its owner reads it.');

/** Does something to an image in one transaction. @throws {CommandError} */
async function withImage(
  ctx: Context,
  imageId: string,
  work: (tx: Tx, facts: ImageFacts) => Promise<string>,
): Promise<Outcome> {
  const said = await ctx.db.tx(async (tx) => {
    const facts = await contentFacts(tx, galleryImage, imageId, true);
    if (!facts) throw new CommandError(`There is no image ${imageId}.`);
    return await work(tx, facts);
  });
  const { state, isRejected, isFeatured } = (await contentFacts(ctx.db, galleryImage, imageId))!;
  return { data: { id: imageId, state: stateOf(state, isRejected), isFeatured }, text: said };
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
        page.items.map((row) => [
          row.id,
          row.createdAt.slice(0, 16),
          row.uploader.username,
          row.file.processing === 'done' ? `${row.file.width} x ${row.file.height}` : row.file.processing,
          row.isAdult,
          row.title,
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
        const { title } = await approve(ctx, tx, null, galleryImage, input.image);
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
        const { title } = await reject(ctx, tx, null, galleryImage, input.image, input.reason);
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
      withImage(ctx, input.image, async (tx, facts) =>
        (await removeBy(ctx, tx, null, galleryImage, facts, input.reason ?? ''))
          ? `"${facts.title}" is removed.`
          : `"${facts.title}" was removed already.`,
      ),
  }),
  siteCommand({
    name: 'gallery restore',
    about: 'Brings a removed image back to where it was.',
    parameters: { image },
    options: {},
    run: (ctx, input) =>
      withImage(ctx, input.image, async (tx, facts) =>
        (await restoreBy(ctx, tx, null, galleryImage, facts)) ? 'The image is back.' : 'The image was not removed.',
      ),
  }),
];
