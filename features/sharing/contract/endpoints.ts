import { z } from 'zod';
import type { Endpoint, EndpointKey } from '#platform/contract/endpoint.ts';
import { defineTopics } from '#platform/contract/event.ts';
import { archiveEndpoints } from './archives.ts';
import type { SharingKind, SharingPath } from '#content/core/contract/shared-kinds.ts';
import { id } from '#platform/contract/shapes.ts';
import { sharedItem } from './shapes.ts';
import { downloadEndpoints, itemEndpoints, listEndpoints } from './items.ts';
import { replyEndpoints } from './replies.ts';

export * from './shapes.ts';
export { downloadEndpoints };

/** The endpoints of one type, with `/:list` in the place of its path. */
export const sharingEndpoints = (kind: SharingKind) => ({
  ...listEndpoints(kind),
  ...itemEndpoints(kind),
  ...replyEndpoints(kind),
});

type Below<K, P extends string> = K extends `${infer Method} /:list${infer Rest}` ? `${Method} ${P}${Rest}` : never;

/** The key of an endpoint in the place of a type. */
export const sharingKey = (key: string, path: SharingPath): EndpointKey => key.replace('/:list', path) as EndpointKey;

/** Puts a type's endpoints at its path. */
function at<const P extends SharingPath, E extends Readonly<Record<EndpointKey, Endpoint>>>(
  path: P,
  endpoints: E,
): { [K in keyof E as Below<K, P>]: E[K] } {
  const placed = Object.entries(endpoints).map(([key, endpoint]) => [sharingKey(key, path), endpoint]);
  return Object.fromEntries(placed) as { [K in keyof E as Below<K, P>]: E[K] };
}

/** The endpoints of every type. */
export const sharing = {
  ...at('/songs', sharingEndpoints('song')),
  ...at('/drumkits', {
    ...sharingEndpoints('drumkit'),
    ...downloadEndpoints('drumkit'),
    ...archiveEndpoints('drumkit', sharedItem),
  }),
  ...at('/editing-packs', {
    ...sharingEndpoints('editing_pack'),
    ...downloadEndpoints('editing_pack'),
    ...archiveEndpoints('editing_pack', sharedItem),
  }),
  ...at('/leaks', { ...sharingEndpoints('leak'), ...downloadEndpoints('leak') }),
  ...at('/self-promotion', sharingEndpoints('self_promotion_post')),
  ...at('/sets', sharingEndpoints('set')),
};

const listEvents = { item_created: z.object({ id, authorId: id }), item_changed: z.object({ id }) };
/** Replies come as their id and who wrote them. */
const itemEvents = {
  reply_created: z.object({ id, authorId: id }),
  reply_changed: z.object({ id }),
  item_changed: z.object({ id }),
  /** A hint, which may be missed. */
  likes_changed: z.object({ id, likeCount: z.number() }),
};

/** Of each type: hints for an open list, and what happens to one open thing. */
export const sharingTopics = defineTopics({
  songs: { pattern: 'songs', access: 'public', events: listEvents },
  song: { pattern: 'song:{itemId}', access: 'decided by the feature', events: itemEvents },
  drumkits: { pattern: 'drumkits', access: 'public', events: listEvents },
  drumkit: { pattern: 'drumkit:{itemId}', access: 'decided by the feature', events: itemEvents },
  editingPacks: { pattern: 'editing-packs', access: 'public', events: listEvents },
  editingPack: { pattern: 'editing-pack:{itemId}', access: 'decided by the feature', events: itemEvents },
  leaks: { pattern: 'leaks', access: 'public', events: listEvents },
  leak: { pattern: 'leak:{itemId}', access: 'decided by the feature', events: itemEvents },
  selfPromotionPosts: { pattern: 'self-promotion', access: 'public', events: listEvents },
  selfPromotionPost: { pattern: 'self-promotion:{itemId}', access: 'decided by the feature', events: itemEvents },
  sets: { pattern: 'sets', access: 'public', events: listEvents },
  set: { pattern: 'set:{itemId}', access: 'decided by the feature', events: itemEvents },
});
