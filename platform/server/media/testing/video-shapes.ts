import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { findDecoder } from '../ffmpeg.ts';
import { makeWith } from './recordings.ts';

/** A shape of a video that people have: a fifth of a second, made here. */
interface VideoShape {
  readonly ending: string;
  /** Arguments of ffmpeg, without the output. */
  readonly make: readonly string[];
  /** Output options of a second run over what is made. */
  readonly again?: readonly string[];
  /** Of its bytes. */
  readonly change?: (content: Buffer) => Buffer;
  /** What `detectType` says of it. */
  readonly found: readonly [contentType: string, extension: string];
  /** As it is seen. */
  readonly width: number;
  readonly height: number;
}

/** A white disc in the middle, round where it is seen, in frames of another shape. */
const disc = (seen: string, coded: string, ratio: string): string[] => [
  '-f',
  'lavfi',
  '-i',
  `nullsrc=s=${seen}:r=25:d=0.04,geq=lum='if(lt(hypot(X-W/2,Y-H/2),H*0.4),235,16)':cb=128:cr=128,loop=loop=4:size=1,scale=${coded},setsar=${ratio},format=yuv420p`,
];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast'];
const displayP3 = ['-color_primaries', 'smpte432', '-color_trc', 'bt709', '-colorspace', 'bt709'];
const mp4 = ['video/mp4', 'mp4'] as const;
const ts = ['video/mp2t', 'ts'] as const;
const mov = ['video/quicktime', 'mov'] as const;

/** A white bar that moves by 24 pixels with each of 50 fields a second, the fields woven into 25 frames. */
const bar = (size: string, ratio = '1'): string[] => {
  const [width, height] = size.split('x');
  const weave = `overlay=x=n*24,tinterlace=interleave_top,fieldorder=tff,setsar=${ratio},format=yuv420p`;
  const inputs = [`color=black:s=${size}:r=50:d=0.4`, `color=white:s=90x${height}:r=50:d=0.4`];
  return [...inputs.flatMap((one) => ['-f', 'lavfi', '-i', one]), '-filter_complex', weave, '-s', `${width}x${height}`];
};
const fields = ['-flags', '+ildct+ilme', '-top', '1'];

/** Patches of HDR, from left to right: diffuse white, middle grey (BT.2408), and the red of BT.709 as light as that white. */
function patches(transfer: 'smpte2084' | 'arib-std-b67'): string[] {
  const encoded = transfer === 'smpte2084' ? pq : hlg;
  const colours = [
    [203, 203, 203],
    [26, 26, 26],
    [127.4, 14, 3.3],
  ].map((nits) => {
    const [r, g, b] = nits.map(encoded) as [number, number, number];
    const y = 0.2627 * r + 0.678 * g + 0.0593 * b;
    return [64 + 876 * y, 512 + (896 * (b - y)) / 1.8814, 512 + (896 * (r - y)) / 1.4746].map(Math.round);
  });
  const by = (plane: number): string =>
    `if(lt(X,W/3),${colours[0]![plane]},if(lt(X,2*W/3),${colours[1]![plane]},${colours[2]![plane]}))`;
  const marks = ['-color_primaries', 'bt2020', '-color_trc', transfer, '-colorspace', 'bt2020nc', '-color_range', 'tv'];
  const x265 = `log-level=error:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc:range=limited`;
  const h265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', x265, '-tag:v', 'hvc1'];
  return [
    '-f',
    'lavfi',
    '-i',
    `nullsrc=s=960x540:r=25:d=0.04,format=yuv420p10le,geq=lum='${by(0)}':cb='${by(1)}':cr='${by(2)}',loop=loop=4:size=1`,
    ...h265,
    ...marks,
  ];
}

/** SMPTE ST 2084. */
function pq(nits: number): number {
  const power = (nits / 10_000) ** 0.1593017578125;
  return ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375;
}

/** ITU-R BT.2100, hybrid log-gamma on a display of 1000 cd/m². */
function hlg(nits: number): number {
  const light = (nits / 1000) ** (1 / 1.2);
  return light <= 1 / 12 ? Math.sqrt(3 * light) : 0.17883277 * Math.log(12 * light - 0.28466892) + 0.55991073;
}

