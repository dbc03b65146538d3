import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { decodeText, guessEncoding, mislabelled } from '#platform/server/legacy-text.ts';
import { wavSamples } from './audio/wav.ts';
import { MediaUnreadable } from './errors.ts';
import { type Decoder, DecoderFailed, fileArgument, guarded, runDecoder } from './ffmpeg.ts';
import type { FoundType } from './found-type.ts';
import { playsEverywhere } from './plays.ts';
import { type Head, readHeadOf, signatureOf, withFile } from './signature.ts';

const number = z.coerce.number().optional().catch(undefined);
const tagsShape = z.record(z.string(), z.string()).optional().catch(undefined);
const streamShape = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  profile: z.string().optional().catch(undefined),
  sample_rate: number,
  channels: number,
  channel_layout: z.string().optional().catch(undefined),
  bits_per_sample: number,
  bits_per_raw_sample: number,
  width: number,
  height: number,
  pix_fmt: z.string().optional(),
  sample_aspect_ratio: z.string().optional(),
  field_order: z.string().optional(),
  color_space: z.string().optional(),
  color_transfer: z.string().optional(),
  color_primaries: z.string().optional(),
  bit_rate: number,
  nb_frames: number,
  disposition: z.object({ attached_pic: z.number() }).optional(),
  tags: tagsShape,
  side_data_list: z.array(z.object({ rotation: number })).optional(),
});
const probeShape = z.object({
  streams: z.array(streamShape).default([]),
  format: z.object({ format_name: z.string().default(''), duration: number, bit_rate: number, tags: tagsShape }),
});

/** What a recording declares; nothing of it is to be trusted. */
export interface Probe extends z.infer<typeof probeShape> {
  readonly found: FoundType;
  /** Every browser plays it as it is: a sound alone. */
  readonly playsEverywhere: boolean;
  /** Bytes of tags and padding in front of it. */
  readonly start: number;
  /** ffmpeg's arguments that name the recording: from behind its tags, and with one reader, so that no other is tried. */
  readonly input: readonly string[];
  /** The tags in front of it, where its own reader does not know them: arguments that name them, and a picture in them. */
  readonly front: { readonly input: readonly string[]; readonly hasPicture: boolean } | null;
}
export type ProbedStream = Probe['streams'][number];

type Kind = Pick<FoundType, 'contentType' | 'extension'>;
const kind = (contentType: string, extension: string): Kind => ({ contentType, extension });

/**
 * ffmpeg's readers that are tried, with what a sound and what a video in them is called. None of them opens further files,
 * as those of playlists and image sequences do.
 */
const readers: Readonly<Record<string, { readonly audio: Kind; readonly video?: Kind }>> = {
  mp3: { audio: kind('audio/mpeg', 'mp3') },
  wav: { audio: kind('audio/wav', 'wav') },
  w64: { audio: kind('audio/x-w64', 'w64') },
  aiff: { audio: kind('audio/aiff', 'aiff') },
  caf: { audio: kind('audio/x-caf', 'caf') },
  au: { audio: kind('audio/basic', 'au') },
  wv: { audio: kind('audio/x-wavpack', 'wv') },
  flac: { audio: kind('audio/flac', 'flac') },
  ogg: { audio: kind('audio/ogg', 'ogg'), video: kind('video/ogg', 'ogv') },
  aac: { audio: kind('audio/aac', 'aac') },
  ac3: { audio: kind('audio/ac3', 'ac3') },
  eac3: { audio: kind('audio/eac3', 'eac3') },
  mov: { audio: kind('audio/mp4', 'm4a'), video: kind('video/mp4', 'mp4') },
  matroska: { audio: kind('audio/x-matroska', 'mka'), video: kind('video/x-matroska', 'mkv') },
  asf: { audio: kind('audio/x-ms-wma', 'wma'), video: kind('video/x-ms-wmv', 'wmv') },
  avi: { audio: kind('audio/x-msvideo', 'avi'), video: kind('video/x-msvideo', 'avi') },
  flv: { audio: kind('audio/x-flv', 'flv'), video: kind('video/x-flv', 'flv') },
  mpegts: { audio: kind('audio/mp2t', 'ts'), video: kind('video/mp2t', 'ts') },
  mpeg: { audio: kind('audio/mpeg', 'mpa'), video: kind('video/mpeg', 'mpg') },
};
const allReaders = Object.keys(readers).join(',');

