import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ArchiveEntry } from '#content/media/contract/archives.ts';
import { cleanFiles } from '#content/media/server/cleaning.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { purgeRemoved } from '#content/core/server/maintenance/purge.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { probe } from '#platform/server/media/probe.ts';
import { makeWith } from '#platform/server/media/testing/recordings.ts';
import { wavOf, wavOfSamples } from '#site/testing/wav.ts';
import { type As, type World, openWorld } from '#site/testing/world.ts';
import { type ZipPart, zipOfParts } from '#site/testing/zip.ts';

const decoder = findDecoder();
const search = process.env['PATH'];
let world: World;
let folder: string;
let programs: string;
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-prepared-'));
  programs = await mkdtemp(path.join(tmpdir(), 'looproom-programs-'));
  if (!decoder) return;
  // A decoder that notes each run, and that the kernel ends while a file says so, beside a probe that works.
  const script = `echo "$*" >> ${programs}/runs; [ -e ${programs}/killed ] && kill -9 $$; exec ${decoder.ffmpeg} "$@"`;
  for (const [name, line] of [
    ['ffmpeg', script],
    ['ffprobe', `exec ${decoder.ffprobe} "$@"`],
  ] as const) {
    await writeFile(path.join(programs, name), `#!/bin/sh\n${line}\n`);
    await chmod(path.join(programs, name), 0o755);
  }
});
afterEach(() => {
  process.env['PATH'] = search;
});
afterAll(async () => {
  process.env['PATH'] = search;
  await world.close();
  for (const made of [folder, programs]) await rm(made, { recursive: true, force: true });
});

const member = () => world.member({ createdAt: new Date('2020-01-01') });

/** A kit of these entries by a member, analysed. */
async function kitOf(by: FixtureMember, parts: readonly ZipPart[], more: object = {}) {
  const zip = zipOfParts([...parts, { name: `${randomUUID()}.nfo` }]);
  const archiveFileId = await makeFile(world.ctx, by, zip, { purpose: 'sharing_archive', name: 'Kit.zip' });
  await world.settle();
  const body = { title: `Kit ${randomUUID()}`, archiveFileId, rights: true, submitId: randomUUID(), ...more };
  const { id } = await world.ok('POST /drumkits', { body }, by);
  await world.settle();
  const entries = await listed(id);
  const address = (name: string): string => `/archives/${archiveFileId}/${entries[name]!.position}`;
  return { id, fileId: archiveFileId, entries, address };
}
const listed = async (id: string): Promise<Record<string, ArchiveEntry>> => {
  const { items } = await world.ok('GET /drumkits/:itemId/archive', { params: { itemId: id }, query: {} });
  return Object.fromEntries(items.map((item) => [item.path, item]));
};

const raw = async (
  address: string,
  as: As | null = null,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) => {
  const answer = await world.app.inject({
    method,
    url: address,
    headers: { host: 'localhost:3999', ...(as && 'cookie' in as && { cookie: as.cookie }), ...headers },
  });
  const isProblem = String(answer.headers['content-type']).startsWith('application/problem');
  const code = isProblem ? answer.json<{ code: string }>().code : null;
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, code };
};
const sounds = (): string => path.join(world.ctx.config.dataDir, 'sounds');
const cached = async (fileId: string): Promise<string[]> => await readdir(path.join(sounds(), fileId)).catch(() => []);

const tone = ['-f', 'lavfi', '-i', 'aevalsrc=0.4*sin(2*PI*330*t)|0.3*sin(2*PI*550*t):s=44100:d=0.5'];
const surround = ['-f', 'lavfi', '-i', 'aevalsrc=0.4*sin(2*PI*330*t)|0|0|0|0|0:s=44100:d=0.5:c=5.1'];
const many = ['-f', 'lavfi', '-i', `aevalsrc=${Array(12).fill('0.2*sin(2*PI*330*t)').join('|')}:s=44100:d=0.5`];
const made = async (name: string, ...options: (string | readonly string[])[]): Promise<Buffer> =>
  await readFile(await makeWith(folder, name, options.flat()));

