import { defineEvent } from '#platform/server/events/event.ts';

/** What has happened between two members: `by` did it. Profile ids. */
export interface RelationChange {
  readonly by: string;
  readonly other: string;
  readonly at: Date;
}

/** A member has asked another to be friends. */
export const relationAsked = defineEvent<RelationChange>('relation.asked');

/** The two are friends. */
export const relationAccepted = defineEvent<RelationChange>('relation.accepted');

/** A friendship or a request has ended, or a block has ended everything between the two. */
export const relationEnded = defineEvent<RelationChange>('relation.ended');
