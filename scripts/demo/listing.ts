import { sharingTypes } from '#contract/limits/sharing.ts';
import { newId } from '#server/platform/ids.ts';
import { fileName, sendFile } from './files.ts';
import type { Plan } from './plan.ts';
import type { Random } from './random.ts';
import { DAY, HOUR, MINUTE, whenAwake } from './rhythm.ts';
import { type DemoThing, demoThings } from './shared-things.ts';
import type { Action, Stage } from './stage.ts';
import type { Order } from './studio.ts';
import { published } from './writing.ts';

/** Members who like, and who download, the most popular thing. */
const LIKES = 22;
const DOWNLOADS = 16;

const coverOf = ({ cover }: DemoThing): Order | null => (cover === undefined ? null : { kind: 'cover', number: cover });

/** The newest track of a member's own uploads. */
async function ownTrack(stage: Stage, username: string): Promise<{ uploadId: string; trackId: string }> {
  const { items } = await stage.call('GET /uploads', { query: { author: username, kind: 'audio' } }, username);
  const [upload] = items;
  const track = upload?.files.find((file) => file.kind === 'audio');
  if (!upload || !track) throw new Error(`${username} has no track to list.`);
  return { uploadId: upload.id, trackId: track.trackId };
}

/** Shares a thing through the endpoints that a browser uses. @returns its id */
async function share(stage: Stage, thing: DemoThing, cover: Order | null): Promise<string> {
  const { kind, by, love: _, replies: _replies, cover: _cover, ...fields } = thing;
  const file = { name: fileName(thing.title, 'png'), purpose: 'sharing_preview' as const };
  const body = {
    ...fields,
    ...(thing.url === '' && { track: await ownTrack(stage, by) }),
    ...(cover && { previewFileId: await sendFile(stage, by, { ...file, order: cover }) }),
    rights: true,
    submitId: newId(stage.ctx.clock.now()),
  };
  const { id, visibility } = await stage.call(`POST ${sharingTypes[kind].path}`, { body }, by);
  published({ visibility }, thing.title);
  return id;
}

/**
 * What the members of the demo put into the lists, and what others make of it.
 * @param uploads usernames of members whose uploads have a track
 */
export function listing(random: Random, plan: Plan, now: number, uploads: ReadonlySet<string>): Action[] {
  const names = [...plan.joined.keys()];
  const things = demoThings.filter(({ url, by }) => url !== '' || uploads.has(by));
  return things.flatMap((thing): Action[] => {
    const own = random.fork(thing.title);
    const { path, hasDownloads } = sharingTypes[thing.kind];
    const joined = plan.joined.get(thing.by)!;
    const latest = now - DAY;
    // A track of this site is uploaded first.
    const wanted = thing.url === '' ? latest : joined + own.between(0.3, 0.95) * (latest - joined);
    const at = Math.max(joined + HOUR, Math.min(whenAwake(own, wanted), latest));
    let itemId = '';
    const cover = coverOf(thing);
    const actions: Action[] = [
      {
        at,
        needs: cover ? [cover] : [],
        run: async (stage) => {
          itemId = await share(stage, thing, cover);
        },
      },
    ];
    const others = names.filter((name) => name !== thing.by);
    const crowd = (most: number): string[] => own.some(others, Math.round(most * thing.love * own.between(0.6, 1)));
    const visit = (name: string, run: (stage: Stage) => Promise<unknown>): void => {
      const when = Math.min(at + own.around(11) * HOUR, at + (now - MINUTE - at) * own.between(0.5, 1));
      if (plan.joined.get(name)! < when) actions.push({ at: when, run });
    };
    for (const name of crowd(LIKES))
      visit(name, (stage) => stage.call(`PUT ${path}/:itemId/like`, { params: { itemId }, body: { on: true } }, name));
    if (hasDownloads)
      for (const name of crowd(DOWNLOADS))
        visit(name, (stage) =>
          stage.call(
            `POST ${path}/:itemId/download` as 'POST /drumkits/:itemId/download',
            { params: { itemId } },
            name,
          ),
        );
    return [...actions, ...talk(own, thing, at, plan, now, () => itemId)];
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
      run: async (stage) => {
        const body = { content: text, submitId: newId(stage.ctx.clock.now()) };
        const key = `POST ${sharingTypes[thing.kind].path}/:itemId/replies` as const;
        const made = await stage.call(key, { params: { itemId: itemId() }, body }, by);
        published(made.reply, `a reply to ${thing.title}`);
      },
    };
  });
}
