import { accountTopics, accounts } from './accounts.ts';
import { community } from './community.ts';
import type { CallInput, CallReply, Endpoint } from './endpoint.ts';
import { forum, forumTopics } from './forum.ts';
import { ledger } from './ledger.ts';
import { mediaDoors, mediaTopics } from './media.ts';
import { profiles } from './profiles.ts';
import { relations } from './relations.ts';
import { safety } from './safety.ts';

/** Every door of the site, by its key. */
export const contract = {
  ...accounts,
  ...profiles,
  ...community,
  ...ledger,
  ...relations,
  ...mediaDoors,
  ...forum,
  ...safety,
};

/** Every realtime topic of the site. */
export const topics = { ...accountTopics, ...forumTopics, ...mediaTopics };

export type Contract = typeof contract;
export type ContractKey = keyof Contract;
/** What a caller of a door sends. */
export type Input<K extends ContractKey> = CallInput<Contract[K]>;
/** What a caller of a door gets. */
export type Reply<K extends ContractKey> = CallReply<Extract<Contract[K], Endpoint>>;
