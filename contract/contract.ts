import { accountTopics, accounts } from '#people/accounts/contract/endpoints.ts';
import { appealEndpoints } from '#content/moderation/contract/appeals.ts';
import { announcementEndpoints, announcementTopics } from './announcements.ts';
import { community } from '#people/community/contract/endpoints.ts';
import { customizationEndpoints } from './customization.ts';
import type { CallInput, CallReply, Endpoint } from '#platform/contract/endpoint.ts';
import type { EventsByTopic } from '#platform/contract/event.ts';
import { feed, feedTopics } from './feed.ts';
import { forum, forumTopics } from './forum.ts';
import { gallery, galleryTopics } from './gallery.ts';
import { ledger } from '#people/ledger/contract/endpoints.ts';
import { legalEndpoints } from '#people/legal/contract/endpoints.ts';
import { mediaEndpoints, mediaTopics } from '#content/media/contract/endpoints.ts';
import { notifications } from '#people/notifications/contract/endpoints.ts';
import { operationsEndpoints } from './operations.ts';
import { parties, partyTopics } from './parties.ts';
import { payments } from './payments.ts';
import { profileTopics } from '#people/profiles/contract/endpoints.ts';
import { friendEndpoints } from '#people/friends/contract/endpoints.ts';
import { moderation, moderationTopics } from '#content/moderation/contract/endpoints.ts';
import { secretLinkEndpoints } from './secret-links.ts';
import { rightsEndpoints } from '#content/rights/contract/endpoints.ts';
import { search } from '#content/search/contract/endpoints.ts';
import { siteSettingEndpoints, welcomeEndpoints } from '#people/site-settings/contract/endpoints.ts';
import { sharing, sharingTopics } from './sharing.ts';
import { sets } from './sets.ts';
import { showcaseEndpoints } from './showcase.ts';
import { staff } from './staff.ts';

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
  ...moderation,
  ...appealEndpoints,
  ...rightsEndpoints,
  ...parties,
  ...payments,
  ...announcementEndpoints,
  ...showcaseEndpoints,
  ...staff,
  ...siteSettingEndpoints,
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
