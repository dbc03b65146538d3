import { feed } from '#features/feed/contract/limits.ts';

const WINDOW_MS = feed.playWindowMinutes * 60_000;

/** Why a play that was heard does not count. */
export type PlayMark = 'own' | 'repeat' | 'burst';

/** The fields of a heard play that the rule needs. */
export interface HeardPlay {
  readonly listener: string;
  /** By `networkName`; null for events of before it was stored. */
  readonly network: string | null;
  readonly heardAt: Date;
}

/**
 * Deduplicates plays: one counts per listener and hour, and one per network and hour, whoever listens there. Further
 * plays from one network are a burst; the author's own never count. Client data decides nothing.
 * @param names further names of this listener and network: around midnight a visitor has two
 * @param counted plays of the track that count, in any order
 */
export function judge(
  play: HeardPlay & { readonly isOwn: boolean },
  counted: readonly HeardPlay[],
  names: readonly string[] = [],
): PlayMark | null {
  if (play.isOwn) return 'own';
  const recent = counted.filter((other) => Math.abs(play.heardAt.getTime() - other.heardAt.getTime()) < WINDOW_MS);
  const isSame = (name: string | null, other: string | null): boolean =>
    name !== null && (name === other || names.includes(name));
  if (recent.some((other) => isSame(other.listener, play.listener))) return 'repeat';
  return recent.some((other) => isSame(other.network, play.network)) ? 'burst' : null;
}

/** Milliseconds of a track that must be heard until it counts as a play: 30 s, or half of a track that is shorter. */
export function neededMs(durationMs: number | null): number {
  return durationMs !== null && durationMs < feed.playMs ? Math.ceil(durationMs / 2) : feed.playMs;
}

/**
 * Share of the file that must have been sent to the listener: half of the average for the heard time, because quiet
 * parts take fewer bytes; a tenth where the duration is unknown.
 */
export function neededShare(durationMs: number | null): number {
  return durationMs === null || durationMs === 0 ? 0.1 : Math.min(1, (0.5 * neededMs(durationMs)) / durationMs);
}
