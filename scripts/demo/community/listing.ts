import { sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { readData } from '#scripts/demo/parse.ts';
import type { Plan } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { DAY, HOUR, MINUTE, whenAwake } from '#scripts/demo/rhythm.ts';
import { type DemoThing, demoThings } from '#scripts/demo/shared-things.ts';
import { type Action, type DemoSite, does, fileName, published, submitIdOf } from '#scripts/demo/demo-site.ts';
import { type Drawing, coloursOf, coverOf } from '#scripts/demo/studio/drawings.ts';
import type { Order } from '#scripts/demo/studio/studio.ts';
import { talk, visitors } from './crowd.ts';
import { whoCanPay } from './writing.ts';

/** Who of staff approves things, and pictures. */
const STAFF = 'oskar_fold';
const CURATOR = 'ada';
/** Whose picture waits for approval at the end. */
const ME = 'milo';
/** Members who like, and who download, the most popular thing. */
const LIKES = 22;
const DOWNLOADS = 16;
/** Members who buy what costs something, where so many can pay. */
const BUYERS = 4;
/** Pictures of the gallery that are featured. */
const FEATURED = 2;

const isOwnTrack = ({ kind, url }: DemoThing): boolean => kind === 'song' && url === undefined;

/** Tracks of the newest uploads. @param author where those of one member are wanted */
async function tracksOf(demo: DemoSite, by: string, author?: string): Promise<{ uploadId: string; trackId: string }[]> {
  const query = { kind: 'audio' as const, ...(author !== undefined && { author }) };
  const { items } = await demo.call('GET /uploads', { query }, by);
  return items.flatMap(({ id: uploadId, files }) =>
    files.flatMap(({ kind, trackId }) => (kind === 'audio' ? [{ uploadId, trackId }] : [])),
  );
}

/** Shares a thing through the endpoints that a browser uses. @returns its id */
async function share(demo: DemoSite, item: DemoThing, cover: Drawing | null, archive: Order | null): Promise<string> {
  const { kind, by, title, body: description, artist, type, url = '', tags, licence, licences, price } = item;
  const preview = cover && (await demo.send(by, cover, fileName(title, 'png'), 'sharing_preview'));
  const zip = archive && (await demo.send(by, archive, fileName(title, 'zip'), 'sharing_archive'));
  const words = { title, artist, type, description, url, tags, licence, licenceText: licences?.[0]?.text };
  const body = {
    ...words,
    price,
    ...(isOwnTrack(item) && { track: (await tracksOf(demo, by, by))[0]! }),
    ...(preview && { previewFileId: preview }),
    ...(zip && { archiveFileId: zip }),
    rights: true,
    submitId: submitIdOf(demo),
  };
  const { id, visibility, isPending } = await demo.call(`POST ${sharingTypes[kind].path}`, { body }, by);
  if (!isPending) published({ visibility }, title);
  return id;
}

/** Staff decide about what waits, as they read it. */
export async function decide(
  demo: DemoSite,
  subject: string,
  as: string,
  decision: { decision: 'approve' } | { decision: 'keep'; reason: string },
): Promise<void> {
  const { items } = await demo.call('GET /staff/queue', { query: { subject } }, as);
  const params = { itemId: items[0]!.id };
  const { version } = await demo.call('GET /staff/queue/:itemId', { params }, as);
  await demo.call('POST /staff/queue/:itemId/decide', { params, body: { version, ...decision } }, as);
}

/** The richest who has not bought it yet pays for a thing, and downloads it; nobody where nobody can pay. */
async function sell(demo: DemoSite, { kind, by }: DemoThing, price: number, itemId: string, sold: Set<string>) {
  const name = (await whoCanPay(demo, price)).find((member) => member !== by && !sold.has(member));
  if (name === undefined) return;
  sold.add(name);
  const path = sharingTypes[kind].path as '/drumkits';
  await demo.call(`POST ${path}/:itemId/buy`, { params: { itemId }, body: { price } }, name);
  await demo.call(`POST ${path}/:itemId/download`, { params: { itemId } }, name);
}

function itemActions(random: Random, plan: Plan, item: DemoThing): Action[] {
  const { now, joined } = plan;
  const { kind, by, title, love, price, versions = [], comments = [] } = item;
  const { hasDownloads, isApproved } = sharingTypes[kind];
  const path = sharingTypes[kind].path as '/drumkits';
  const latest = now - DAY;
  // A track of this site is uploaded first.
  const isLate = isOwnTrack(item) || item.waits;
  const wanted = isLate ? latest : joined.get(by)! + random.between(0.3, 0.95) * (latest - joined.get(by)!);
  const at = Math.max(joined.get(by)! + HOUR, Math.min(whenAwake(random, wanted), latest));
  let itemId = '';
  const params = () => ({ params: { itemId } });
  const cover = item.cover === undefined ? null : coverOf(item.cover);
  const archive = item.archive === undefined ? null : { archive: item.archive };
  const needs = [cover, archive].filter((order) => order !== null);
  const actions: Action[] = [
    { at, needs, run: async (demo) => void (itemId = await share(demo, item, cover, archive)) },
  ];
  const open = isApproved ? at + random.between(0.5, 5) * HOUR : at;
  if (isApproved && !item.waits)
    actions.push({ at: open, run: (demo) => decide(demo, itemId, STAFF, { decision: 'approve' }) });
  for (const { archive: next, text } of versions) {
    const order = { archive: next };
    const run = async (demo: DemoSite): Promise<void> => {
      const fileId = await demo.send(by, order, fileName(`${title} 2`, 'zip'), 'sharing_archive');
      await demo.call(
        `POST ${path}/:itemId/versions`,
        { ...params(), body: { fileId, notes: text, rights: true } },
        by,
      );
    };
    actions.push({ at: at + (now - HOUR - at) * 0.6, needs: [order], run });
  }
  const come = (most: number) =>
    visitors(random, plan, { by, open, median: 11 }, Math.round(most * love * random.between(0.6, 1)));
  for (const visit of come(LIKES))
    actions.push(does(visit.at, visit.name, `PUT ${path}/:itemId/like`, () => ({ ...params(), body: { on: true } })));
  const sold = new Set<string>();
  for (let buyer = 1; buyer <= (price === undefined ? 0 : BUYERS); buyer++) {
    const when = open + (now - HOUR - open) * (0.5 + buyer / (2 * BUYERS));
    actions.push({ at: when, run: (demo) => sell(demo, item, price!, itemId, sold) });
  }
  if (price === undefined && hasDownloads)
    for (const visit of come(DOWNLOADS))
      actions.push(does(visit.at, visit.name, `POST ${path}/:itemId/download`, params));
  const said = talk(random, plan, comments, open, (comment, when) => {
    const run = async (demo: DemoSite): Promise<void> => {
      const body = { content: comment.text, submitId: submitIdOf(demo) };
      const created = await demo.call(`POST ${path}/:itemId/replies`, { ...params(), body }, comment.by);
      published(created.reply, `a reply to ${title}`);
    };
    return [{ at: when, run }];
  });
  return [...actions, ...said];
}

/**
 * What the members of the demo put into the lists, and what others make of it.
 * @param uploads usernames of members whose uploads have a track
 */
export function listing(random: Random, plan: Plan, uploads: ReadonlySet<string>): Action[] {
  const items = demoThings.filter((item) => !isOwnTrack(item) || uploads.has(item.by));
  return items.flatMap((item) => itemActions(random.fork(item.title), plan, item));
}

const pictures = readData<{ readonly drawing: string; readonly size: string; readonly colours: string }>(
  'texts/gallery.txt',
  { '=== picture': 'drawing size colours' },
);

/** Members show pictures, staff approve them, others like them; the last one is of the sign-ins' member and waits. */
export function galleryActions(random: Random, plan: Plan, count = pictures.length): Action[] {
  const { joined, now } = plan;
  const names = [...joined.keys()].filter((name) => name !== CURATOR && name !== ME);
  const painters = [...random.some(names, count - 1).entries(), [pictures.length - 1, ME] as const];
  return painters.flatMap(([index, painter]): Action[] => {
    const { drawing, size, colours, title, body: description } = pictures[index]!;
    const [width, height] = size.split('x').map(Number);
    const order = { drawing, width: width!, height: height!, colours: coloursOf(colours), seed: title };
    let imageId = '';
    const show = async (demo: DemoSite): Promise<void> => {
      const fileId = await demo.send(painter, order, fileName(title, 'png'), 'gallery');
      await demo.processed();
      const body = { fileId, title, description, submitId: submitIdOf(demo) };
      imageId = (await demo.call('POST /gallery/images', { body }, painter)).id;
    };
    if (painter === ME) return [{ at: now - 3 * HOUR, needs: [order], run: show }];
    const since = joined.get(painter)!;
    const latest = now - 2 * DAY;
    const at = whenAwake(random, Math.min(latest, since + random.between(0.2, 0.9) * (latest - since)));
    const open = at + random.between(0.5, 9) * HOUR;
    if (open <= since || open >= now) return [];
    const on = () => ({ params: { imageId }, body: { on: true } });
    const approve = async (demo: DemoSite): Promise<void> => {
      const { items } = await demo.call('GET /staff/gallery', {}, CURATOR);
      const { version } = items.find((image) => image.id === imageId)!;
      await demo.call('POST /staff/gallery/:imageId/approve', { params: { imageId }, body: { version } }, CURATOR);
    };
    const fans = visitors(random, plan, { by: painter, open, median: 20 }, random.int(0, 14));
    return [
      { at, needs: [order], run: show },
      { at: open, run: approve },
      ...(index < FEATURED ? [does(open + HOUR / 2, CURATOR, 'PUT /staff/gallery/:imageId/featured', on)] : []),
      ...fans.map((fan) => does(fan.at, fan.name, 'PUT /gallery/images/:imageId/like', on)),
    ];
  });
}

const sets = readData<{
  readonly by: string;
  readonly type: 'set' | 'album';
  readonly tags: string;
  /** Only tracks of the member's own. */
  readonly own?: true;
  readonly entries: number;
  readonly hoursAgo: number;
  /** Until then everybody sees the countdown, and nobody but its author what is in it. */
  readonly opensInHours?: number;
}>('texts/sets.txt', { '=== set': 'by type own! entries hoursAgo opensInHours tags' });

/** Members put tracks of the demo into sets; one who has not joined, or where there are no tracks, makes none. */
export function setting({ joined, now }: Plan): Action[] {
  const present = sets.filter(({ by, hoursAgo }) => (joined.get(by) ?? Infinity) <= now - hoursAgo * HOUR - MINUTE);
  return present.map(({ by, title, body: description, type, tags, own, entries, hoursAgo, opensInHours }) => {
    const at = now - hoursAgo * HOUR;
    const run = async (demo: DemoSite): Promise<void> => {
      const tracks = await tracksOf(demo, by, own && by);
      if (tracks.length === 0) return;
      const hidden = opensInHours !== undefined && { visibility: 'private' as const };
      const form = { title, type, description, tags, ...hidden, submitId: submitIdOf(demo) };
      const { id: itemId } = await demo.call('POST /sets', { body: form }, by);
      const params = { itemId };
      for (const track of tracks.slice(0, entries))
        await demo.call('POST /sets/:itemId/entries', { params, body: { track } }, by);
      if (type !== 'album') return;
      const releaseAt = new Date(opensInHours === undefined ? at : now + opensInHours * HOUR).toISOString();
      const body = { visibility: 'public' as const, releaseAt };
      await demo.call('PUT /sets/:itemId/visibility', { params, body }, by);
    };
    return { at, run };
  });
}
