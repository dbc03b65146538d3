import type { ProbedStream } from '#platform/server/media/probe.ts';

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a video is seen, by what its head says: upright, with square pixels. */
export interface Display extends Size {
  /** HDR (PQ or HLG), or a wider gamut than that of BT.709: other frames are made of it with `zscale`. */
  readonly colours: 'hdr' | 'wide' | null;
  /**
   * Browsers show its frames as they are: progressive, with square pixels, in SDR. Otherwise they differ: no browser
   * de-interlaces everywhere, few tone-map, and where container and codec state two shapes of a pixel, each takes its own.
   */
  readonly isPlain: boolean;
}

/** bwdif refuses smaller frames. */
const LEAST_LINES = 16;
/** A shape of pixels beyond this is a damaged head: no format has 3:1. */
const MAX_STRETCH = 4;

/** Width of a pixel by its height, as it is stated; 1 where it is not. */
function stretchOf({ sample_aspect_ratio: ratio = '' }: ProbedStream): number {
  const [across = 0, down = 0] = ratio.split(':').map(Number);
  return across > 0 && down > 0 ? across / down : 1;
}

/** Degrees clockwise by which ffmpeg and browsers turn the frames: 0, 90, 180, 270. */
function turnOf({ side_data_list: data = [] }: ProbedStream): number {
  const rotation = data.find((one) => one.rotation)?.rotation ?? 0;
  return (((Math.round(-rotation / 90) * 90) % 360) + 360) % 360;
}

/** Codecs that have no fields. */
const progressive = new Set(['vp8', 'vp9', 'av1']);

/** Which frames are woven of two fields: all, those that are marked (DV in AVI states nothing as a whole), none. */
function fieldsOf({ field_order: order = 'unknown', codec_name: codec = '', width = 0, height = 0 }: ProbedStream) {
  if (order === 'progressive' || progressive.has(codec) || Math.min(width, height) < LEAST_LINES) return null;
  return order === 'unknown' ? 'interlaced' : 'all';
}

/** Primaries with colours that those of BT.709 have not: BT.2020, DCI-P3, Display P3. */
const wide = new Set(['bt2020', 'smpte431', 'smpte432']);
/** Of what is converted. */
const primariesOf = ({ color_primaries: primaries = '' }: ProbedStream): string =>
  primaries === 'bt709' || wide.has(primaries) ? primaries : 'bt2020';

function coloursOf({
  color_transfer: transfer = '',
  color_primaries: primaries = '',
}: ProbedStream): Display['colours'] {
  if (transfer === 'smpte2084' || transfer === 'arib-std-b67') return 'hdr';
  return wide.has(primaries) ? 'wide' : null;
}

/**
 * The size in which a video is seen. Pixels that are not square grow in one direction (HTML, section 4.8.8), so that no
 * detail is lost.
 */
export function displayOf(picture: ProbedStream): Display {
  const { width = 0, height = 0 } = picture;
  const stated = stretchOf(picture);
  const stretch = stated <= MAX_STRETCH && stated >= 1 / MAX_STRETCH ? stated : 1;
  const across = Math.round(width * Math.max(1, stretch));
  const down = Math.round(height * Math.max(1, 1 / stretch));
  const isOnItsSide = turnOf(picture) % 180 === 90;
  const isSquare = stretch === stated && across === width && down === height;
  const colours = coloursOf(picture);
  return {
    width: isOnItsSide ? down : across,
    height: isOnItsSide ? across : down,
    colours,
    isPlain: isSquare && colours === null && fieldsOf(picture) !== 'all',
  };
}

/** A size within two sides, lying or standing, of the same shape; never larger, and even, as H.264 wants it. */
export function fitted({ width, height }: Size, long: number, short: number): Size {
  const scale = Math.min(1, long / Math.max(width, height), short / Math.min(width, height));
  const even = (side: number): number => Math.max(2, Math.round((side * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

/** Filters before and after `bwdif`: between them a turned frame lies as it was recorded, for fields are lines of that. */
const turns: Readonly<Record<number, readonly [back: string, again: string]>> = {
  90: ['transpose=cclock,', ',transpose=clock'],
  180: ['hflip,vflip,', ',hflip,vflip'],
  270: ['transpose=clock,', ',transpose=cclock'],
};

/** The matrices of YUV that ffmpeg's `scale` knows, by ffprobe's names. */
const matrices: Readonly<Record<string, string>> = {
  bt709: 'bt709',
  bt470bg: 'bt470',
  smpte170m: 'smpte170m',
  smpte240m: 'smpte240m',
  fcc: 'fcc',
  bt2020nc: 'bt2020',
};
/** Lines from which a video that states no matrix has that of BT.709, by convention. */
const HD_LINES = 720;

function matrixOf({ color_space: space = '', height = 0 }: ProbedStream, colours: Display['colours']): string {
  if (space in matrices) return space;
  if (colours === 'hdr') return 'bt2020nc';
  return height >= HD_LINES ? 'bt709' : 'smpte170m';
}

/** cd/m² that become white in SDR: diffuse white of HDR (BT.2408), and its peak by that. */
const WHITE = 203;
const PEAK = (1000 / WHITE).toFixed(2);

/** Into SDR with the primaries of BT.709. Mobius leaves middle tones as they are. */
const converted: Readonly<Record<'hdr' | 'wide', readonly string[]>> = {
  hdr: [
    `zscale=transfer=linear:npl=${WHITE}`,
    'format=gbrpf32le',
    'zscale=primaries=bt709',
    `tonemap=tonemap=mobius:desat=0:peak=${PEAK}`,
    'zscale=transfer=bt709:matrix=bt709:range=limited',
  ],
  wide: ['zscale=primaries=bt709:transfer=bt709:matrix=bt709:range=limited'],
};

/**
 * ffmpeg's filters that make frames of a video that look right everywhere, in every version of it: de-interlaced, with
 * square pixels, in SDR. ffmpeg has turned them upright before.
 * @param to the size, and the pixels; every other line of colour in `yuv420p`
 * @param mayConvert this ffmpeg has `zscale`; without it colours stay as they are, and are marked as what they are
 */
export function filtersOf(
  picture: ProbedStream,
  to: Size & { readonly pixels: 'yuv420p' | 'yuv444p' },
  mayConvert: boolean,
): string {
  const { colours } = displayOf(picture);
  const matrix = matrixOf(picture, colours);
  const { [matrix]: table } = matrices;
  const [back, again] = turns[turnOf(picture)] ?? ['', ''];
  const fields = fieldsOf(picture);
  const isConverted = colours !== null && mayConvert;
  const transfer = picture.color_transfer;
  const marks = isConverted
    ? [`color_primaries=${primariesOf(picture)}`, `color_trc=${colours === 'hdr' ? transfer : 'bt709'}`]
    : [];
  return [
    ...(fields ? [`${back}bwdif=mode=send_frame:deint=${fields}${again}`] : []),
    `scale=${to.width}:${to.height}:in_color_matrix=${table}:out_color_matrix=${table}:out_range=tv`,
    `format=${isConverted ? 'yuv444p10le' : to.pixels}`,
    ['setparams=range=tv', `colorspace=${matrix}`, ...marks].join(':'),
    ...(isConverted ? [...converted[colours], `format=${to.pixels}`] : []),
    'setsar=1',
  ].join(',');
}