const silence = wavOfSamples(new Float32Array(11_025), 44_100);
/** `silence` as `bzip2 -9` packs it. */
const bzip2 = Buffer.from(
  'QlpoOTFBWSZTWSe9Iz8AALv30PAAQABQACcgEcAlAgUAAEAABAAIIABUNIAAAZBFImgANBpYUTakwFJRaFRKF8SpCCnMGMe1rPPrQ2eWaglPM8aYaEUCIEPi7kinChIE96Rn4A==',
  'base64',
);
/** Five million zeros as `bzip2 -9` packs them. */
const bomb = Buffer.from('QlpoOTFBWSZTWabi8/QAJkvAAsAACAAACCAAMMwFKaapEUbAoijxdyRThQkKbi8/QA==', 'base64');
const packed = (name: string, content: Buffer, as: Buffer, method: number): ZipPart => ({
  name,
  content: as,
  method,
  bytes: content.length,
  crc: crc32(content),
});
/** A sound whose head says another number of bytes of samples. */
function saying(bytes: number): Buffer {
  const content = wavOf(9000);
  content.writeUInt32LE(bytes, 40);
  return content;
}

type Heard = 'direct' | 'prepared' | null;
/** By ending: how the entry is listed, how it is heard, and the type that is sent, or the refusal's code. */
type Row = readonly [
  name: string,
  part: () => Promise<ZipPart>,
  analysis: ArchiveEntry['analysis'],
  heard: Heard,
  sent: string,
];
const file =
  (name: string, ...options: (string | readonly string[])[]) =>
  async (): Promise<ZipPart> => ({ name, content: await made(name, ...options) });
const row = (
  name: string,
  options: readonly (string | readonly string[])[],
  heard: Heard,
  sent = heard === 'direct' ? 'audio/wav' : 'audio/flac',
): Row => [name, file(name, ...options), 'done', heard, sent];

const rows: readonly Row[] = [
  row('u8.wav', [tone, '-c:a', 'pcm_u8'], 'direct'),
  row('s16.wav', [tone, '-c:a', 'pcm_s16le'], 'direct'),
  row('s24.wav', [tone, '-c:a', 'pcm_s24le'], 'direct'),
  row('s32.wav', [tone, '-c:a', 'pcm_s32le'], 'prepared'),
  row('float.wav', [tone, '-c:a', 'pcm_f32le'], 'prepared'),
  row('adpcm.wav', [tone, '-c:a', 'adpcm_ms'], 'prepared'),
  row('ima.wav', [tone, '-c:a', 'adpcm_ima_wav'], 'prepared'),
  row('alaw.wav', [tone, '-c:a', 'pcm_alaw'], 'prepared'),
  row('rf64.wav', [tone, '-c:a', 'pcm_s16le', '-rf64', 'always'], 'prepared'),
  row('surround.wav', [surround, '-c:a', 'pcm_s16le'], 'prepared'),
  row('many.wav', [many, '-c:a', 'pcm_s16le'], 'prepared'),
  row('fast.wav', [tone, '-ar', '384000', '-c:a', 'pcm_s16le'], 'prepared'),
  row('slow.wav', [tone, '-ar', '4000', '-c:a', 'pcm_s16le'], 'prepared'),
  row('one.aiff', [tone, '-c:a', 'pcm_s16be'], 'prepared'),
  row('deep.aif', [tone, '-c:a', 'pcm_s24be', '-f', 'aiff'], 'prepared'),
  row('sowt.aifc', [tone, '-c:a', 'pcm_s16le', '-f', 'aiff'], 'prepared'),
  row('one.caf', [tone, '-c:a', 'pcm_s16be'], 'prepared'),
  row('alac.caf', [tone, '-c:a', 'alac'], 'prepared'),
  row('alac.m4a', [tone, '-c:a', 'alac'], 'prepared'),
  row('one.w64', [tone, '-c:a', 'pcm_s16le'], 'prepared'),
  row('one.au', [tone, '-c:a', 'pcm_s16be'], 'prepared'),
  row('one.wv', [tone, '-c:a', 'wavpack'], 'prepared'),
  row('one.flac', [tone, '-c:a', 'flac'], 'direct', 'audio/flac'),
  row('one.mp3', [tone, '-c:a', 'libmp3lame'], 'direct', 'audio/mpeg'),
  row('two.mp2', [tone, '-c:a', 'mp2'], 'prepared'),
  row('one.m4a', [tone, '-c:a', 'aac'], 'direct', 'audio/mp4'),
  row('bare.aac', [tone, '-c:a', 'aac', '-f', 'adts'], 'prepared'),
  row('one.ogg', [tone, '-c:a', 'libvorbis'], 'prepared'),
  row('one.opus', [tone, '-ar', '48000', '-c:a', 'libopus'], 'prepared'),
  row('one.wma', [tone, '-c:a', 'wmav2'], 'prepared'),
  // A name says nothing: ADPCM called MP3, MP3 called WAV.
  [
    'lies.mp3',
    async () => ({ name: 'lies.mp3', content: await made('x.wav', tone, '-c:a', 'adpcm_ms') }),
    'done',
    'prepared',
    'audio/flac',
  ],
  [
    'lies.wav',
    async () => ({ name: 'lies.wav', content: await made('x.mp3', tone, '-f', 'mp3') }),
    'done',
    'direct',
    'audio/mpeg',
  ],
  [
    'deflated.aiff',
    async () => ({ name: 'deflated.aiff', content: await made('d.aiff', tone), deflated: true }),
    'done',
    'prepared',
    'audio/flac',
  ],
  [
    'deflated.wav',
    async () => ({ name: 'deflated.wav', content: wavOf(9000), deflated: true }),
    'done',
    'direct',
    'audio/wav',
  ],
  ['open.wav', async () => ({ name: 'open.wav', content: saying(0xff_ff_ff_ff) }), 'done', 'prepared', 'audio/flac'],
  ['zero.wav', async () => ({ name: 'zero.wav', content: saying(0) }), 'done', 'prepared', 'audio/flac'],
  ['bzip2.wav', async () => packed('bzip2.wav', silence, bzip2, 12), 'done', 'prepared', 'audio/flac'],
  [
    'zstd.wav',
    async () => packed('zstd.wav', silence, zstdCompressSync(silence), 93),
    'done',
    'prepared',
    'audio/flac',
  ],
  ['bomb.wav', async () => packed('bomb.wav', silence, bomb, 12), 'damaged', null, 'not_a_sound'],
  [
    'broken.wav',
    async () => packed('broken.wav', silence, Buffer.from('BZh9 and nothing'), 12),
    'damaged',
    null,
    'not_a_sound',
  ],
  [
    'lzma.wav',
    async () => packed('lzma.wav', silence, Buffer.from('whatever it is'), 14),
    'unavailable',
    null,
    'sound_not_playable',
  ],
  [
    'deflate64.wav',
    async () => packed('deflate64.wav', silence, Buffer.from('whatever'), 9),
    'unavailable',
    null,
    'sound_not_playable',
  ],
  [
    'loop.rx2',
    async () => ({
      name: 'loop.rx2',
      content: Buffer.concat([Buffer.from('CAT \0\0\x10\0REX2HEAD'), Buffer.alloc(5000, 7)]),
    }),
    'unavailable',
    null,
    'sound_not_playable',
  ],
  [
    'text.wav',
    async () => ({ name: 'text.wav', content: Buffer.from('MZ a program') }),
    'not_sound',
    null,
    'not_a_sound',
  ],
  [
    'none.wav',
    async () => ({ name: 'none.wav', content: wavOfSamples(new Float32Array(0), 44_100) }),
    'done',
    null,
    'sound_not_playable',
  ],
  [
    'torn.flac',
    async () => ({ name: 'torn.flac', content: Buffer.from('fLaC and nothing that can be read') }),
    'unavailable',
    null,
    'sound_not_playable',
  ],
];

