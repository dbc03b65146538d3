import { accountTopics, accounts } from '#people/accounts/contract/endpoints.ts';
import { appealEndpoints } from '#content/moderation/contract/appeals.ts';
import { spammerEndpoints } from '#content/moderation/contract/spammers.ts';
import { announcementEndpoints, announcementTopics } from '#features/announcements/contract/endpoints.ts';
import { community } from '#people/community/contract/endpoints.ts';
import { customizationEndpoints } from '#features/customization/contract/endpoints.ts';
import type { CallInput, CallReply, Endpoint } from '#platform/contract/endpoint.ts';
import type { EventsByTopic } from '#platform/contract/event.ts';
import { feed, feedTopics } from '#features/feed/contract/endpoints.ts';
import { forum, forumTopics } from '#features/forum/contract/endpoints.ts';
import { gallery, galleryTopics } from '#features/gallery/contract/endpoints.ts';
import { ledger } from '#people/ledger/contract/endpoints.ts';
import { legalEndpoints } from '#people/legal/contract/endpoints.ts';
import { mediaEndpoints, mediaTopics } from '#content/media/contract/endpoints.ts';
import { notifications } from '#people/notifications/contract/endpoints.ts';
import { operationsEndpoints } from '#features/staff/contract/operations.ts';
import { parties, partyTopics } from '#features/parties/contract/endpoints.ts';
import { payments } from '#features/payments/contract/endpoints.ts';
import { podcastEndpoints } from '#features/podcasts/contract/endpoints.ts';
import { profileTopics } from '#people/profiles/contract/endpoints.ts';
import { friendEndpoints } from '#people/friends/contract/endpoints.ts';
import { moderation, moderationTopics } from '#content/moderation/contract/endpoints.ts';
import { secretLinkEndpoints } from '#features/secret-links/contract/endpoints.ts';
import { rightsEndpoints } from '#content/rights/contract/endpoints.ts';
import { search } from '#content/search/contract/endpoints.ts';
import { welcomeEndpoints } from '#features/welcome/contract/endpoints.ts';
import { siteSettingEndpoints, welcomeEndpoints as homeEndpoints } from '#people/site-settings/contract/endpoints.ts';
import { sharing, sharingTopics } from '#features/sharing/contract/endpoints.ts';
import { sets } from '#features/sets/contract/endpoints.ts';
import { showcaseEndpoints } from '#features/showcase/contract/endpoints.ts';
import { staff } from '#features/staff/contract/endpoints.ts';

/** Every endpoint of the site, by its key. */
export const contract = {
  ...accounts,
  ...community,
  ...customizationEndpoints,
  ...ledger,
  ...legalEndpoints,
  ...friendEndpoints,
  ...notifications,
  ...mediaEndpoints,
  ...forum,
  ...feed,
  ...gallery,
  ...sharing,
  ...sets,
  ...secretLinkEndpoints,
  ...podcastEndpoints,
  ...moderation,
  ...appealEndpoints,
  ...spammerEndpoints,
  ...rightsEndpoints,
  ...parties,
  ...payments,
  ...announcementEndpoints,
  ...showcaseEndpoints,
  ...staff,
  ...siteSettingEndpoints,
  ...homeEndpoints,
  ...welcomeEndpoints,
  ...operationsEndpoints,
  ...search,
};

/** Every realtime topic of the site. */
export const topics = {
  ...accountTopics,
  ...announcementTopics,
  ...forumTopics,
  ...feedTopics,
  ...galleryTopics,
  ...mediaTopics,
  ...moderationTopics,
  ...partyTopics,
  ...profileTopics,
  ...sharingTopics,
};

export type Contract = typeof contract;
export type ContractKey = keyof Contract;
/** What a caller of an endpoint sends. */
export type Input<K extends ContractKey> = CallInput<Contract[K]>;
/** What a caller of an endpoint gets. */
export type Reply<K extends ContractKey> = CallReply<Extract<Contract[K], Endpoint>>;

type Events = EventsByTopic<typeof topics>;
/** Name of a topic, parameters included: `forum`, `forum-post:${string}`. */
export type TopicName = keyof Events;
/** Type of an event of a topic: `reply_created`. */
export type EventName<N extends TopicName> = keyof Events[N] & string;
/** What an event of a topic carries. */
export type EventData<N extends TopicName, E extends EventName<N>> = Events[N][E];