const MAX_ANSWER = 4 * 1024 * 1024;
const SECONDS = 60;
const fields = [
  'format=format_name,duration,bit_rate',
  'format_tags',
  'stream=index,codec_type,codec_name,profile,bit_rate,nb_frames',
  'stream=sample_rate,channels,channel_layout,bits_per_sample,bits_per_raw_sample',
  'stream=width,height,pix_fmt,sample_aspect_ratio,field_order',
  'stream=color_space,color_transfer,color_primaries',
  'stream_disposition=attached_pic',
  'stream_tags',
  'stream_side_data=rotation',
].join(':');

/** Asks ffprobe. @throws {DecoderFailed} where it cannot read the file @throws {MediaUnreadable} for too long an answer */
async function ask(decoder: Decoder, args: readonly string[], signal: AbortSignal): Promise<unknown> {
  const parts: Buffer[] = [];
  let bytes = 0;
  await runDecoder({
    program: decoder.ffprobe,
    // Bytes as they are: what is no UTF-8 would be lost.
    args: [...guarded, '-of', 'json=sv=ignore', ...args],
    signal,
    seconds: SECONDS,
    onOutput(chunk) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER) throw new MediaUnreadable('failed');
      parts.push(chunk);
    },
  });
  return readable(JSON.parse(Buffer.concat(parts).toString('latin1')));
}

/** All texts of an answer out of their bytes, in one encoding where they are no UTF-8 or are not what they say. */
function readable(answer: unknown): unknown {
  const texts: string[] = [];
  const each = (value: unknown, change: (text: string) => string): unknown => {
    if (typeof value === 'string') return change(value);
    if (Array.isArray(value)) return value.map((item) => each(item, change));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, each(item, change)]));
  };
  each(answer, (text) => String(texts.push(text)));
  const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
  const foreign = texts.filter((text) => !isUtf8(bytes(text)));
  const encoding = guessEncoding(bytes(foreign.join(' ')));
  const decoded = (text: string): string => decodeText(bytes(text), encoding);
  const wrong = mislabelled(texts.map(decoded).filter(isLatin1).join(' '));
  return each(answer, (text) => {
    const shown = decoded(text);
    return wrong !== null && isLatin1(shown) ? decodeText(bytes(shown), wrong) : shown;
  });
}

/** Letters beyond ASCII and none beyond Latin 1: what a program makes of bytes whose file says that they are that. */
const isLatin1 = (text: string): boolean => /^[\0-\xff]*$/.test(text) && /[\x80-\xff]/.test(text);

/** Decoded frames without which something that has no signature is no sound: noise has one by chance. */
const FRAMES = 3;

async function hasFrames(decoder: Decoder, input: readonly string[], signal: AbortSignal): Promise<boolean> {
  const first = ['-select_streams', 'a:0', '-read_intervals', '%+#16', '-show_entries', 'frame=nb_samples'];
  const answer = await ask(decoder, [...first, ...input], signal);
  const { frames } = z.object({ frames: z.array(z.object({ nb_samples: z.number() })).default([]) }).parse(answer);
  return frames.filter((frame) => frame.nb_samples > 0).length >= FRAMES;
}

/**
 * Reads what a recording declares. Which reader fits is tried in ffmpeg's sandbox; first bytes only say where to begin.
 * @throws {MediaUnreadable} `not-media` for what none of our readers takes, `truncated` for what has the signature of a
 * recording and cannot be read
 */