/** Their pixels are not square, or they are turned, or stand in a container of old. All show a disc. */
export const discShapes: Readonly<Record<string, VideoShape>> = {
  'HDV, 1440x1080': {
    ending: 'mp4',
    make: [...disc('1920x1080', '1440:1080', '4/3'), ...h264],
    found: mp4,
    width: 1920,
    height: 1080,
  },
  'MPEG-TS of wide PAL, 64:45': {
    ending: 'ts',
    make: [...disc('1024x576', '720:576', '64/45'), '-c:v', 'mpeg2video', '-q:v', '2'],
    found: ts,
    width: 1024,
    height: 576,
  },
  'MPEG of NTSC, whose pixels are high': {
    ending: 'mpg',
    make: [...disc('720x540', '720:480', '8/9'), '-c:v', 'mpeg2video', '-q:v', '2'],
    found: ['video/mpeg', 'mpg'],
    width: 720,
    height: 540,
  },
  'wide PAL that stands on its side': {
    ending: 'mp4',
    make: [...disc('1024x576', '720:576', '64/45'), ...h264],
    again: ['-c', 'copy', '-metadata:s:v', 'rotate=90'],
    found: mp4,
    width: 576,
    height: 1024,
  },
  'Display P3': {
    ending: 'mp4',
    make: [...disc('400x300', '400:300', '1'), ...h264, ...displayP3],
    found: mp4,
    width: 400,
    height: 300,
  },
  'M2TS of AVCHD': {
    ending: 'm2ts',
    make: [...disc('400x300', '400:300', '1'), ...h264, '-f', 'mpegts', '-mpegts_m2ts_mode', '1'],
    found: ts,
    width: 400,
    height: 300,
  },
  'QuickTime of old, without ftyp': {
    ending: 'mov',
    make: [...disc('400x300', '400:300', '1'), ...h264],
    change: (content) => Buffer.concat([content.subarray(0, 4), Buffer.from('skip'), content.subarray(8)]),
    found: mov,
    width: 400,
    height: 300,
  },
  FLV: {
    ending: 'flv',
    make: [...disc('400x300', '400:300', '1'), ...h264],
    found: ['video/x-flv', 'flv'],
    width: 400,
    height: 300,
  },
  'a shape of pixels that no format has': {
    ending: 'mp4',
    make: [...disc('400x300', '400:300', '1/200'), ...h264],
    found: mp4,
    width: 400,
    height: 300,
  },
};

/** Their frames are woven of two fields. All show a moving bar. */
export const interlacedShapes: Readonly<Record<string, VideoShape>> = {
  'H.264 in MP4': { ending: 'mp4', make: [...bar('720x576'), ...h264, ...fields], found: mp4, width: 720, height: 576 },
  'MPEG-2 in MPEG-TS': {
    ending: 'ts',
    make: [...bar('720x576', '64/45'), '-c:v', 'mpeg2video', '-q:v', '2', ...fields],
    found: ts,
    width: 1024,
    height: 576,
  },
  'DV in AVI': {
    ending: 'avi',
    make: [...bar('720x576', '16/15'), '-c:v', 'dvvideo', ...fields],
    found: ['video/x-msvideo', 'avi'],
    width: 768,
    height: 576,
  },
  'ProRes in QuickTime': {
    ending: 'mov',
    make: [...bar('720x576'), '-c:v', 'prores_ks', ...fields],
    found: mov,
    width: 720,
    height: 576,
  },
  'H.264 on its side': {
    ending: 'mp4',
    make: [...bar('720x576'), ...h264, ...fields],
    again: ['-c', 'copy', '-metadata:s:v', 'rotate=90'],
    found: mp4,
    width: 576,
    height: 720,
  },
};

/** They show white, grey and red. */
export const hdrShapes: Readonly<Record<string, VideoShape>> = {
  'HLG of a phone': { ending: 'mov', make: patches('arib-std-b67'), found: mov, width: 960, height: 540 },
  PQ: { ending: 'mp4', make: patches('smpte2084'), found: mp4, width: 960, height: 540 },
};

/** Makes one of them in a folder and returns its path. */
export async function makeShape(folder: string, { ending, make, again, change }: VideoShape): Promise<string> {
  const name = `shape-${Math.random().toString(36).slice(2)}.${ending}`;
  const file = await makeWith(folder, name, make);
  if (change) await writeFile(file, change(await readFile(file)));
  return again ? await makeWith(folder, `again-${name}`, ['-i', file, ...again]) : file;
}

/** A frame as a program shows it that turns videos and knows no pixels but square ones. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue. */
  at(x: number, y: number): readonly [number, number, number];
}

/** A frame of a video or a picture. @param index of the frame */
export async function frameOf(file: string, index = 1): Promise<Frame> {
  const args = ['-v', 'error', '-nostdin', '-i', `file:${file}`, '-vf', `select=gte(n\\,${index})`, '-frames:v', '1'];
  const isPicture = file.endsWith('.png');
  const { stdout } = isPicture
    ? { stdout: null }
    : await promisify(execFile)(findDecoder()!.ffmpeg, [...args, '-c:v', 'png', '-f', 'image2pipe', '-'], {
        encoding: 'buffer',
        maxBuffer: 64 * 1024 * 1024,
      });
  const { data, info } = await sharp(stdout ?? file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    at: (x, y) => {
      const place = (y * info.width + x) * 3;
      return [data[place]!, data[place + 1]!, data[place + 2]!];
    },
  };
}

/** Width by height of what is light in a frame. */
export function shapeOfDisc({ width, height, at }: Frame): number {
  const xs = Array.from({ length: width }, (_, x) => x).filter((x) => at(x, height >> 1)[1] > 128);
  const ys = Array.from({ length: height }, (_, y) => y).filter((y) => at(width >> 1, y)[1] > 128);
  return (xs.at(-1)! - xs[0]! + 1) / (ys.at(-1)! - ys[0]! + 1);
}

/** Part of the pixels that are much lighter or darker than both the line above and the line below, or beside. */
export function combed({ width, height, at }: Frame): number {
  let [count, down, across] = [0, 0, 0];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const [here] = at(x, y);
      const isOdd = (one: number, other: number): boolean => (one - here) * (other - here) > 4000;
      count++;
      if (isOdd(at(x, y - 1)[0], at(x, y + 1)[0])) down++;
      if (isOdd(at(x - 1, y)[0], at(x + 1, y)[0])) across++;
    }
  }
  return Math.max(down, across) / count;
}
