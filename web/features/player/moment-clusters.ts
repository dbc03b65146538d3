import type { TrackMoment } from '#contract/feed.ts';

/** Comments that stand so close on the waveform that they share a mark. */
export interface MomentCluster {
  /** Of the first; never twice. */
  readonly key: string;
  readonly moments: readonly TrackMoment[];
  /** Where the mark stands, 0 to 1. */
  readonly share: number;
  /** The most urgent mark of the author's among them. */
  readonly mark: TrackMoment['mark'];
}

/** What one of the comments still asks for goes before what is done. */
function markOf(moments: readonly TrackMoment[]): TrackMoment['mark'] {
  if (moments.some((moment) => moment.mark === 'needs_work')) return 'needs_work';
  return moments.length > 0 && moments.every((moment) => moment.mark === 'resolved') ? 'resolved' : null;
}

/**
 * Groups comments by where their marks would lie over each other: a mark takes those whose place begins within its width.
 * @param widthPx of the waveform
 * @param markPx of one mark
 */
export function clusterMoments(
  moments: readonly TrackMoment[],
  durationMs: number,
  widthPx: number,
  markPx: number,
): MomentCluster[] {
  if (durationMs <= 0 || widthPx <= 0) return [];
  const place = (moment: TrackMoment): number => Math.min(1, Math.max(0, moment.ms / durationMs)) * widthPx;
  const groups: TrackMoment[][] = [];
  for (const moment of moments.toSorted((a, b) => a.ms - b.ms)) {
    const open = groups.at(-1);
    if (open && place(moment) - place(open[0]!) < markPx) open.push(moment);
    else groups.push([moment]);
  }
  return groups.map((group) => ({
    key: group[0]!.commentId,
    moments: group,
    share: place(group[0]!) / widthPx,
    mark: markOf(group),
  }));
}