export async function probe(decoder: Decoder, file: string, signal: AbortSignal): Promise<Probe> {
  const head = await readHeadOf(file);
  const signature = signatureOf(head);
  if (signature !== null && signature.kind !== 'audio' && signature.kind !== 'video')
    throw new MediaUnreadable('not-media');
  // MP3 behind a tag of any size: it is read by its own reader, which knows tags and finds the first frame.
  const isTagged = head.start > 0 && signature === null;
  const place = head.start > 0 && !isTagged ? partOf(file, head.start) : fileArgument(file);
  const tries = [
    isTagged ? ['-f', 'mp3'] : ['-format_whitelist', allReaders],
    ...(signature || isTagged ? [] : [['-f', 'mp3']]),
  ];
  let failure: unknown = null;
  for (const reader of tries) {
    try {
      const parsed = probeShape.safeParse(await ask(decoder, [...reader, '-show_entries', fields, place], signal));
      if (!parsed.success) throw new MediaUnreadable('failed', { cause: parsed.error });
      const demuxer = parsed.data.format.format_name.split(',').find((name) => name in readers) ?? '';
      const input = ['-f', demuxer, '-i', place];
      const streams = withStills(parsed.data);
      const found = typeOf(demuxer, streams, parsed.data.format.tags?.['major_brand'] ?? '', head);
      if (found === null || (signature === null && !(await hasFrames(decoder, input, signal)))) continue;
      const { tags, ...front } = await frontOf(decoder, file, head.start > 0 && demuxer !== 'mp3', signal);
      const format = { ...parsed.data.format, tags: { ...parsed.data.format.tags, ...tags } };
      const samples =
        found.extension === 'wav' ? await withFile(file, (handle) => wavSamples(handle, head.start)) : null;
      if (samples?.isFollowed) input[input.length - 1] = partOf(file, head.start, samples.end);
      const sound = found.kind === 'audio' && streams.find((stream) => stream.codec_type === 'audio');
      const plays = sound && !samples?.isOpen && playsEverywhere(found.extension, sound, head);
      return { streams, format, found, playsEverywhere: plays === true, start: head.start, input, ...front };
    } catch (error) {
      if (!(error instanceof DecoderFailed)) throw error;
      failure = error;
    }
  }
  throw new MediaUnreadable(signature && failure ? 'truncated' : 'not-media', { cause: failure });
}

/** ffmpeg's name of a part of a file. @param end 0 for the end of the file */
const partOf = (file: string, start: number, end = 0): string =>
  `subfile,,start,${start},end,${end},,:${fileArgument(file)}`;

/** Tags of MP3 in front of another format: its reader knows them, whatever follows. */
async function frontOf(
  decoder: Decoder,
  file: string,
  isThere: boolean,
  signal: AbortSignal,
): Promise<Pick<Probe, 'front'> & { tags: Readonly<Record<string, string>> }> {
  if (!isThere) return { front: null, tags: {} };
  const input = ['-f', 'mp3', '-i', fileArgument(file)];
  try {
    const { data } = probeShape.safeParse(await ask(decoder, ['-show_entries', fields, ...input], signal));
    const hasPicture = data?.streams.some((stream) => stream.disposition?.attached_pic === 1) ?? false;
    return { front: { input, hasPicture }, tags: data?.format.tags ?? {} };
  } catch (error) {
    if (error instanceof DecoderFailed) return { front: null, tags: {} };
    throw error;
  }
}

/** Codecs of pictures that lie beside a sound, as its cover or its chapters. */
const stillCodecs = new Set(['mjpeg', 'png', 'bmp', 'gif', 'webp']);

const isSoundBrand = (brand: string): boolean => /^M4[AB] $/.test(brand);

/** The streams, with a picture beside a sound marked as attached that is a track of its own. */
function withStills({ streams, format }: z.infer<typeof probeShape>): ProbedStream[] {
  const isSound = isSoundBrand(format.tags?.['major_brand'] ?? '');
  const hasSound = streams.some((stream) => stream.codec_type === 'audio');
  return streams.map((stream) => {
    const isStill = stillCodecs.has(stream.codec_name ?? '') && (isSound || (stream.nb_frames ?? 2) <= 1);
    return hasSound && isStill ? { ...stream, disposition: { attached_pic: 1 } } : stream;
  });
}

/** What a recording is, by its streams; null for one without sound and picture. */
function typeOf(demuxer: string, streams: readonly ProbedStream[], brand: string, head: Head): FoundType | null {
  const reader = readers[demuxer];
  if (!reader) return null;
  const hasSound = streams.some((stream) => stream.codec_type === 'audio');
  const hasPicture = streams.some((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1);
  // Sound with chapter pictures has a video track of its own; its brand shows that.
  if (hasSound && (!hasPicture || isSoundBrand(brand))) {
    const isOpus = demuxer === 'ogg' && streams.some((stream) => stream.codec_name === 'opus');
    if (isOpus) return { kind: 'audio', contentType: 'audio/ogg', extension: 'opus' };
    if (demuxer === 'matroska' && head.isWebm) return { kind: 'audio', contentType: 'audio/webm', extension: 'weba' };
    return { kind: 'audio', ...reader.audio };
  }
  if (!hasPicture || !reader.video) return null;
  if (demuxer === 'matroska' && head.isWebm) return { kind: 'video', contentType: 'video/webm', extension: 'webm' };
  // QuickTime of old has no brand.
  if (demuxer === 'mov' && (brand === 'qt  ' || brand === ''))
    return { kind: 'video', contentType: 'video/quicktime', extension: 'mov' };
  return { kind: 'video', ...reader.video };
}
