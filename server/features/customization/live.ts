import { profileTopics } from '#contract/profiles.ts';
import { isId } from '#server/platform/ids.ts';
import type { TopicRule } from '#server/platform/realtime/topic.ts';
import { maySeeProfile } from './page.ts';

/** Who may see a profile may listen to it. */
export const profileTopicRules: readonly TopicRule[] = [
  {
    pattern: profileTopics.profile.pattern,
    async maySubscribe(ctx, viewer, params) {
      const id = params['profileId'] ?? '';
      // The socket may be older than the block.
      return isId(id) && (await maySeeProfile(ctx, viewer && { ...viewer, hasBlocks: true }, id));
    },
  },
];
