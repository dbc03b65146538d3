/** Seconds for what is encoded in one run: less than a job has, so that earlier results are stored. */
export const STREAM_SECONDS = 1500;
/** Threads of an encoder. */
export const MAX_THREADS = 4;
