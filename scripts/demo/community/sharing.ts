import { noteServed } from '#content/media/server/served-ranges.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Plan } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { DAY, HOUR, MINUTE, whenAwake } from '#scripts/demo/rhythm.ts';
import { type Song, secondsOf } from '#scripts/demo/sound/song.ts';
import {
  type Action,
  type DemoSite,
  addressOf,
  does,
  fileName,
  published,
  submitIdOf,
} from '#scripts/demo/demo-site.ts';
import { coverOf } from '#scripts/demo/studio/drawings.ts';
import type { Order } from '#scripts/demo/studio/studio.ts';
import { type DemoUpload, demoUploads } from '#scripts/demo/uploads.ts';
import { talk, visitors } from './crowd.ts';

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

interface File {
  readonly order: Order;
  readonly name: string;
}

function recordingOf(upload: DemoUpload, song: Omit<Song, 'seed'>, index: number, place: number): Order {
  const title = (upload.songs?.length ?? 0) > 1 ? `${upload.title} (${place + 1})` : upload.title;
  // Several takes of one upload are one performance.
  const played = { ...song, seed: upload.title };
  return { song: played, title, artist: upload.by, cover: upload.bare ? null : coverOf(index) };
}

/** The files of an upload: its recordings, then its pictures. */
function filesOf(upload: DemoUpload, index: number): File[] {
  const { title, songs = [], pictures = 0 } = upload;
  const recordings = songs.map((song, place) => ({
    order: recordingOf(upload, song, index, place),
    name: fileName(songs.length > 1 ? `${title} ${place + 1}` : title, 'wav'),
  }));
  const drawn = Array.from({ length: pictures }, (_, place) => ({
    order: coverOf(100 + index * 7 + place * 3),
    name: fileName(`${title} ${place + 1}`, 'png'),
  }));
  return [...recordings, ...drawn];
}

async function share(demo: DemoSite, upload: DemoUpload, files: readonly File[]): Promise<Made> {
  const { by, text, title, polls } = upload;
  const fileIds: string[] = [];
  for (const { order, name } of files) fileIds.push(await demo.send(by, order, name, 'upload'));
  const [question = '', ...options] = polls?.[0]?.text.split('\n') ?? [];
  const poll = polls && { poll: { question, options, days: polls[0]!.days } };
  const body = { content: text, fileIds, submitId: submitIdOf(demo), ...poll };
  const { id, visibility } = await demo.call('POST /uploads', { body }, by);
  published({ visibility }, title);
  const detail = await demo.call('GET /uploads/:uploadId', { params: { uploadId: id } }, by);
  return {
    id,
    tracks: detail.files.filter((file) => file.kind === 'audio').map((file) => file.trackId),
    options: detail.poll?.options.map((option) => option.id) ?? [],
  };
}

/**
 * What the members of the demo share in the feed, and what others make of it. Uploads of members who come late come
 * late.
 */
export function sharing(
  random: Random,
  plan: Plan,
  { uploads = demoUploads, plays = PLAYS }: { uploads?: readonly DemoUpload[]; plays?: number },
): Action[] {
  const start = Math.min(...plan.joined.values());
  const span = plan.now - NEWEST - start;
  return uploads.flatMap((upload, index) => {
    const own = random.fork(upload.title);
    // More and more often, as the community grows.
    const part = FIRST + (1 - FIRST) * ((index + own.between(0.2, 0.8)) / uploads.length) ** 0.6;
    const wanted = Math.max(start + part * span, plan.joined.get(upload.by)! + 3 * HOUR);
    const at = Math.min(whenAwake(own, wanted), plan.now - NEWEST);
    return uploadActions(own, plan, { upload, index, at, plays });
  });
}

interface Setting {
  readonly upload: DemoUpload;
  readonly index: number;
  readonly at: number;
  readonly plays: number;
}

