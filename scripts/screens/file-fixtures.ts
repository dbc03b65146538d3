import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeFile } from '#content/media/server/fixtures.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { uploads } from '#features/feed/server/read.ts';
import { createParty } from '#features/parties/server/party.ts';
import { addToQueue } from '#features/parties/server/queue/queue.ts';
import { joinParty } from '#features/parties/server/room.ts';
import { driveStage } from '#features/parties/server/stage/stage.ts';
import { addEntry } from '#features/sets/server/write.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { type FixtureMember, makeMember } from '#people/accounts/server/fixtures.ts';
import { resolveViewer } from '#people/accounts/server/sessions/session-reader.ts';
import type { Context } from '#platform/server/context.ts';
import { makeWith } from '#platform/server/media/testing/recordings.ts';
import { discShapes, hdrShapes, makeShape } from '#platform/server/media/testing/video-shapes.ts';
import { encoded } from '#site/testing/encoded.ts';
import { zipOfParts } from '#site/testing/zip.ts';

/** Contents made of files that are not as usual (`docs/files.md`), by their ids. */
export interface OddFiles {
  /** A kit with AIFF, CAF, Ogg and a loop of ReCycle, and one whose names are Shift-JIS. */
  readonly kit: string;
  readonly japaneseKit: string;
  /** Videos: pixels that are not square, and HLG. */
  readonly anamorphic: string;
  readonly hdr: string;
  /** Two tracks with covers, and a party that plays the first. */
  readonly covered: string;
  /** A set of them, without a cover of its own. */
  readonly set: string;
  readonly party: string;
}

/** A sound of a few notes that fade. */
async function sound(folder: string, name: string, hertz: number, ...options: readonly string[]): Promise<Buffer> {
  const notes = `0.6*exp(-3*mod(t\\,0.5))*sin(2*PI*${hertz}*t*(1+0.25*floor(mod(t\\,2)*2)))`;
  const file = await makeWith(folder, name, ['-f', 'lavfi', '-i', `aevalsrc=${notes}:s=44100`, '-t', '4', ...options]);
  return await readFile(file);
}

/** A cover of two colours. */
async function cover(folder: string, name: string, colors: string): Promise<Buffer> {
  const made = ['-f', 'lavfi', '-i', `gradients=s=800x800:${colors}:x0=0:y0=0:x1=800:y1=800`, '-frames:v', '1'];
  return await readFile(await makeWith(folder, name, made));
}

async function kitOf(ctx: Context, by: FixtureMember, title: string, zip: Buffer): Promise<string> {
  const archiveFileId = await makeFile(ctx, by, zip, { purpose: 'sharing_archive', name: `${title}.zip` });
  await ctx.jobs.idle();
  const id = await makeItem(ctx, 'drumkit', by, { title, archiveFileId, url: '' });
  await ctx.jobs.idle();
  return id;
}

async function covered(ctx: Context, by: FixtureMember, folder: string) {
  const viewer = (await resolveViewer(ctx, by.cookie))!;
  const sides = [
    ['Harbour lights.wav', 220, 'c0=orange:c1=purple'],
    ['Night ferry.wav', 165, 'c0=navy:c1=aquamarine'],
  ] as const;
  const covers: { fileId: string; coverFileId: string }[] = [];
  for (const [name, hertz, colors] of sides) {
    const picture = await cover(folder, `cover-${hertz}.png`, colors);
    covers.push({
      fileId: await makeFile(ctx, by, await sound(folder, `${hertz}.wav`, hertz, '-t', '180'), { name }),
      coverFileId: await makeFile(ctx, by, picture, { purpose: 'cover', name: 'cover.png' }),
    });
  }
  const fileIds = covers.map(({ fileId }) => fileId);
  const uploadId = await makeUpload(ctx, by, { content: 'Harbour tape\n\nTwo sides, one evening.', fileIds, covers });
  await ctx.jobs.idle();
  const { files } = await uploads.read(ctx, viewer, uploadId);
  const set = await makeItem(ctx, 'set', by, { title: 'Harbour evenings', type: 'album' });
  for (const { trackId } of files) await addEntry(ctx, viewer, set, { track: { uploadId, trackId } });
  const form = { name: 'Harbour tape, first listen', description: '', spotifyPlaylistId: '', isAdult: false };
  const { id: party } = await createParty(ctx, viewer, {
    ...form,
    startsAt: null,
    allowsListeners: false,
    submitId: randomUUID(),
  });
  await joinParty(ctx, viewer, party);
  for (const { trackId } of files) await addToQueue(ctx, viewer, party, { uploadId, trackId });
  await driveStage(ctx, viewer, party, { action: 'play', positionMs: null });
  return { covered: uploadId, set, party };
}

/** Makes them, by a member of long standing. */
export async function makeOddFiles(ctx: Context): Promise<OddFiles> {
  const folder = await mkdtemp(path.join(tmpdir(), 'looproom-screen-files-'));
  const by = await makeMember(ctx, {
    username: 'mika_tapes',
    displayName: 'Mika Tapes',
    createdAt: new Date('2020-01-01'),
  });
  const video = async (shape: Parameters<typeof makeShape>[1], title: string): Promise<string> => {
    const content = await readFile(await makeShape(folder, shape));
    const fileId = await makeFile(ctx, by, content, { name: `clip.${shape.ending}` });
    return await makeUpload(ctx, by, { content: title, fileIds: [fileId] });
  };
  try {
    const kit = zipOfParts([
      { name: 'Bass/sub in A.aiff', content: await sound(folder, 'a.aiff', 55) },
      { name: 'Bass/pluck.caf', content: await sound(folder, 'b.caf', 110, '-c:a', 'alac') },
      { name: 'Keys/glass.ogg', content: await sound(folder, 'c.ogg', 440) },
      { name: 'Keys/tape.wav', content: await sound(folder, 'd.wav', 330, '-c:a', 'adpcm_ima_wav') },
      { name: 'Loops/break.rx2', content: Buffer.from(`CAT 0000REX2${randomUUID()}`) },
    ]);
    const hits = ['ドラム/キック.wav', 'ドラム/スネア.wav', 'ベース/夜の低音.wav', '説明.txt'];
    const japanese = zipOfParts(
      await Promise.all(
        hits.map(async (name, at) => ({
          name: encoded(name, 'shift_jis'),
          content: name.endsWith('.wav') ? await sound(folder, `j${at}.wav`, 80 * (at + 1)) : Buffer.from('README'),
        })),
      ),
    );
    return {
      kit: await kitOf(ctx, by, 'Tapes from the harbour', kit),
      japaneseKit: await kitOf(ctx, by, '港のドラムキット', japanese),
      anamorphic: await video(discShapes['HDV, 1440x1080']!, 'A disc in HDV, 1440 x 1080 pixels that are not square'),
      hdr: await video(hdrShapes['HLG of a phone']!, 'White, grey and red in HLG, as phones record it'),
      ...(await covered(ctx, by, folder)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
