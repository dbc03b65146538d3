import type { PartyCard } from '#contract/parties.ts';

/** The lists of parties, in the order of their page. */
export const partyStates = ['active', 'scheduled', 'ended'] as const satisfies readonly PartyCard['state'][];