function uploadActions(random: Random, plan: Plan, { upload, index, at, plays }: Setting): Action[] {
  const { by, love, songs = [], polls = [], comments = [], versions = [] } = upload;
  const files = filesOf(upload, index);
  let shared: Made = { id: '', tracks: [], options: [] };
  const params = () => ({ uploadId: shared.id });
  const actions: Action[] = [
    {
      at,
      needs: files.map(({ order }) => order),
      run: async (demo) => void (shared = await share(demo, upload, files)),
    },
  ];
  const come = (median: number, count: number) => visitors(random, plan, { by, open: at, median }, Math.round(count));
  for (const visit of come(9, LIKES * love * random.between(0.6, 1)))
    actions.push(
      does(visit.at, visit.name, 'PUT /uploads/:uploadId/like', () => ({ params: params(), body: { on: true } })),
    );
  for (const { days, text } of polls) {
    for (const visit of come(12, random.int(14, 26))) {
      // The first answers are the popular ones.
      const choice = Math.floor(random.next() ** 1.5 * (text.split('\n').length - 1));
      const body = () => ({ optionId: shared.options[choice]! });
      const when = Math.min(visit.at, at + days * DAY - MINUTE);
      if (plan.joined.get(visit.name)! < when)
        actions.push(does(when, visit.name, 'PUT /uploads/:uploadId/vote', () => ({ params: params(), body: body() })));
    }
  }
  for (const [track, song] of songs.entries())
    for (const visit of come(14, plays * love * random.between(0.5, 1)))
      if (visit.at <= plan.now - 2 * MINUTE)
        actions.push(...listening(visit.at, song, visit.name, () => ({ ...params(), trackId: shared.tracks[track]! })));
  for (const version of versions) {
    const order = recordingOf(upload, version, index, 0);
    const run = async (demo: DemoSite): Promise<void> => {
      const fileId = await demo.send(by, order, fileName(`${upload.title} v2`, 'wav'), 'upload');
      const track = { ...params(), trackId: shared.tracks[0]! };
      await demo.call('POST /uploads/:uploadId/tracks/:trackId/versions', { params: track, body: { fileId } }, by);
    };
    const later = Math.min(at + random.between(0.8, 2) * DAY, plan.now - 90 * MINUTE);
    actions.push({ at: later, needs: [order], run });
  }
  const [song] = songs;
  const said = talk(random, plan, comments, at, (comment, when) => {
    let commentId = '';
    const run = async (demo: DemoSite): Promise<void> => {
      const ms = song && comment.at !== undefined ? Math.round(secondsOf(song) * 1000 * comment.at) : null;
      const place = ms !== null && { at: { trackId: shared.tracks[0]!, ms } };
      const body = { content: comment.text, submitId: submitIdOf(demo), ...place };
      const done = await demo.call('POST /uploads/:uploadId/comments', { params: params(), body }, comment.by);
      published(done.comment, comment.text);
      commentId = done.comment.id;
    };
    const { mark } = comment;
    if (mark === undefined) return [{ at: when, run }];
    const later = Math.min(when + 50 * MINUTE, plan.now - MINUTE);
    const input = () => ({ params: { commentId }, body: { mark } });
    return [{ at: when, run }, does(later, by, 'PUT /uploads/comments/:commentId/mark', input)];
  });
  return [...actions, ...said];
}

/** A play, and its end when enough was heard. */
function listening(
  at: number,
  song: Omit<Song, 'seed'>,
  name: string,
  params: () => { uploadId: string; trackId: string },
): Action[] {
  let playId = '';
  const begin = async (demo: DemoSite): Promise<void> => {
    const input = { params: params() };
    ({ playId } = await demo.call('POST /uploads/:uploadId/tracks/:trackId/plays', input, name));
  };
  const end = async (demo: DemoSite): Promise<void> => {
    const [track] = await demo.ctx.db.rows<{ file_id: string }>(
      sql`SELECT file_id FROM upload_files WHERE id = ${params().trackId}`,
    );
    await noteServed(demo.ctx, addressOf(name), track!.file_id);
    await demo.call('PUT /uploads/plays/:playId', { params: { playId } }, name);
  };
  // Unprocessed sounds ask for 30 s.
  return [
    { at, run: begin },
    { at: at + Math.max(31, secondsOf(song)) * 1000, run: end },
  ];
}
