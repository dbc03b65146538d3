import { partyTopics } from '#contract/parties.ts';
import { seenTopic } from '#server/features/content/topic.ts';
import { isId } from '#server/platform/ids.ts';
import type { TopicRule } from '#server/platform/realtime/topic.ts';
import { membershipOf } from './store.ts';
import { listeningParty } from './types.ts';

const seen = seenTopic(listeningParty, partyTopics.party.pattern, 'partyId');

/** Who may listen: everybody to changes of the list; to a room the members who may see it, but for who was removed. */
export const partyTopicRules: readonly TopicRule[] = [
  { pattern: partyTopics.parties.pattern, maySubscribe: () => true },
  {
    pattern: seen.pattern,
    async maySubscribe(ctx, viewer, params) {
      const id = params['partyId'] ?? '';
      if (viewer === null || !isId(id) || !(await seen.maySubscribe(ctx, viewer, params))) return false;
      return !(await membershipOf(ctx.db, id, viewer.profileId))?.removed_at;
    },
  },
];
