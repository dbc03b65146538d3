import { feed } from '#features/feed/contract/limits.ts';

const WINDOW_MS = feed.playWindowMinutes * 60_000;

/** Why a play that was heard does not count. */
export type PlayMark = 'own' | 'repeat' | 'burst';

/** A play that was heard, as far as the rule asks. */
export interface HeardPlay {
  readonly listener: string;
  /** By `networkName`; null for events of before it was stored. */
  readonly network: string | null;
  readonly heardAt: Date;
}

/**
 * The rule: a play counts once per listener and hour and once per network and hour, whoever listens there. What comes
 * from one network beside a counted play is a burst; the author's own never counts. Client data decides nothing.
 * @param names further names of this listener and network: around midnight a visitor has two
 * @param counted plays of the track that count, in any order
 */
export function judge(
  play: HeardPlay & { readonly isOwn: boolean },
  counted: readonly HeardPlay[],
  names: readonly string[] = [],
): PlayMark | null {
  if (play.isOwn) return 'own';
  const recent = counted.filter((one) => Math.abs(play.heardAt.getTime() - one.heardAt.getTime()) < WINDOW_MS);
  const isSame = (name: string | null, other: string | null): boolean =>
    name !== null && (name === other || names.includes(name));
  if (recent.some((one) => isSame(one.listener, play.listener))) return 'repeat';
  return recent.some((one) => isSame(one.network, play.network)) ? 'burst' : null;
}

/** Milliseconds of a track that must be heard until it counts as a play: 30 s, or half of a track that is shorter. */
export function neededMs(durationMs: number | null): number {
  return durationMs !== null && durationMs < feed.playMs ? Math.ceil(durationMs / 2) : feed.playMs;
}

/**
 * Share of the file that must have gone to the listener: half of what the heard time takes on average, because quiet
 * parts take fewer bytes; a tenth where nobody knows how long it is.
 */
export function neededShare(durationMs: number | null): number {
  return durationMs === null || durationMs === 0 ? 0.1 : Math.min(1, (0.5 * neededMs(durationMs)) / durationMs);
}
