import { sharingTypes } from '#contract/limits/sharing.ts';
import { newId } from '#server/platform/ids.ts';
import { fileName, sendFile } from '#scripts/demo/studio/files.ts';
import { whoCanPay } from './paying.ts';
import type { Plan } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { DAY, HOUR, MINUTE, whenAwake } from '#scripts/demo/rhythm.ts';
import { type DemoThing, demoThings } from '#scripts/demo/shared-things.ts';
import type { Action, DemoSite } from '#scripts/demo/demo-site.ts';
import type { Order } from '#scripts/demo/studio/studio.ts';
import { published } from './writing.ts';

/** Who of staff approves. */
const STAFF = 'oskar_fold';
/** Members who like, and who download, the most popular thing. */
const LIKES = 22;
const DOWNLOADS = 16;
/** Members who buy what costs something, where so many can pay. */
const BUYERS = 4;

const coverOf = ({ cover }: DemoThing): Order | null => (cover === undefined ? null : { kind: 'cover', number: cover });

const archiveOf = (name: DemoThing['archive']): Order | null => (name === undefined ? null : { kind: 'archive', name });
const isOwnTrack = ({ kind, url }: DemoThing): boolean => kind === 'song' && url === '';

/** The newest track of a member's own uploads. */
async function ownTrack(demo: DemoSite, username: string): Promise<{ uploadId: string; trackId: string }> {
  const { items } = await demo.call('GET /uploads', { query: { author: username, kind: 'audio' } }, username);
  const [upload] = items;
  const track = upload?.files.find((file) => file.kind === 'audio');
  if (!upload || !track) throw new Error(`${username} has no track to list.`);
  return { uploadId: upload.id, trackId: track.trackId };
}

/** Files of a thing, made ahead. */
interface Files {
  readonly cover: Order | null;
  readonly archive: Order | null;
  readonly again: Order | null;
}

/** Shares a thing through the endpoints that a browser uses. @returns its id */
async function share(demo: DemoSite, thing: DemoThing, { cover, archive }: Files): Promise<string> {
  const { kind, by, title, artist, type, description, url, tags, licence, licenceText, price } = thing;
  const picture = { name: fileName(title, 'png'), purpose: 'sharing_preview' as const };
  const zip = { name: fileName(title, 'zip'), purpose: 'sharing_archive' as const };
  const body = {
    title,
    artist,
    type,
    description,
    url,
    tags,
    licence,
    licenceText,
    price,
    ...(isOwnTrack(thing) && { track: await ownTrack(demo, by) }),
    ...(cover && { previewFileId: await sendFile(demo, by, { ...picture, order: cover }) }),
    ...(archive && { archiveFileId: await sendFile(demo, by, { ...zip, order: archive }) }),
    rights: true,
    submitId: newId(demo.ctx.clock.now()),
  };
  const { id, visibility, isPending } = await demo.call(`POST ${sharingTypes[kind].path}`, { body }, by);
  if (!isPending) published({ visibility }, title);
  return id;
}

/** Staff approve what waits. */
async function approve(demo: DemoSite, id: string): Promise<void> {
  const { items } = await demo.call('GET /staff/queue', { query: { subject: id } }, STAFF);
  const params = { itemId: items[0]!.id };
  const { version } = await demo.call('GET /staff/queue/:itemId', { params }, STAFF);
  await demo.call('POST /staff/queue/:itemId/decide', { params, body: { version, decision: 'approve' } }, STAFF);
}

/** The author adds a second version of the archive. */
async function exchange(demo: DemoSite, thing: DemoThing, itemId: string, order: Order): Promise<void> {
  const file = { name: fileName(`${thing.title} 2`, 'zip'), purpose: 'sharing_archive' as const, order };
  const body = { fileId: await sendFile(demo, thing.by, file), notes: thing.again!.notes, rights: true };
  await demo.call(
    `POST ${sharingTypes[thing.kind].path}/:itemId/versions` as 'POST /drumkits/:itemId/versions',
    { params: { itemId }, body },
    thing.by,
  );
}

const downloadOf = (kind: DemoThing['kind']) =>
  `POST ${sharingTypes[kind].path}/:itemId/download` as 'POST /drumkits/:itemId/download';

