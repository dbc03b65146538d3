import { partyTopics } from '#contract/parties.ts';
import { seenTopic } from '#server/features/content/topic.ts';
import type { PageTopics } from '#server/platform/http/route.ts';
import { type TopicRule, topicRule } from '#server/platform/realtime/topic.ts';
import { membershipOf } from './store.ts';
import { listeningParty } from './types.ts';

const seen = seenTopic(listeningParty, partyTopics.party);

/** Who may listen: everybody to changes of the list; to a room the members who may see it, but for who was removed. */
export const partyTopicRules: readonly TopicRule[] = [
  topicRule(partyTopics.parties, { maySubscribe: () => true }),
  topicRule(partyTopics.party, {
    async maySubscribe(ctx, viewer, params) {
      if (viewer === null || !(await seen.maySubscribe(ctx, viewer, params))) return false;
      return !(await membershipOf(ctx.db, params.partyId, viewer.profileId))?.removed_at;
    },
  }),
];

/** Topics of changes to visitors' lists of parties. */
export const partyPageTopics: PageTopics = { 'GET /parties': () => ['parties'] };
