import { contentLive } from '#content/core/server/live.ts';

/** The live events of posts, and of the list of posts. */
export const postLive = contentLive((postId): `forum-post:${string}` => `forum-post:${postId}`, 'forum');
