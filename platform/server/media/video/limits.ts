/**
 * Seconds of work for a second of video, at most, and for what is encoded in one run: less than a job has, so that earlier
 * results are stored.
 */
export const STREAM_WORK = { perSecond: 10, most: 1500 } as const;
/** Threads of an encoder. */
export const MAX_THREADS = 4;
