import { partyTopics } from '#features/parties/contract/endpoints.ts';
import { seenTopic } from '#content/core/server/live.ts';
import type { PageTopics } from '#platform/server/http/route.ts';
import { type TopicRule, topicRule } from '#platform/server/realtime/topic.ts';
import { requireListener, requireReader } from './party.ts';
import { listeningParty } from './types.ts';

/** Who may listen: everybody to changes of the list; to a room who may read it; to what plays in it visitors too, where its host lets them. */
export const partyTopicRules: readonly TopicRule[] = [
  topicRule(partyTopics.parties, { maySubscribe: () => true }),
  seenTopic(listeningParty, partyTopics.party, requireReader),
  seenTopic(listeningParty, partyTopics.partyStage, requireListener),
];

/** Topics of changes to visitors' lists of parties. */
export const partyPageTopics: PageTopics = { 'GET /parties': () => ['parties'] };
