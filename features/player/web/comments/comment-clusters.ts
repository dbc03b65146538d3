import type { TimedComment } from '#features/feed/contract/endpoints.ts';

/** A cluster of comments so close on the waveform that they share a mark. */
export interface CommentCluster {
  /** Of the first; never twice. */
  readonly key: string;
  readonly timedComments: readonly TimedComment[];
  /** Where the mark stands, 0 to 1. */
  readonly share: number;
  /** The most urgent mark of the author's among them. */
  readonly mark: TimedComment['mark'];
}

/** What one of the comments still asks for goes before what is done. */
function markOf(timedComments: readonly TimedComment[]): TimedComment['mark'] {
  if (timedComments.some((comment) => comment.mark === 'needs_work')) return 'needs_work';
  return timedComments.length > 0 && timedComments.every((comment) => comment.mark === 'resolved') ? 'resolved' : null;
}

/**
 * Clusters comments whose marks would overlap: a mark takes those whose position lies within its width.
 * @param widthPx of the waveform
 * @param markPx of one mark
 */
export function clusterComments(
  timedComments: readonly TimedComment[],
  durationMs: number,
  widthPx: number,
  markPx: number,
): CommentCluster[] {
  if (durationMs <= 0 || widthPx <= 0) return [];
  const place = (comment: TimedComment): number => Math.min(1, Math.max(0, comment.ms / durationMs)) * widthPx;
  const groups: TimedComment[][] = [];
  for (const comment of timedComments.toSorted((a, b) => a.ms - b.ms)) {
    const open = groups.at(-1);
    if (open && place(comment) - place(open[0]!) < markPx) open.push(comment);
    else groups.push([comment]);
  }
  return groups.map((group) => ({
    key: group[0]!.commentId,
    timedComments: group,
    share: place(group[0]!) / widthPx,
    mark: markOf(group),
  }));
}
