import { earlierUploads } from './uploads/earlier.ts';
import { newerUploads } from './uploads/newer.ts';
import type { DemoUpload } from './uploads/upload.ts';

/** What members of the demo share, oldest first: tracks, loops, pictures, polls and a few words. */
export const demoUploads: readonly DemoUpload[] = [...earlierUploads, ...newerUploads];
