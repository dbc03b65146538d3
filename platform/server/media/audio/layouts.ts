import type { ProbedStream } from '#platform/server/media/probe.ts';

/** The speaker that a channel is for, as ffmpeg names it. */
type Speaker = keyof typeof speakers;

interface Role {
  /** Weight of its energy in the loudness; of the low-frequency effects none. */
  readonly weight: number;
  /** Its share of the left and the right channel of a stereo version. */
  readonly stereo: readonly [left: number, right: number];
}

/** Beside and behind the listener: +1.5 dB (ITU-R BS.1770; ffmpeg's meter counts those behind so, too). */
const AROUND = 1.41;
/** -3 dB: half of the energy (ITU-R BS.775-3, table 2). */
const HALF = Math.SQRT1_2;

const front = (left: number, right: number): Role => ({ weight: 1, stereo: [left, right] });
const around = (left: number, right: number): Role => ({ weight: AROUND, stereo: [left, right] });

const speakers = {
  FL: front(1, 0),
  FR: front(0, 1),
  DL: front(1, 0),
  DR: front(0, 1),
  FC: front(HALF, HALF),
  LFE: { weight: 0, stereo: [0, 0] },
  FLC: front(1, 0),
  FRC: front(0, 1),
  WL: front(1, 0),
  WR: front(0, 1),
  BL: around(HALF, 0),
  BR: around(0, HALF),
  BC: around(HALF * HALF, HALF * HALF),
  SL: around(HALF, 0),
  SR: around(0, HALF),
  TFL: front(HALF, 0),
  TFC: front(HALF * HALF, HALF * HALF),
  TFR: front(0, HALF),
  TBL: around(HALF, 0),
  TBC: around(HALF * HALF, HALF * HALF),
  TBR: around(0, HALF),
} as const satisfies Record<string, Role>;

/** Layouts by ffmpeg's names, with their channels in order (`ffmpeg -layouts`). */
const layouts: Readonly<Record<string, string>> = {
  mono: 'FC',
  stereo: 'FL FR',
  downmix: 'DL DR',
  '2.1': 'FL FR LFE',
  '3.0': 'FL FR FC',
  '3.0(back)': 'FL FR BC',
  '4.0': 'FL FR FC BC',
  quad: 'FL FR BL BR',
  'quad(side)': 'FL FR SL SR',
  '3.1': 'FL FR FC LFE',
  '5.0': 'FL FR FC BL BR',
  '5.0(side)': 'FL FR FC SL SR',
  '4.1': 'FL FR FC LFE BC',
  '5.1': 'FL FR FC LFE BL BR',
  '5.1(side)': 'FL FR FC LFE SL SR',
  '6.0': 'FL FR FC BC SL SR',
  '6.0(front)': 'FL FR FLC FRC SL SR',
  hexagonal: 'FL FR FC BL BR BC',
  '6.1': 'FL FR FC LFE BC SL SR',
  '6.1(back)': 'FL FR FC LFE BL BR BC',
  '6.1(front)': 'FL FR LFE FLC FRC SL SR',
  '7.0': 'FL FR FC BL BR SL SR',
  '7.0(front)': 'FL FR FC FLC FRC SL SR',
  '7.1': 'FL FR FC LFE BL BR SL SR',
  '7.1(wide)': 'FL FR FC LFE BL BR FLC FRC',
  '7.1(wide-side)': 'FL FR FC LFE FLC FRC SL SR',
  '7.1(top)': 'FL FR FC LFE BL BR TFL TFR',
  octagonal: 'FL FR FC BL BR BC SL SR',
  cube: 'FL FR BL BR TFL TFR TBL TBR',
  hexadecagonal: 'FL FR FC BL BR BC SL SR TFL TFC TFR TBL TBC TBR WL WR',
};

/** What a file means that names no layout, by its number of channels. */
const usual: readonly string[] = ['', 'mono', 'stereo', '2.1', '4.0', '5.0', '5.1', '6.1', '7.1'];

/** Roles of a sound's channels, in their order; null for more than two in no layout that is known. */
export function rolesOf({ channels = 0, channel_layout: named }: ProbedStream): readonly Role[] | null {
  const names = layouts[named ?? ''] ?? layouts[usual[channels] ?? ''];
  const roles = names?.split(' ').map((speaker): Role => speakers[speaker as Speaker]);
  return roles?.length === channels ? roles : null;
}

/** ffmpeg's filter for the stereo version of such channels, as loud as they are: it may go above full scale. */
export function stereoFilter(roles: readonly Role[]): string {
  const side = (of: 0 | 1): string =>
    roles
      .flatMap(({ stereo }, channel) => (stereo[of] === 0 ? [] : [`${stereo[of].toFixed(6)}*c${channel}`]))
      .join('+') || '0*c0';
  return `pan=stereo|c0=${side(0)}|c1=${side(1)}`;
}
