import { z } from 'zod';
import { detectType } from './detect.ts';
import type { FoundType } from './found-type.ts';
import { MediaUnreadable } from './errors.ts';
import { type Decoder, DecoderFailed, fileArgument, guarded, runDecoder } from './ffmpeg.ts';

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
  bit_rate: number,
  disposition: z.object({ attached_pic: z.number() }).optional(),
  tags: tagsShape,
  side_data_list: z.array(z.object({ rotation: number })).optional(),
});
const probeShape = z.object({
  streams: z.array(streamShape).default([]),
  format: z.object({ duration: number, bit_rate: number, tags: tagsShape }).default({}),
});

/** What the head of a recording declares; nothing of it is to be trusted. */
export interface Probe extends z.infer<typeof probeShape> {
  readonly found: FoundType;
  /** ffmpeg's reader for this type: with it, no other is tried. */
  readonly demuxer: string;
}
export type ProbedStream = Probe['streams'][number];

/** Readers by `FoundType.extension`: never one that opens further files (playlists, image sequences). */
const demuxers: Readonly<Record<string, string>> = {
  mp3: 'mp3',
  wav: 'wav',
  flac: 'flac',
  aiff: 'aiff',
  ogg: 'ogg',
  opus: 'ogg',
  m4a: 'mov',
  mp4: 'mov',
  mov: 'mov',
  weba: 'matroska',
  webm: 'matroska',
  mka: 'matroska',
  mkv: 'matroska',
  aac: 'aac',
  ac3: 'ac3',
  eac3: 'eac3',
  wma: 'asf',
  wmv: 'asf',
  avi: 'avi',
};

const MAX_ANSWER = 4 * 1024 * 1024;
const SECONDS = 60;
const fields = [
  'format=duration,bit_rate',
  'format_tags',
  'stream=index,codec_type,codec_name,profile,bit_rate',
  'stream=sample_rate,channels,channel_layout,bits_per_sample,bits_per_raw_sample',
  'stream=width,height,pix_fmt',
  'stream_disposition=attached_pic',
  'stream_tags',
  'stream_side_data=rotation',
].join(':');

/** Reads the head of a recording. @throws {MediaUnreadable} */
export async function probe(decoder: Decoder, file: string, signal: AbortSignal): Promise<Probe> {
  const type = await detectType(file);
  const demuxer = demuxers[type.extension];
  if (demuxer === undefined) throw new MediaUnreadable('not-media');
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    await runDecoder({
      program: decoder.ffprobe,
      args: [...guarded, '-f', demuxer, '-show_entries', fields, '-of', 'json', fileArgument(file)],
      signal,
      seconds: SECONDS,
      onOutput(chunk) {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER) throw new MediaUnreadable('failed');
        parts.push(chunk);
      },
    });
  } catch (error) {
    throw error instanceof DecoderFailed ? new MediaUnreadable('truncated', { cause: error }) : error;
  }
  const parsed = probeShape.safeParse(JSON.parse(Buffer.concat(parts).toString('utf8')));
  if (!parsed.success) throw new MediaUnreadable('failed', { cause: parsed.error });
  return { ...parsed.data, found: type, demuxer };
}
