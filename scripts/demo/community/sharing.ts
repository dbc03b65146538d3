import { noteServed } from '#server/features/media/served-ranges.ts';
import { sql } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { fileName, sendFile } from '#scripts/demo/studio/files.ts';
import type { Plan } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { DAY, HOUR, MINUTE, whenAwake } from '#scripts/demo/rhythm.ts';
import { type Song, secondsOf } from '#scripts/demo/sound/song.ts';
import { type Action, type DemoSite, addressOf } from '#scripts/demo/demo-site.ts';
import type { Order } from '#scripts/demo/studio/studio.ts';
import { demoUploads } from '#scripts/demo/uploads.ts';
import type { DemoUpload } from '#scripts/demo/uploads/upload.ts';
import { published } from './writing.ts';

/** Members who like, and who listen to, the most popular upload. */
const LIKES = 24;
const PLAYS = 14;
/** Age of the newest upload. */
const NEWEST = 2 * HOUR;
/** Part of the two months after which the first upload comes. */
const FIRST = 0.12;

/** An upload with its state in the demo. */
interface Made {
  id: string;
  tracks: string[];
  options: string[];
}

const titleOf = (upload: DemoUpload): string => upload.text.split('\n')[0]!;

/** The files of an upload: its recordings, then its pictures. */
function ordersOf(upload: DemoUpload, index: number): { order: Order; name: string }[] {
  const title = titleOf(upload);
  const songs = upload.songs ?? [];
  const recordings = songs.map((song, place): { order: Order; name: string } => ({
    order: recordingOf(upload, song, index, place),
    name: fileName(songs.length > 1 ? `${title} ${place + 1}` : title, 'wav'),
  }));
  const pictures = Array.from({ length: upload.pictures ?? 0 }, (_, place): { order: Order; name: string } => ({
    order: { kind: 'cover', number: 100 + index * 7 + place * 3 },
    name: fileName(`${title} ${place + 1}`, 'png'),
  }));
  return [...recordings, ...pictures];
}

function recordingOf(upload: DemoUpload, song: Omit<Song, 'seed'>, index: number, place: number): Order {
  return {
    kind: 'song',
    // Several takes of one upload are one performance.
    song: { ...song, seed: titleOf(upload) },
    title: (upload.songs?.length ?? 0) > 1 ? `${titleOf(upload)} (${place + 1})` : titleOf(upload),
    artist: upload.by,
    cover: upload.bare ? null : index,
  };
}

async function share(demo: DemoSite, upload: DemoUpload, files: { order: Order; name: string }[]): Promise<Made> {
  const fileIds: string[] = [];
  for (const file of files) fileIds.push(await sendFile(demo, upload.by, { ...file, purpose: 'upload' }));
  const { text, poll, by } = upload;
  const body = {
    content: text,
    fileIds,
    submitId: newId(demo.ctx.clock.now()),
    ...(poll && { poll: { ...poll, options: [...poll.options] } }),
  };
  const { id, visibility } = await demo.call('POST /uploads', { body }, by);
  published({ visibility }, titleOf(upload));
  const made = await demo.call('GET /uploads/:uploadId', { params: { uploadId: id } }, by);
  return {
    id,
    tracks: made.files.filter((file) => file.kind === 'audio').map((file) => file.trackId),
    options: made.poll?.options.map((option) => option.id) ?? [],
  };
}

/**
 * What the members of the demo share in the feed, and what others make of it. Uploads of members who come late come
 * late.
 */
export function sharing(
  random: Random,
  plan: Plan,
  now: number,
  { uploads = demoUploads, plays = PLAYS }: { uploads?: readonly DemoUpload[]; plays?: number },
): Action[] {
  const names = [...plan.joined.keys()];
  const start = Math.min(...plan.joined.values());
  const span = now - NEWEST - start;
  return uploads.flatMap((upload, index) => {
    const own = random.fork(titleOf(upload));
    // More and more often, as the community grows.
    const part = FIRST + (1 - FIRST) * ((index + own.between(0.2, 0.8)) / uploads.length) ** 0.6;
    const wanted = Math.max(start + part * span, plan.joined.get(upload.by)! + 3 * HOUR);
    const at = Math.min(whenAwake(own, wanted), now - NEWEST);
    return oneUpload(own, { upload, index, at, names, plan, plays, now });
  });
}

interface Setting {
  readonly upload: DemoUpload;
  readonly index: number;
  readonly at: number;
  readonly names: readonly string[];
  readonly plan: Plan;
  readonly plays: number;
  readonly now: number;
}

