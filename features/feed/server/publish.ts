import { contentLive } from '#content/core/server/live.ts';

/** The live events of uploads, and of feeds. */
export const uploadLive = contentLive((uploadId): `upload:${string}` => `upload:${uploadId}`, 'uploads');
