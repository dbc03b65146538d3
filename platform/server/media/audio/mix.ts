import type { Decoder } from '#platform/server/media/ffmpeg.ts';
import type { Probe, ProbedStream } from '#platform/server/media/probe.ts';
import { decodeSound } from './decode-sound.ts';
import { rolesOf, stereoFilter } from './layouts.ts';

/** True peak in dBTP that a stereo version stays under (EBU R128). */
export const CEILING = -1;
/** What an encoder may add to it. */
export const ENCODER_DB = 0.5;
/** How two channels are made of more. */
export interface Mix {
  readonly filter: string;
  /** Decibels that it is lowered by, so that nothing clips. */
  readonly lowered: number;
}

/** ffmpeg's filter for it. */
export const mixFilter = ({ filter, lowered }: Mix): string => `${filter},volume=-${lowered.toFixed(2)}dB`;

/**
 * The stereo version of the first sound by the standard's coefficients, lowered where it would go above the ceiling. Null
 * for a sound of one or two channels, and for one in an unknown layout.
 */
export async function mixOf(
  decoder: Decoder,
  probed: Probe,
  sound: ProbedStream,
  file: string,
  signal: AbortSignal,
): Promise<Mix | null> {
  const roles = rolesOf(sound);
  if (!roles || roles.length <= 2) return null;
  const filter = stereoFilter(roles);
  const { truePeak } = await decodeSound(decoder, probed, file, signal, { filter });
  return { filter, lowered: Math.max(0, (truePeak ?? CEILING) - CEILING + ENCODER_DB) };
}