/** The richest who has not bought it yet pays for a thing, and downloads it; nobody where nobody can pay. */
async function sell(demo: DemoSite, { kind, by }: DemoThing, price: number, itemId: string, sold: Set<string>) {
  const able = await whoCanPay(demo, price);
  const name = able.find((one) => one !== by && !sold.has(one));
  if (name === undefined) return;
  sold.add(name);
  const params = { itemId };
  const key = `POST ${sharingTypes[kind].path}/:itemId/buy` as 'POST /drumkits/:itemId/buy';
  await demo.call(key, { params, body: { price } }, name);
  await demo.call(downloadOf(kind), { params }, name);
}

/**
 * What the members of the demo put into the lists, and what others make of it.
 * @param uploads usernames of members whose uploads have a track
 */
export function listing(random: Random, plan: Plan, now: number, uploads: ReadonlySet<string>): Action[] {
  const names = [...plan.joined.keys()];
  const things = demoThings.filter((thing) => !isOwnTrack(thing) || uploads.has(thing.by));
  return things.flatMap((thing): Action[] => {
    const own = random.fork(thing.title);
    const { path, hasDownloads, isApproved } = sharingTypes[thing.kind];
    const joined = plan.joined.get(thing.by)!;
    const latest = now - DAY;
    // A track of this site is uploaded first.
    const wanted = isOwnTrack(thing) || thing.waits ? latest : joined + own.between(0.3, 0.95) * (latest - joined);
    const at = Math.max(joined + HOUR, Math.min(whenAwake(own, wanted), latest));
    let itemId = '';
    const files: Files = {
      cover: coverOf(thing),
      archive: archiveOf(thing.archive),
      again: archiveOf(thing.again?.archive),
    };
    const actions: Action[] = [
      {
        at,
        needs: [files.cover, files.archive].filter((order) => order !== null),
        run: async (demo) => {
          itemId = await share(demo, thing, files);
        },
      },
    ];
    const open = isApproved ? at + own.between(0.5, 5) * HOUR : at;
    if (isApproved && !thing.waits) actions.push({ at: open, run: (demo) => approve(demo, itemId) });
    if (files.again) {
      const again = files.again;
      const later = at + (now - HOUR - at) * 0.6;
      actions.push({ at: later, needs: [again], run: (demo) => exchange(demo, thing, itemId, again) });
    }
    const others = names.filter((name) => name !== thing.by);
    const crowd = (most: number): string[] => own.some(others, Math.round(most * thing.love * own.between(0.6, 1)));
    const visit = (name: string, run: (demo: DemoSite) => Promise<unknown>): void => {
      const when = Math.min(open + own.around(11) * HOUR, open + (now - MINUTE - open) * own.between(0.5, 1));
      if (plan.joined.get(name)! < when) actions.push({ at: when, run });
    };
    for (const name of crowd(LIKES))
      visit(name, (demo) => demo.call(`PUT ${path}/:itemId/like`, { params: { itemId }, body: { on: true } }, name));
    const { price } = thing;
    if (price !== undefined) {
      const sold = new Set<string>();
      for (let buyer = 1; buyer <= BUYERS; buyer++)
        actions.push({
          at: open + (now - HOUR - open) * (0.5 + buyer / (2 * BUYERS)),
          run: (demo) => sell(demo, thing, price, itemId, sold),
        });
    } else if (hasDownloads)
      for (const name of crowd(DOWNLOADS))
        visit(name, (demo) => demo.call(downloadOf(thing.kind), { params: { itemId } }, name));
    return [...actions, ...talk(own, thing, open, plan, now, () => itemId)];
  });
}

/** Replies, one after the other. */
function talk(random: Random, thing: DemoThing, at: number, plan: Plan, now: number, itemId: () => string): Action[] {
  const replies = thing.replies ?? [];
  let last = at + 4 * MINUTE;
  return replies.map(({ by, text }, place) => {
    const rest = now - 3 * MINUTE - last;
    const wait = Math.min(Math.max(3, random.around(95, 1)) * MINUTE, (rest / (replies.length - place)) * 0.8);
    last = Math.max(last + wait, Math.min(plan.joined.get(by)! + HOUR, now - 4 * MINUTE));
    return {
      at: last,
      run: async (demo) => {
        const body = { content: text, submitId: newId(demo.ctx.clock.now()) };
        const key = `POST ${sharingTypes[thing.kind].path}/:itemId/replies` as const;
        const made = await demo.call(key, { params: { itemId: itemId() }, body }, by);
        published(made.reply, `a reply to ${thing.title}`);
      },
    };
  });
}