describe.runIf(decoder)('a sound in a kit', () => {
  let kit: Awaited<ReturnType<typeof kitOf>>;
  beforeAll(async () => {
    const parts = [];
    for (const [, part] of rows) parts.push(await part());
    kit = await kitOf(await member(), parts);
  });

  test.each(rows)('%s is offered only where it plays in every browser', async (name, _part, analysis, heard, sent) => {
    const entry = kit.entries[name]!;
    expect([entry.kind, entry.analysis, entry.playback]).toEqual(['sound', analysis, heard]);
    const answer = await raw(kit.address(name));
    if (heard === null) {
      expect([answer.status >= 400, answer.code]).toEqual([true, sent]);
      return;
    }
    expect([answer.status, answer.headers['content-type']]).toEqual([200, sent]);
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    const heardFile = path.join(folder, `${randomUUID()}.bin`);
    await writeFile(heardFile, answer.bytes);
    const probed = await probe(decoder!, heardFile, new AbortController().signal);
    expect(probed.playsEverywhere).toBe(true);
    expect(Math.abs(probed.format.duration! * 1000 - entry.durationMs!)).toBeLessThan(60);
    const [from, to] = [Math.floor(answer.bytes.length / 3), Math.floor(answer.bytes.length / 2)];
    const part = await raw(kit.address(name), null, {
      range: `bytes=${from}-${to}`,
      'if-range': String(answer.headers.etag),
    });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes ${from}-${to}/${answer.bytes.length}`]);
    expect(part.bytes.equals(answer.bytes.subarray(from, to + 1))).toBe(true);
    const head = await raw(kit.address(name), null, {}, 'HEAD');
    expect([head.status, Number(head.headers['content-length'])]).toEqual([200, answer.bytes.length]);
    const unchanged = await raw(kit.address(name), null, { 'if-none-match': String(answer.headers.etag) });
    expect(unchanged.status).toBe(304);
  });

  test('keeps its own bytes in a download, however it is packed and heard', async () => {
    const { position } = kit.entries['bzip2.wav']!;
    const zip = await raw(`/archives/${kit.fileId}?entries=${position}`);
    expect(zip.bytes.includes(bzip2)).toBe(true);
  });

  test('is named to its author where many programs cannot unpack it', async () => {
    const [listing] = await world.ctx.db.rows<{ processing_reason: string }>(
      sql`SELECT processing_reason FROM files WHERE id = ${kit.fileId}`,
    );
    expect(listing!.processing_reason).toMatch(
      /^Compressed in a way that many programs cannot unpack: ".*", and \d more\./,
    );
  });
});

/** AIFF of noise: takes as many bytes when it is prepared. */
const noise = async (name: string, seconds: number): Promise<ZipPart> => ({
  name,
  content: await made(
    `${randomUUID()}.aiff`,
    '-f',
    'lavfi',
    '-i',
    `anoisesrc=r=44100:d=${seconds}:a=0.9:s=${name.length}`,
  ),
});
const runs = async (): Promise<number> =>
  (await readFile(path.join(programs, 'runs'), 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line.includes('-c:a flac')).length;

describe.runIf(decoder)('a prepared sound', () => {
  test('is made once for fifty who listen at once, and not again for those who come later', async () => {
    const kit = await kitOf(await member(), [await noise('a.aiff', 2)]);
    process.env['PATH'] = `${programs}${path.delimiter}${search}`;
    const before = await runs();
    const answers = await Promise.all(Array.from({ length: 50 }, () => raw(kit.address('a.aiff'))));
    expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.length}`))).toHaveLength(1);
    expect(answers[0]!.status).toBe(200);
    await raw(kit.address('a.aiff'));
    expect((await runs()) - before).toBe(1);
    expect(await cached(kit.fileId)).toHaveLength(1);
  });

  test('that the machine ends is no verdict: it is refused for a moment, offered still, and made by the next try', async () => {
    const kit = await kitOf(await member(), [await noise('a.aiff', 0.2)]);
    process.env['PATH'] = `${programs}${path.delimiter}${search}`;
    await writeFile(path.join(programs, 'killed'), '');
    const refused = await raw(kit.address('a.aiff'));
    await rm(path.join(programs, 'killed'));
    expect([refused.status, refused.code]).toEqual([503, 'sound_not_ready']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await listed(kit.id))['a.aiff']).toMatchObject({ analysis: 'done', playback: 'prepared' });
    expect(await cached(kit.fileId)).toEqual([]);
    expect((await raw(kit.address('a.aiff'))).status).toBe(200);
  });

  test('is not offered, and refused for a moment, on a machine without a decoder', async () => {
    const kit = await kitOf(await member(), [await noise('a.aiff', 0.2), { name: 'b.wav', content: wavOf(4000) }]);
    const empty = await mkdtemp(path.join(tmpdir(), 'looproom-none-'));
    process.env['PATH'] = empty;
    const entries = await listed(kit.id);
    expect([entries['a.aiff']!.playback, entries['b.wav']!.playback]).toEqual([null, 'direct']);
    expect((await raw(kit.address('a.aiff'))).code).toBe('sound_not_playable');
    await rm(empty, { recursive: true });
  });

  test('that cannot be decoded any more is damaged, and offered to nobody', async () => {
    const kit = await kitOf(await member(), [await noise('a.aiff', 0.2)]);
    await world.ctx.db.rows(sql`UPDATE archive_entries SET crc = 1 WHERE file_id = ${kit.fileId} AND path = 'a.aiff'`);
    expect((await raw(kit.address('a.aiff'))).code).toBe('not_a_sound');
    expect((await listed(kit.id))['a.aiff']).toMatchObject({ analysis: 'damaged', playback: null });
  });

  test('that was listed before its codec was known is sent as it is where every browser plays it', async () => {
    const kit = await kitOf(await member(), [{ name: 'a.wav', content: wavOf(9000) }]);
    await world.ctx.db.rows(sql`UPDATE archive_entries SET playback = 'prepared' WHERE file_id = ${kit.fileId}`);
    expect((await raw(kit.address('a.wav'))).bytes.equals(wavOf(9000))).toBe(true);
    expect((await listed(kit.id))['a.wav']).toMatchObject({ playback: 'direct' });
  });

  test('is evicted for others when it was not heard for the longest time, and made again', async () => {
    await setSiteSetting(world.ctx, 'archiveSoundMegabytes', 1);
    await rm(sounds(), { recursive: true, force: true });
    // 260 KB each: three of them stay below nine tenths of the limit.
    const kit = await kitOf(
      await member(),
      await Promise.all(['a', 'bb', 'ccc', 'dddd'].map((name) => noise(`${name}.aiff`, 3))),
    );
    const at = (name: string): string => `${kit.entries[`${name}.aiff`]!.position}-`;
    const there = async (name: string) => (await cached(kit.fileId)).some((one) => one.startsWith(at(name)));
    const use = async (name: string, minutesAgo: number) => {
      expect((await raw(kit.address(`${name}.aiff`))).status).toBe(200);
      for (const one of await cached(kit.fileId))
        if (one.startsWith(at(name))) {
          const when = new Date(Date.now() - minutesAgo * 60_000);
          await utimes(path.join(sounds(), kit.fileId, one), when, when);
        }
    };
    await use('a', 30);
    await use('bb', 20);
    await use('a', 10);
    await use('ccc', 5);
    await use('dddd', 1);
    expect([await there('a'), await there('bb'), await there('dddd')]).toEqual([true, false, true]);
    const sizes = await Promise.all(
      (await cached(kit.fileId)).map((one) => stat(path.join(sounds(), kit.fileId, one))),
    );
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(1024 * 1024);
    expect((await raw(kit.address('bb.aiff'))).status).toBe(200);
    expect(await there('bb')).toBe(true);
    await setSiteSetting(world.ctx, 'archiveSoundMegabytes', 2048);
  });

  test('is heard by those alone who may hear the sound: 18+, blocked, sold, private, removed', async () => {
    const author = await member();
    const kit = await kitOf(author, [await noise('a.aiff', 0.2)]);
    const sold = await kitOf(author, [await noise('a.aiff', 0.3)], { price: 40 });
    const reader = await member();
    const status = async (as: As | null, from = kit) => (await raw(from.address('a.aiff'), as)).status;
    for (const isCached of [false, true]) {
      if (isCached) for (const each of [kit, sold]) expect(await status(author, each), 'author').toBe(200);
      expect([await status(null, sold), await status(reader, sold)], 'sold').toEqual([402, 402]);
      await world.ctx.db.rows(sql`UPDATE drumkits SET is_adult = true WHERE id = ${kit.id}`);
      expect([await status(null), await status(reader)], '18+').toEqual([403, 403]);
      await world.ctx.db.rows(sql`UPDATE drumkits SET is_adult = false, state = 'private' WHERE id = ${kit.id}`);
      expect([await status(null), await status(reader)], 'private').toEqual([404, 404]);
      await world.ctx.db.rows(sql`UPDATE drumkits SET state = 'published' WHERE id = ${kit.id}`);
    }
    expect((await raw(sold.address('a.aiff'), author)).headers['cache-control']).toBe('private, no-store');
    expect((await raw(kit.address('a.aiff'))).headers['cache-control']).toContain('public');
    await world.ok('PUT /blocks/:profileId', { params: { profileId: reader.profileId } }, author);
    expect(await status(reader), 'blocked').toBe(404);
    await world.ok('DELETE /drumkits/:itemId', { params: { itemId: kit.id }, body: {} }, author);
    expect([await status(null), await status(await member())], 'removed').toEqual([404, 404]);
    expect(await cached(kit.fileId), 'taken down').toEqual([]);
  });

  test('goes with its archive', async () => {
    const author = await member();
    const kit = await kitOf(author, [await noise('a.aiff', 0.2)]);
    await world.ok('DELETE /drumkits/:itemId', { params: { itemId: kit.id }, body: {} }, author);
    // Its author hears it once more: nothing is left behind for that.
    expect((await raw(kit.address('a.aiff'), author)).status).toBe(200);
    expect(await cached(kit.fileId)).toHaveLength(1);
    await purgeRemoved(world.ctx, new Date('2999-01-01'));
    await cleanFiles(world.ctx);
    expect(await readdir(sounds())).not.toContain(kit.fileId);
  });
});