function oneUpload(random: Random, setting: Setting): Action[] {
  const { upload, index, at, names, plan, plays, now } = setting;
  const files = ordersOf(upload, index);
  let made: Made;
  const params = () => ({ uploadId: made.id });
  const actions: Action[] = [
    {
      at,
      needs: files.map((file) => file.order),
      run: async (demo) => {
        made = await share(demo, upload, files);
      },
    },
  ];
  const left = now - MINUTE - at;
  const later = (median: number): number =>
    Math.min(at + random.around(median) * HOUR, at + left * random.between(0.5, 1));
  const others = names.filter((name) => name !== upload.by);
  const here = (name: string, when: number): boolean => plan.joined.get(name)! < when;
  for (const name of random.some(others, Math.round(LIKES * upload.love * random.between(0.6, 1)))) {
    const when = later(9);
    if (!here(name, when)) continue;
    actions.push({
      at: when,
      run: (demo) => demo.call('PUT /uploads/:uploadId/like', { params: params(), body: { on: true } }, name),
    });
  }
  if (upload.poll) {
    for (const name of random.some(others, random.int(14, 26))) {
      const when = Math.min(later(12), at + upload.poll.days * DAY - MINUTE);
      if (!here(name, when)) continue;
      // The first answers are the popular ones.
      const choice = Math.floor(random.next() ** 1.5 * upload.poll.options.length);
      actions.push({
        at: when,
        run: (demo) =>
          demo.call(
            'PUT /uploads/:uploadId/vote',
            { params: params(), body: { optionId: made.options[choice]! } },
            name,
          ),
      });
    }
  }
  for (const [track, song] of (upload.songs ?? []).entries()) {
    for (const name of random.some(others, Math.round(plays * upload.love * random.between(0.5, 1)))) {
      const when = later(14);
      if (!here(name, when) || when > now - 2 * MINUTE) continue;
      actions.push(...listening(when, song, name, () => ({ uploadId: made.id, trackId: made.tracks[track]! })));
    }
  }
  const again = upload.again && exchange(random, setting, upload.again, () => made);
  return [...actions, ...talk(random, setting, () => made), ...(again ?? [])];
}

/** A play, and its end when enough was heard. */
function listening(
  at: number,
  song: Omit<Song, 'seed'>,
  name: string,
  params: () => { uploadId: string; trackId: string },
): Action[] {
  let playId = '';
  const address = 'POST /uploads/:uploadId/tracks/:trackId/plays';
  return [
    {
      at,
      run: async (demo) => {
        ({ playId } = await demo.call(address, { params: params() }, name));
      },
    },
    {
      // Unprocessed sounds ask for 30 s.
      at: at + Math.max(31, secondsOf(song)) * 1000,
      run: async (demo) => {
        const [track] = await demo.ctx.db.rows<{ file_id: string }>(
          sql`SELECT file_id FROM upload_files WHERE id = ${params().trackId}`,
        );
        await noteServed(demo.ctx, addressOf(name), track!.file_id);
        await demo.call('PUT /uploads/plays/:playId', { params: { playId } }, name);
      },
    },
  ];
}

/** Comments one after the other, some of them timed comments on the first track, and the author's marks on them. */
function talk(random: Random, { upload, at, plan, now }: Setting, made: () => Made): Action[] {
  const [song] = upload.songs ?? [];
  const comments = upload.comments ?? [];
  let last = at + 4 * MINUTE;
  return comments.flatMap((comment, place): Action[] => {
    const rest = now - 3 * MINUTE - last;
    const wait = Math.min(Math.max(3, random.around(95, 1)) * MINUTE, (rest / (comments.length - place)) * 0.8);
    last = Math.max(last + wait, Math.min(plan.joined.get(comment.by)! + HOUR, now - 4 * MINUTE));
    let id = '';
    const actions: Action[] = [
      {
        at: last,
        run: async (demo) => {
          const { tracks, id: uploadId } = made();
          const ms = song && comment.at !== undefined ? Math.round(secondsOf(song) * 1000 * comment.at) : null;
          const when = ms !== null && { at: { trackId: tracks[0]!, ms } };
          const body = { content: comment.text, submitId: newId(demo.ctx.clock.now()), ...when };
          const done = await demo.call('POST /uploads/:uploadId/comments', { params: { uploadId }, body }, comment.by);
          published(done.comment, comment.text);
          ({ id } = done.comment);
        },
      },
    ];
    const { mark } = comment;
    if (mark !== undefined) {
      actions.push({
        at: Math.min(last + 50 * MINUTE, now - MINUTE),
        run: (demo) =>
          demo.call('PUT /uploads/comments/:commentId/mark', { params: { commentId: id }, body: { mark } }, upload.by),
      });
    }
    return actions;
  });
}

/** The author exchanges the first sound for a better one. */
function exchange(
  random: Random,
  { upload, index, at, now }: Setting,
  song: Omit<Song, 'seed'>,
  made: () => Made,
): Action[] {
  const order = recordingOf(upload, song, index, 0);
  return [
    {
      at: Math.min(at + random.between(0.8, 2) * DAY, now - 90 * MINUTE),
      needs: [order],
      run: async (demo) => {
        const name = fileName(`${titleOf(upload)} v2`, 'wav');
        const fileId = await sendFile(demo, upload.by, { order, name, purpose: 'upload' });
        const { id, tracks } = made();
        const params = { uploadId: id, trackId: tracks[0]! };
        await demo.call('POST /uploads/:uploadId/tracks/:trackId/versions', { params, body: { fileId } }, upload.by);
      },
    },
  ];
}
