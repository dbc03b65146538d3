import { z } from 'zod';
import { defineTopics } from '#platform/contract/event.ts';
import { reactionCount } from '#content/core/contract/shapes.ts';
import { partyChat } from './chat.ts';
import { partyRooms } from './rooms.ts';
import { chatMessage, reactionSum, stage } from './shapes.ts';
import { partyStage } from './stage.ts';
import { id } from '#platform/contract/shapes.ts';

export * from './shapes.ts';

/** The endpoints of listening parties. */
export const parties = { ...partyRooms, ...partyChat, ...partyStage };

export const partyTopics = defineTopics({
  /** Parties were opened, changed or ended: lists are read again. */
  parties: { pattern: 'parties', access: 'public', events: { parties_changed: z.object({ id }) } },
  /**
   * The room. A message is in its event, because all subscribers may read it alike; pages leave out authors with whom
   * their reader has a block.
   */
  party: {
    pattern: 'party:{partyId}',
    access: 'decided by the feature',
    events: {
      message_created: z.object({ message: chatMessage }),
      message_removed: z.object({ id }),
      message_reactions: z.object({ id, reactions: z.array(reactionCount) }),
      stage_changed: z.object({ stage }),
      party_changed: z.object({ id }),
      queue_changed: z.object({ version: z.number() }),
      participants_changed: z.object({ count: z.number() }),
      reactions: z.object({ itemId: id, sums: z.array(reactionSum) }),
      typing: z.object({ profileId: id, name: z.string() }),
    },
  },
  /**
   * What plays in a room, for visitors whom its host lets listen: nothing of its chat. Hints that say what to read again.
   */
  partyStage: {
    pattern: 'party-stage:{partyId}',
    access: 'decided by the feature',
    events: {
      stage_changed: z.object({ id }),
      party_changed: z.object({ id }),
      queue_changed: z.object({ version: z.number() }),
      participants_changed: z.object({ count: z.number() }),
      reactions: z.object({ itemId: id, sums: z.array(reactionSum) }),
    },
  },
});
